extension NameResolver {
    mutating func expression(_ expression: Expression) throws -> Expression {
        size.count(1)
        let outer = key
        let isRowArgument = mayBeRow
        defer { (key, mayBeRow) = (outer, isRowArgument) }
        if case .column(let column) = expression { return try resolved(column) }
        (key, mayBeRow) = (nil, false)
        if case .cast(.column(let column), let type) = expression {
            // Masked columns are already replaced, so a cast reveals nothing.
            let outer = (mayBeMasked, hasMasked)
            mayBeMasked = true
            defer { (mayBeMasked, hasMasked) = outer }
            return .cast(try self.expression(.column(column)), type)
        }
        let settled = try rewritten(expression)
        switch settled {
        case .subquery, .inSelect, .arraySelect, .quantified(_, _, _, .select):
            if let index = output.masked.min() { throw refusal(of: output.columns[index] ?? "column", offset: 0) }
        default: break
        }
        return settled
    }

    /// Finds what the name of a column means: a column, a string in double quotation marks, or a whole row.
    private mutating func resolved(_ reference: ColumnReference) throws -> Expression {
        var column = reference
        if let table = column.table {
            guard let source = try source(table, in: column.schema, offset: column.offset.value) else {
                throw NameRefusal(.unknownTable(table), at: column)
            }
            try spend(source.columns.count)
            if let index = source.columns.firstIndex(where: { $0?.isSame(as: column.name, in: dialect) == true }) {
                try use(index, of: source, column.name, offset: column.offset.value)
            } else if !source.isOpen, !(source.isWhole && SystemColumns.isRowNumber(column.name, in: dialect)) {
                throw NameRefusal(.unknownColumn(column.name, of: table), at: column, columns: source.columns)
            }
            column.schema = nil
            return .column(column)
        }
        if try find(column) {
            column.mayBeString = false
            return .column(column)
        }
        // With unknown columns the engine decides.
        if column.mayBeString, frames.contains(where: { $0.sources.contains(where: \.isOpen) }) { return .column(column) }
        if column.mayBeString { return .literal(.string(column.name.text)) }
        if let row = try source(column.name, in: nil, offset: column.offset.value) {
            if row.isValue, let value = row.columns.first ?? nil {
                return .column(ColumnReference(value, of: column.name, offset: column.offset.value))
            }
            if mayBeRow, row.hasKnownRow {
                _ = try read(row)
                return .column(column)
            }
            throw NameRefusal(.wholeRow(column.name), at: column)
        }
        throw NameRefusal(.unknownColumn(column.name, of: nil), at: column, columns: visibleColumns)
    }

    /// Columns that an unqualified name can mean, those of the innermost `SELECT` first.
    private var visibleColumns: [SQLName?] { frames.reversed().flatMap { $0.sources.flatMap(\.columns) } }

    /// Finds an unqualified name, from the innermost `SELECT` outwards, and records the columns that it reads.
    private mutating func find(_ column: ColumnReference) throws -> Bool {
        let mayBeHidden = SystemColumns.isHidden(column.name, in: dialect)
        for (index, frame) in frames.enumerated().reversed() {
            try spend(frame.sources.reduce(1 + frame.titles.count) { $0 + $1.columns.count })
            let found = frame.sources.compactMap { source in
                source.columns.firstIndex { $0?.isSame(as: column.name, in: dialect) == true }.map { (source, $0) }
            }
            if found.count > 1, !frame.merged.contains(column.name.key(in: dialect)) {
                // A title may hide it in ORDER BY and GROUP BY: the list was resolved before, so both are checked.
                guard frame.titles.contains(where: { $0?.isSame(as: column.name, in: dialect) == true }) else {
                    throw NameRefusal(.ambiguousColumn(column.name), at: column)
                }
            }
            for (source, position) in found { try use(position, of: source, column.name, offset: column.offset.value) }
            if !found.isEmpty { return true }
            if mayBeHidden, frame.sources.contains(where: \.isWhole) {
                // A sort key that is a single name means a title before it means a column.
                return key == .sort && index == frames.count - 1 && frame.titles.contains { $0?.isSame(as: column.name, in: dialect) == true }
            }
            if SystemColumns.isRowNumber(column.name, in: dialect), frame.sources.count == 1, frame.sources[0].isWhole { return true }
            if frame.titles.contains(where: { $0?.isSame(as: column.name, in: dialect) == true }) { return true }
            if frame.sources.contains(where: \.isOpen), !column.mayBeString { return true }
        }
        return false
    }

    /// Finds the source of a qualified name, from the innermost `SELECT` outwards.
    mutating func source(_ table: SQLName, in schema: SQLName?, offset: Int) throws -> NameFrame.Source? {
        for frame in frames.reversed() {
            try spend(frame.sources.count + 1)
            let found = frame.sources.first { source in
                guard source.name?.isSame(as: table, in: dialect) == true else { return false }
                guard let schema else { return true }
                return source.schema?.isSame(as: schema, in: dialect) == true
            }
            if let found { return found }
        }
        return nil
    }
}
