import Identity

extension ToolInput {
    /// The part of a list that `p`, `pageSize`, `field`, `value`, `sortField` and `sortOrder` ask for; without a page, the first objects.
    var listQuery: ListQuery {
        let count = int("pageSize").map(Int64.init) ?? ListQuery.maximumCount
        let page = int("p").map(Int64.init) ?? 1
        let field = string("field").flatMap { $0.isEmpty ? nil : $0 }
        return ListQuery(
            offset: (page - 1) * count, count: count, match: field.map { ListQuery.Match(field: $0, text: string("value") ?? "") },
            sort: string("sortField").flatMap { $0.isEmpty ? nil : $0 }, isAscending: string("sortOrder") == "ascend")
    }
}
