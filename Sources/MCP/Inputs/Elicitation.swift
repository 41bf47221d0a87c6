public import JSON

/// A question to the person who uses the client.
public struct Elicitation: Hashable, Sendable {
    /// The way in which the person answers.
    public enum Mode: Hashable, Sendable {
        /// Fields of an object with flat properties, described by a JSON Schema. Never for secrets.
        case form(JSONValue)
        /// A page to open; accepting means that the person agreed to open it, not that anything is done there.
        case url(String)
    }

    /// The text of the question.
    public var message: String
    public var mode: Mode

    public init(message: String, mode: Mode) {
        self.message = message
        self.mode = mode
    }

    /// A question that is answered with yes or no.
    public static func confirmation(_ message: String, title: String) -> Elicitation {
        let confirmed: JSONValue = ["type": "boolean", "title": .string(title)]
        return Elicitation(
            message: message, mode: .form(["type": "object", "properties": ["confirmed": confirmed], "required": ["confirmed"]]))
    }
}

/// The person's answer.
public enum ElicitResult: Hashable, Sendable {
    /// The form's values; empty for a page.
    case accept(JSONObject)
    case decline
    case cancel

    /// Whether a ``Elicitation/confirmation(_:title:)`` was answered with yes.
    public var isConfirmed: Bool {
        guard case .accept(let values) = self else { return false }
        return values["confirmed"]?.bool == true
    }
}
