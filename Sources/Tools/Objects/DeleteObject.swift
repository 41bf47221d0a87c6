import Access
import JSON

/// `delete_role`, `delete_user`, …: deletes one object, by its owner and name.
struct DeleteObject: Tool {
    struct Input: ToolArguments {
        var object: JSONObject = [:]
    }

    let kind: ObjectKind
    let domains: Domains

    var access: ToolAccess { kind.writing(by: kind.makers, secrets: .none) }
    let destroys = true
    var name: String { "delete_\(kind.one)" }
    var title: String { "Delete \(kind.article)" }
    var description: String { "Delete \(kind.article)." }
    var arguments: [Argument<Input>] {
        let schema: JSONValue = [
            "type": "object", "description": .string("The \(kind.one) by owner and name."),
            "properties": ["owner": ["type": "string"], "name": ["type": "string"]], "required": ["name"],
        ]
        return [.wholeObject(kind.one, \.object, schema).listed(as: Property.object("Its owner and name.")).required.naming(kind.one)]
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let objects = try ObjectCall(call, domains)
        let name = try kind.name(of: input.object, for: call.caller)
        guard let known = try await kind.find(objects, ObjectSearch(name)), Self.agrees(input.object, with: known) else {
            throw Refusal(.notFound, kind.unchanged)
        }
        try await kind.delete(objects, name)
        return .done("Successfully deleted \(kind.one)", "id", .string(name.description), [kind.subject(known)])
    }

    /// Whether an organization, if given in addition to owner and name, is the object's.
    private static func agrees(_ object: JSONObject, with known: JSONObject) -> Bool {
        guard let organization = object["organization"]?.string, !organization.isEmpty, let own = known["organization"]?.string else { return true }
        return organization == own
    }
}
