import Identity

extension ToolInput {
    /// The part of a list that a request and `field`, `value`, `sortField` and `sortOrder` ask for.
    func listQuery(_ request: PageRequest) -> ListQuery {
        let field = string("field").flatMap { $0.isEmpty ? nil : $0 }
        return ListQuery(
            offset: Int64(request.offset), count: Int64(request.count),
            match: field.map { ListQuery.Match(field: $0, text: string("value") ?? "") },
            sort: string("sortField").flatMap { $0.isEmpty ? nil : $0 }, isAscending: string("sortOrder") == "ascend")
    }
}
