import Access
import Identity
import Store

/// `get_roles`, `get_users`, …: lists the objects of one kind.
struct ListObjects: Tool {
    enum Direction: String, CaseIterable {
        case ascend, descend
    }

    struct Input: ToolArguments {
        var owner = ""
        var page = PageArguments()
        var field = ""
        var value = ""
        var sortField = ""
        var direction = Direction.descend
        var members: [String]?
    }

    let kind: ObjectKind
    let domains: Domains

    var access: ToolAccess { kind.reading }
    var name: String { "get_\(kind.many)" }
    var title: String { "List \(kind.many)" }
    var description: String { "Get all \(kind.many) for a specific owner, newest first." }
    var arguments: [Argument<Input>] {
        let owner = Argument<Input>.text("owner", \.owner, kind.owners).required
        return [
            kind.ownsItself ? owner : owner.naming("organization"), .pageNumber(\.page),
            .pageSize(\.page, "Per page.", upTo: ListQuery.maximumCount), .cursor(\.page),
            .text("field", \.field, "Member to search in."), .text("value", \.value, "Text to find."),
            .text("sortField", \.sortField, "A member."), .choice("sortOrder", \.direction, "descend when absent."),
            .texts("fields", \.members, "Only these members."),
        ]
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let objects = try ObjectCall(call, domains)
        let request = try PageRequest(name, input.page, call, domains.store.secrets)
        let query = ListQuery(
            try request.part(), match: input.field.isEmpty ? nil : ListQuery.Match(field: input.field, text: input.value),
            sort: input.sortField.isEmpty ? nil : input.sortField, isAscending: input.direction == .ascend)
        return try .list(try await kind.list(objects, try await objects.owner(input.owner), query), of: request, fields: input.members)
    }
}
