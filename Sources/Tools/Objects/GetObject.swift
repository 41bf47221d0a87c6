import Access
import JSON

/// `get_role`, `get_user`, …: returns one object.
struct GetObject: Tool {
    typealias Input = ObjectSearch

    let kind: ObjectKind
    let domains: Domains

    var access: ToolAccess { kind.reading }
    var name: String { "get_\(kind.one)" }
    var title: String { "Get \(kind.article)" }
    var description: String { "Get one \(kind.one)." }
    var arguments: [Argument<Input>] {
        let id = Argument<Input>.text("id", \.id, "OWNER/NAME.").naming(kind.one)
        return [kind.keys.isEmpty ? id.required : id] + kind.keys
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        // The same text for an object that does not exist and for one of another organization.
        guard let found = try await kind.find(try ObjectCall(call, domains), input) else {
            throw Refusal(.notFound, "there is no such \(kind.one)")
        }
        return ToolOutcome(JSONFragment(.object(found)), rows: 1)
    }
}
