import SQL
package import SQLSyntax

/// A condition by an external service on the rows of a table, as SQL. The text is parsed into a tree, and the tree converted to a
/// ``Filter``: no part of the text becomes part of a statement. A condition that a filter cannot express exactly is refused, and so closes
/// the table.
package struct ExternalRule: Hashable, Sendable {
    private let condition: Expression
    /// The qualifier that its columns may have.
    private let table: SQLName

    private init(_ condition: Expression, on table: SQLName) {
        self.condition = condition
        self.table = table
    }

    /// - Throws: ``CatalogError`` `invalidFilter` when the text is not one expression.
    package init(_ text: String, on table: String, in dialect: Dialect) throws(CatalogError) {
        do throws(SyntaxError) {
            self.init(try Expression.parse(text, in: dialect), on: SQLName(table))
        } catch {
            throw CatalogError(.invalidFilter, "its rule is not supported: \(error)")
        }
    }

    /// The columns (nil: all) and the condition of a query that represents a table: a `SELECT` of the table's own columns with an optional
    /// `WHERE`.
    /// - Throws: ``CatalogError`` `invalidFilter` for any other query.
    package static func query(
        _ text: String, on table: String, schema: String, in dialect: Dialect
    ) throws(CatalogError) -> (columns: [String]?, rule: ExternalRule?) {
        let statement: SelectStatement
        do throws(SyntaxError) { statement = try .parse(text, in: dialect) } catch {
            throw CatalogError(.invalidFilter, "its query is not supported: \(error)")
        }
        let other = CatalogError(.invalidFilter, "its query is more than SELECT columns FROM \(excerpt(table)) WHERE a condition")
        guard case .select(let core) = statement.body, statement == SelectStatement(.select(core)),
            core == SelectCore(core.items, from: core.from, where: core.filter), core.from.count == 1, case .table(let named) = core.from[0],
            named.sample == nil, named.alias?.columns.isEmpty ?? true, named.name.isSame(as: SQLName(table), in: dialect),
            named.schema.map({ $0 == SQLName(schema) }) ?? true
        else { throw other }
        var columns: [String]? = []
        for item in core.items {
            switch item {
            case .all: columns = nil
            case .expression(let item):
                guard case .column(let column) = item.expression, column.schema == nil, column.table.map({ $0 == named.exposedName }) ?? true,
                    item.alias.map({ $0 == column.name }) ?? true
                else { throw other }
                columns?.append(column.name.text)
            case .allOf: throw other
            }
        }
        return (columns, core.filter.map { ExternalRule($0, on: named.exposedName) })
    }

    /// - Throws: ``CatalogError`` `invalidFilter` with the part that is not understood.
    func filter(on collection: Collection, in dialect: Dialect) throws(CatalogError) -> Filter {
        var reader = Reader(collection: collection, table: table, dialect: dialect)
        return try reader.read(condition, isNegated: false)
    }
}

extension ExternalRule {
    /// Makes a filter that is true where the condition is true. Negations are moved down to the comparisons, because SQL's `NOT` of unknown
    /// is unknown, while a filter's is true.
    private struct Reader {
        let collection: Collection
        let table: SQLName
        let dialect: Dialect
        var count = FilterCount()

        mutating func read(_ condition: Expression, isNegated: Bool) throws(CatalogError) -> Filter {
            try count.enter()
            switch condition {
            case .unary(.not, let inner): return try read(inner, isNegated: !isNegated)
            case .logical(let operation, let parts):
                var filters: [Filter] = []
                for part in parts { filters.append(try read(part, isNegated: isNegated)) }
                return (operation == .and) != isNegated ? .all(filters) : .any(filters)
            case .literal(.boolean(let holds)): return holds != isNegated ? .always : .never
            case .column: return try truth(condition, .yes, isNegated: isNegated, nullCounts: false)
            case .truth(let operand, let test, let isOpposite): return try truth(operand, test, isNegated: isOpposite != isNegated, nullCounts: true)
            case .binary(let operand, let sign, let value): return try compare(operand, isNegated ? sign.opposite : sign, value)
            case .between(let range) where !range.isSymmetric:
                let ends = [
                    try compare(range.operand, range.isNegated != isNegated ? .less : .greaterOrEqual, range.lower),
                    try compare(range.operand, range.isNegated != isNegated ? .greater : .lessOrEqual, range.upper),
                ]
                return range.isNegated != isNegated ? .any(ends) : .all(ends)
            case .inList(let operand, let values, let isOpposite): return try among(operand, values, isNegated: isOpposite != isNegated)
            default: throw Self.unknown
            }
        }

        private func compare(_ operand: Expression, _ sign: BinaryOperator?, _ value: Expression) throws(CatalogError) -> Filter {
            let field = try field(operand)
            guard let sign else { throw Self.unknown }
            try check(field, sign)
            guard let value = try self.value(value, field) else { return .never }
            let comparison: Comparison
            switch sign {
            case .equal: comparison = .equal(value)
            case .notEqual: return known(field, .notEqual(value))
            case .less: comparison = .less(value)
            case .lessOrEqual: comparison = .lessOrEqual(value)
            case .greater: comparison = .greater(value)
            case .greaterOrEqual: comparison = .greaterOrEqual(value)
            default: throw Self.unknown
            }
            return .compare(FieldPath(field: field.name), comparison)
        }

