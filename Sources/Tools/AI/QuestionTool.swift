import Access
import Ask
import JSON

/// What the question server's tools have in common: members with the scope `ask` may call them, a token among the arguments can identify
/// the caller, and failures carry the HTTP status that clients of that server expect.
protocol QuestionTool: Tool {
    var chats: Chats { get }
    var secrets: ToolSecrets { get }
}

extension QuestionTool {
    var access: ToolAccess { ToolAccess(.ai, scope: .one(.ask), audience: .members, effect: .reads, secrets: secrets) }
    var tellsStatus: Bool { true }
    var acceptsNull: Bool { true }

    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal {
        try await QuestionCaller(chats: chats).principal(for: arguments, of: principal)
    }
}

extension Argument {
    /// A token of the question server, for clients that send none in a header.
    static var token: Argument {
        Argument("token", schema: Property.string("access_token of mcp_start.")) { _, _ in }
    }

    /// A workspace's id, read before the call is authorized, because it decides in which workspace the call is.
    static var workspaceID: Argument {
        Argument(
            "oid", schema: ["type": ["string", "integer"], "description": "From mcp_ws_list; the last one used when absent."]
        ) {
            _, _ in
        }
    }

    /// A whole number, which clients may also send as text.
    static func number(_ name: String, _ path: Path<Int64?>, _ description: String) -> Argument {
        Argument(name, schema: ["type": ["integer", "string"], "description": .string(description)]) { value, input in
            guard let id = QuestionCaller.id(value) else { throw Refusal(.invalidArgument, "argument '\(name)': expected a whole number") }
            input[keyPath: path] = id
        }
    }

    /// A name or a number, as text.
    static func label(_ name: String, _ path: Path<String?>, _ description: String) -> Argument {
        Argument(name, schema: ["type": ["integer", "string"], "description": .string(description)]) { value, input in
            input[keyPath: path] = QuestionCaller.label(value)
        }
    }
}

extension ToolOutcome {
    /// A list for clients of the question server: the text is the bare list, the structured result has it as `data`.
    static func plainList<Element>(_ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) -> ToolOutcome {
        var outcome = ToolOutcome.object(rows: elements.count) { writer in writer.member("data", elements, body) }
        let list = JSONFragment { writer in
            writer.array { writer in
                for element in elements { writer.object { body(&$0, element) } }
            }
        }
        outcome.text = .whole(String(decoding: list.bytes, as: UTF8.self))
        return outcome
    }
}
