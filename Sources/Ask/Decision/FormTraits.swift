/// Derives the features of a logical form from which its confidence is estimated.
struct FormTraits {
    /// Whether another key joins the same tables and the question's words do not decide between them.
    private static func hasTwin(_ edge: JoinGraph.Edge, in index: SourceIndex, _ preference: (JoinGraph.Edge) -> Double) -> Bool {
        index.joins.edges(at: edge.from.table).contains { other in
            other != edge && other.from.table == edge.from.table && other.to.table == edge.to.table && preference(other) >= preference(edge)
        }
    }

    /// Whether the rows that must or must not exist may be joined by another key.
    private static func mayJoinOtherwise(_ condition: Condition, in index: SourceIndex, _ preference: @escaping (JoinGraph.Edge) -> Double) -> Bool {
        switch condition {
        case .absent(let anchor, let tables, let inner), .present(let anchor, let tables, let inner):
            let needed = [anchor] + tables + inner.flatMap(\.tables)
            return JoinTree.over(needed, in: index.joins, preference: preference)?.edges.contains { hasTwin($0, in: index, preference) } ?? false
        default: return false
        }
    }

    static func notes(
        of form: LogicalForm, in index: SourceIndex, isEntityNamed: Bool, named: Set<String> = [],
        preference: @escaping (JoinGraph.Edge) -> Double = { _ in 0 }
    ) -> Set<Draft.Note> {
        var out: Set<Draft.Note> = []
        let tree = JoinTree.over(form.neededTables, in: index.joins, preference: preference)
        switch tree?.tables.count ?? 1 {
        case ...1: break
        case 2: out.insert(.join)
        case 3: out.insert(.joinOfThree)
        default: out.insert(.joinOfMore)
        }
        if let tree, tree.tables.count > 1 {
            let unnamed = tree.tables.filter { table in
                !index.tables[table].form.words.contains { $0.weight >= 0.5 && named.contains($0.stem) }
            }
            let leaves = unnamed.filter { table in tree.edges.count { $0.from.table == table || $0.to.table == table } == 1 }
            if !leaves.isEmpty { out.insert(.unnamedTable) }
            if leaves.count < unnamed.count { out.insert(.unnamedLink) }
        }
        if let tree, tree.edges.contains(where: { !$0.isDeclared }) { out.insert(.inferredJoin) }
        if let tree, tree.edges.contains(where: { hasTwin($0, in: index, preference) }) { out.insert(.ambiguousJoin) }
        if form.filter.contains(where: { mayJoinOtherwise($0, in: index, preference) }) { out.insert(.ambiguousJoin) }
        if !form.groups.isEmpty || form.bucket != nil { out.insert(.grouped) }
        if !form.having.isEmpty { out.insert(.groupCondition) }
        if form.limit != nil { out.insert(.limited) }
        if !form.combined.isEmpty { out.insert(.combined) }
        if form.outputs.count >= 3 { out.insert(.wide) }
        if form.filter.isEmpty { out.insert(.noFilter) }
        if form.filter.count >= 3 { out.insert(.manyFilters) }
        if form.isDistinct { out.insert(.once) }
        if form.numbers.contains(where: { index[$0].profile.isStoredAsText && index[$0].profile.kind == .number && !index[$0].profile.holdsYears }) {
            out.insert(.numberInText)
        }
        let counted = form.outputs.compactMap { output -> Int? in if case .measure(.rows(let table)) = output { table } else { nil } }
        let compared = form.having.compactMap { condition -> Int? in if case .rows(let table) = condition.measure { table } else { nil } }
        if let tree, (counted + compared).contains(where: { tree.multiplies($0) }) { out.insert(.countedOnce) }
        let columns = form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        if columns.count == form.outputs.count, form.groups.isEmpty, form.limit == nil, !form.isDistinct, form.combined.isEmpty {
            // The list may contain duplicate rows, and people differ on whether they want them.
            if columns.allSatisfy({ !index[$0].profile.isUnique }), !form.namesOneRow(in: index) {
                out.insert(isEntityNamed ? .mayRepeat : .attributeList)
            }
            if let tree, columns.first.map({ tree.multiplies($0.table) }) ?? false { out.insert(.multiplied) }
        }
        return out
    }
}

extension LogicalForm {
    /// Whether the conditions contain everything that identifies a row of the displayed table.
    fileprivate func namesOneRow(in index: SourceIndex) -> Bool {
        let compared = Set(
            filter.compactMap { condition -> ColumnID? in if case .compare(let column, .equal, _) = condition { column } else { nil } })
        guard outputs.allSatisfy({ DraftResolver.table(of: $0) == entity }) else { return false }
        let shown = DisplayColumns(index).columns(of: entity)
        return compared.contains { $0.table == entity && index[$0].profile.isUnique } || !shown.isEmpty && shown.allSatisfy(compared.contains)
    }

    /// Columns whose values are used as numbers.
    fileprivate var numbers: [ColumnID] {
        let measured = outputs.compactMap { output -> ColumnID? in if case .measure(.aggregate(_, let column)) = output { column } else { nil } }
        let ordered = order.compactMap { ordering -> ColumnID? in
            switch ordering.key {
            case .column(let column), .measure(.aggregate(_, let column)): column
            default: nil
            }
        }
        let compared = filter.flatMap { condition -> [ColumnID] in
            switch condition {
            case .compare(let column, let comparison, .number) where comparison != .equal && comparison != .notEqual: [column]
            case .between(let column, .number, _, _), .aggregate(let column, _, _, _, _), .timesAverage(let column, _, _): [column]
            default: []
            }
        }
        return measured + ordered + compared
    }
}
