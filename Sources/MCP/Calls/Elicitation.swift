public import JSON

/// A question to the person behind the client.
public struct Elicitation: Hashable, Sendable {
    /// How the person answers.
    public enum Mode: Hashable, Sendable {
        /// Fields of an object with flat properties, described by a JSON Schema. Never for secrets.
        case form(JSONValue)
        /// A page to open; accepting means that the person agreed to open it.
        case url(String)
    }

    /// What the person reads.
    public var message: String
    /// How the person answers.
    public var mode: Mode

    public init(message: String, mode: Mode) {
        self.message = message
        self.mode = mode
    }
}

/// What the person answered.
public enum ElicitationAnswer: Hashable, Sendable {
    /// The form's values; empty for a page.
    case accept(JSONObject)
    case decline
    case cancel
}

/// Why a question was not put.
public struct AskError: Error, Hashable, Sendable {
    enum Value: String { case notSupported = "not_supported" }
    let value: Value

    /// The client, its revision or its transport cannot carry questions.
    public static let notSupported = AskError(value: .notSupported)
}
