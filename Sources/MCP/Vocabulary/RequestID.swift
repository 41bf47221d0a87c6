public import JSON

/// The id of a request, or a progress token: a string or an integer, echoed as it came.
public enum RequestID: Hashable, Sendable {
    case string(String)
    case number(JSONNumber)

    /// Reads an id; nil for anything that is not a string or an integer (JSON-RPC 2.0 §4, narrowed by MCP).
    public init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .number(let number) where number.int != nil: self = .number(number)
        default: return nil
        }
    }

    /// The id as JSON.
    var value: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): .number(number)
        }
    }

    func write(into writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .number(let number): writer.number(number)
        }
    }
}

extension RequestID {
    /// The id of a serialized request, if it is one.
    init?(ofMessage bytes: [UInt8], limits: JSONLimits) {
        // A body that cannot be read has no id, and its own fault is not the one to report here.
        guard let message = try? JSONValue(parsing: bytes, limits: limits), let id = message["id"] else { return nil }
        self.init(id)
    }
}
