import JSON

/// A prompt with its arguments filled in: the first messages of a conversation.
public struct GetPromptResult: Hashable, Sendable {
    /// One message of the conversation.
    public struct Message: Hashable, Sendable {
        public var role: Role
        public var content: ContentBlock

        public init(_ role: Role, _ content: ContentBlock) {
            self.role = role
            self.content = content
        }
    }

    public var description: String?
    /// In chronological order.
    public var messages: [Message]

    public init(description: String? = nil, _ messages: [Message]) {
        self.description = description
        self.messages = messages
    }

    /// Creates a prompt of one text, spoken by the user.
    public init(description: String? = nil, text: String) { self.init(description: description, [Message(.user, .text(text))]) }
}

extension GetPromptResult: ResultBody {
    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        if let description { writer.member("description", description) }
        writer.key("messages")
        writer.array { writer in
            for message in messages {
                writer.object { writer in
                    writer.member("role", message.role.rawValue)
                    writer.key("content")
                    message.content.write(into: &writer, revision: revision, structured: nil)
                }
            }
        }
    }
}
