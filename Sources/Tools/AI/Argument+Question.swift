import JSON

extension Argument {
    /// A token of the question server, for clients that send none in a header.
    static var token: Argument {
        Argument("token", schema: Property.string("access_token of mcp_start.")) { _, _ in }
    }

    /// A workspace's id; read before the call is decided, since it says where the call belongs.
    static var workspaceID: Argument {
        Argument(
            "oid", schema: ["type": ["string", "integer"], "description": "From mcp_ws_list; the last one used when absent."]
        ) {
            _, _ in
        }
    }

    /// A whole number, which clients also send as text.
    static func number(_ name: String, _ path: Path<Int64?>, _ description: String) -> Argument {
        Argument(name, schema: ["type": ["integer", "string"], "description": .string(description)]) { value, input in
            input[keyPath: path] = QuestionCaller.id(value)
        }
    }

    /// A name or a number, as text.
    static func label(_ name: String, _ path: Path<String?>, _ description: String) -> Argument {
        Argument(name, schema: ["type": ["integer", "string"], "description": .string(description)]) { value, input in
            input[keyPath: path] = QuestionCaller.text(value) ?? value.int.map(String.init)
        }
    }
}
