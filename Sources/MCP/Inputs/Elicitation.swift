public import JSON

/// A question to the person who uses the client.
public struct Elicitation: Hashable, Sendable {
    /// How the person answers.
    public enum Mode: Hashable, Sendable {
        /// An object with flat properties, described by a JSON Schema. Never use it for secrets.
        case form(JSONValue)
        /// A page to open. Accepting means that the person agreed to open it, not that they did anything there.
        case url(String)
    }

    /// The text of the question.
    public var message: String
    public var mode: Mode

    public init(message: String, mode: Mode) {
        self.message = message
        self.mode = mode
    }

    /// A question that the person answers with yes or no.
    public static func confirmation(_ message: String, title: String) -> Elicitation {
        let confirmed: JSONValue = ["type": "boolean", "title": .string(title)]
        return Elicitation(
            message: message, mode: .form(["type": "object", "properties": ["confirmed": confirmed], "required": ["confirmed"]]))
    }
}

/// The person's answer.
public enum ElicitResult: Hashable, Sendable {
    /// The values of the form. Empty for a page.
    case accept(JSONObject)
    case decline
    case cancel

    /// Whether the person answered a ``Elicitation/confirmation(_:title:)`` with yes.
    public var isConfirmed: Bool {
        guard case .accept(let values) = self else { return false }
        return values["confirmed"]?.bool == true
    }
}