        private mutating func among(_ operand: Expression, _ list: [Expression], isNegated: Bool) throws(CatalogError) -> Filter {
            let field = try field(operand)
            try check(field, isNegated ? .notEqual : .equal)
            try count.list(list.count)
            var values: [Operand] = []
            for each in list {
                if let value = try value(each, field) { values.append(value) }
            }
            guard isNegated else { return .compare(FieldPath(field: field.name), .oneOf(values)) }
            // Whether a value differs from null is unknown.
            return values.count == list.count ? known(field, .noneOf(values)) : .never
        }

        /// - Parameter nullCounts: whether the test is also decided for null, as `IS TRUE` and similar tests are.
        private func truth(_ operand: Expression, _ test: TruthTest, isNegated: Bool, nullCounts: Bool) throws(CatalogError) -> Filter {
            let field = try field(operand)
            let path = FieldPath(field: field.name)
            if test == .null { return .compare(path, isNegated ? .isNotNull : .isNull) }
            guard field.type == .boolean else { throw Self.unknown }
            switch (test, isNegated) {
            case (.yes, false): return .compare(path, .isTrue)
            case (.yes, true) where nullCounts: return .compare(path, .isFalse)
            case (.yes, true), (.no, false): return known(field, .isFalse)
            case (.no, true): return .any([.compare(path, .isTrue), .compare(path, .isNull)])
            case (.unknown, _), (.null, _): return .compare(path, isNegated ? .isNotNull : .isNull)
            }
        }

        /// The comparison without null: a filter's negative comparisons are true for null.
        private func known(_ field: Field, _ comparison: Comparison) -> Filter {
            let path = FieldPath(field: field.name)
            return .all([.compare(path, comparison), .compare(path, .isNotNull)])
        }

        private func field(_ operand: Expression) throws(CatalogError) -> Field {
            guard case .column(let column) = operand, column.schema == nil, column.table.map({ $0.isSame(as: table, in: dialect) }) ?? true else {
                throw Self.unknown
            }
            guard let field = collection.fields.first(where: { SQLName($0.name).isSame(as: column.name, in: dialect) }) else {
                throw CatalogError(.invalidFilter, "its rule names '\(excerpt(column.name.text))', which is not a column of it")
            }
            return field
        }

        /// Refuses a comparison of texts that must differ if the engine may treat different bytes as equal: a filter compares bytes, and
        /// would let more rows through.
        private func check(_ field: Field, _ sign: BinaryOperator) throws(CatalogError) {
            let isFine =
                switch field.type {
                case _ where field.extensionType != nil: false
                case .integer, .decimal, .double, .date, .timestamp: true
                case .boolean, .uuid: sign == .equal || sign == .notEqual
                case .text: sign == .equal || (sign == .notEqual && dialect == .postgresql && !field.hasNondeterministicCollation)
                case .json, .time, .blob, .other: false
                }
            guard isFine else { throw CatalogError(.invalidFilter, "its rule compares '\(excerpt(field.name))' in an unsupported way") }
        }

        /// Nil for null.
        private func value(_ expression: Expression, _ field: Field) throws(CatalogError) -> Operand? {
            switch (expression, field.type) {
            case (.literal(.null), _): return nil
            case (.literal(.boolean(let flag)), .boolean): return .value(.bool(flag))
            case (.literal(.number(let text)), _): return try number(text, field)
            case (.unary(.minus, .literal(.number(let text))), _): return try number("-" + text, field)
            case (.literal(.string(let text)), .integer), (.literal(.string(let text)), .decimal): return try number(text, field)
            // A date must have no time, and a time no offset, because engines truncate these differently.
            case (.literal(.string(let text)), .date), (.literal(.temporal(.date, let text)), .date):
                guard text.utf8.count == 10 else { throw Self.unknown }
                return .value(try field.coerced(.text(text)))
            case (.literal(.string(let text)), .timestamp), (.literal(.temporal(_, let text)), .timestamp):
                guard text.utf8.count == 10 || !DatabaseText.hasOffset(text) else { throw Self.unknown }
                return .value(try field.coerced(.text(text)))
            case (.literal(.string(let text)), .text), (.literal(.string(let text)), .uuid): return .value(try field.coerced(.text(text)))
            default: throw Self.unknown
            }
        }

        private func number(_ text: String, _ field: Field) throws(CatalogError) -> Operand {
            guard text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) else { throw Self.unknown }
            switch field.type {
            case .integer: if let whole = Int64(text) { return .value(.int(whole)) }
            case .decimal: if DatabaseText.isDecimal(text) { return .value(.decimal(text)) }
            case .double: if let number = Double(text), number.isFinite { return .value(.double(number)) }
            default: break
            }
            throw Self.unknown
        }

        private static let unknown = CatalogError(
            .invalidFilter, "its rule is more than columns of it compared with values (=, <, IN, BETWEEN, IS NULL, AND, OR, NOT)")
    }
}

extension BinaryOperator {
    /// The comparison that is true where this one is false.
    fileprivate var opposite: BinaryOperator? {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        default: nil
        }
    }
}
