import Access
import Identity
import JSON

/// `add_role`, `add_user`, …: adds an object, whose members are given.
struct AddObject: Tool {
    struct Input: ToolArguments {
        var object: JSONObject = [:]
    }

    typealias Add = @Sendable (ObjectCall, ObjectOwner, Name, Patch) async throws -> JSONObject

    let kind: ObjectKind
    let domains: Domains
    let add: Add

    var access: ToolAccess { kind.writing(by: kind.makers, secrets: kind.secrets) }
    var name: String { "add_\(kind.one)" }
    var title: String { "Add \(kind.article)" }
    var description: String { "Add \(kind.article).\(kind.note)" }
    var arguments: [Argument<Input>] {
        [.wholeObject(kind.one, \.object, kind.schema("The new \(kind.one).", requiring: ["name"])).required.naming(kind.one)]
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let objects = try ObjectCall(call, domains)
        let name = try kind.name(of: input.object, for: call.caller)
        do {
            let owner = kind.ownsItself ? .server : try await objects.owner(name.owner)
            let made = try await add(objects, owner, try Name(parsing: name.name), Patch(input.object))
            return .done("Successfully added \(kind.one)", kind.one, made, [kind.subject(made)])
        } catch let error as IdentityError where error.code == .conflict && kind.missing == nil {
            throw Refusal(.conflict, kind.unchanged)
        }
    }
}

extension Argument {
    /// An argument with the members of an object.
    static func wholeObject(_ name: String, _ path: Path<JSONObject>, _ schema: JSONValue) -> Argument {
        Argument(name, schema: schema) { value, input in input[keyPath: path] = value.object ?? [:] }
    }
}
