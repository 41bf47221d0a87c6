public import JSON

/// A request to the client's model.
public struct SamplingRequest: Hashable, Sendable {
    /// One turn of the conversation.
    public struct Message: Hashable, Sendable {
        public var role: Role
        public var content: ContentBlock

        public init(_ role: Role, _ content: ContentBlock) {
            self.role = role
            self.content = content
        }
    }

    /// In chronological order.
    public var messages: [Message]
    /// Most tokens in the answer.
    public var maximumTokens: Int
    /// The system prompt.
    public var systemPrompt: String?
    /// Further members in wire format: `temperature`, `stopSequences`, `modelPreferences`, `metadata`, `includeContext`, and also `tools`
    /// and `toolChoice` if the client declared `sampling.tools`.
    public var options: JSONObject

    public init(_ messages: [Message], maximumTokens: Int, systemPrompt: String? = nil, options: JSONObject = JSONObject()) {
        self.messages = messages
        self.maximumTokens = maximumTokens
        self.systemPrompt = systemPrompt
        self.options = options
    }

    /// Creates a request with a single question.
    public init(_ question: String, maximumTokens: Int) {
        self.init([Message(.user, .text(question))], maximumTokens: maximumTokens)
    }

    var usesTools: Bool { options["tools"] != nil || options["toolChoice"] != nil }
}

/// The speaker of a message.
public enum Role: String, Hashable, Sendable {
    case user, assistant
}

/// The answer of the client's model.
public struct CreateMessageResult: Hashable, Sendable {
    /// The model's name as the client reports it.
    public var model: String
    /// The text of the answer, if it is a text.
    public var text: String?
    /// The content as the client sent it: one block, or several.
    public var content: JSONValue
    /// Why the model stopped, if the client reports it.
    public var stopReason: String?
}

/// A folder or file that the client works on.
public struct Root: Hashable, Sendable {
    /// A `file:` URI.
    public var uri: String
    /// Display name.
    public var name: String?
}
