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

    /// In order.
    public var messages: [Message]
    /// Most tokens of the answer.
    public var maximumTokens: Int
    /// The system prompt.
    public var systemPrompt: String?
    /// Further members as the wire has them: `temperature`, `stopSequences`, `modelPreferences`, `metadata`, `includeContext`; `tools` and
    /// `toolChoice`, for which the client must have declared `sampling.tools`.
    public var options: JSONObject

    public init(_ messages: [Message], maximumTokens: Int, systemPrompt: String? = nil, options: JSONObject = JSONObject()) {
        self.messages = messages
        self.maximumTokens = maximumTokens
        self.systemPrompt = systemPrompt
        self.options = options
    }

    /// A single question.
    public init(_ question: String, maximumTokens: Int) {
        self.init([Message(.user, .text(question))], maximumTokens: maximumTokens)
    }

    var usesTools: Bool { options["tools"] != nil || options["toolChoice"] != nil }
}

/// Who speaks in a conversation.
public enum Role: String, Hashable, Sendable {
    case user, assistant
}

/// What the client's model answered.
public struct CreateMessageResult: Hashable, Sendable {
    /// As the client named it.
    public var model: String
    /// The text of the answer, when it is one.
    public var text: String?
    /// The content as it came: one block, or several.
    public var content: JSONValue
    /// Why the model stopped, when the client said.
    public var stopReason: String?
}

/// A folder or file of the client.
public struct Root: Hashable, Sendable {
    /// A `file:` URI.
    public var uri: String
    /// Name for people.
    public var name: String?
}
