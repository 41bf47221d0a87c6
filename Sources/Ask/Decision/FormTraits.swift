/// What of a form's shape says how likely its reading is right.
struct FormTraits {
    static func notes(of form: LogicalForm, in index: SourceIndex, tokens: Int, isEntityNamed: Bool) -> Set<Draft.Note> {
        var out: Set<Draft.Note> = []
        let tree = JoinTree.over(form.neededTables, in: index.joins)
        switch tree?.tables.count ?? 1 {
        case ...1: break
        case 2: out.insert(.join)
        case 3: out.insert(.joinOfThree)
        default: out.insert(.joinOfMore)
        }
        if let tree, tree.edges.contains(where: { !$0.isDeclared }) { out.insert(.inferredJoin) }
        if !form.groups.isEmpty || form.bucket != nil { out.insert(.grouped) }
        if !form.having.isEmpty { out.insert(.groupCondition) }
        if form.limit != nil { out.insert(.limited) }
        if !form.combined.isEmpty { out.insert(.combined) }
        if form.outputs.count >= 3 { out.insert(.wide) }
        if form.filter.isEmpty { out.insert(.noFilter) }
        if form.filter.count >= 3 { out.insert(.manyFilters) }
        if tokens > 24 { out.insert(.long) }
        let columns = form.outputs.compactMap { output -> ColumnID? in if case .column(let column) = output { column } else { nil } }
        if columns.count == form.outputs.count, form.groups.isEmpty, form.limit == nil, !form.isDistinct, form.combined.isEmpty {
            // The list may hold rows twice, and people differ on whether they want that.
            if columns.allSatisfy({ !index[$0].profile.isUnique }) { out.insert(isEntityNamed ? .mayRepeat : .attributeList) }
            if let tree, columns.first.map({ tree.multiplies($0.table) }) ?? false { out.insert(.multiplied) }
        }
        return out
    }
}
