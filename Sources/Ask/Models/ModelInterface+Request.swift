import JSON
import Store

/// The prompt for a model: its task, and the question with the permitted parts of the schema.
struct ModelPrompt: Sendable {
    var system: String
    var messages: [Message]

    /// Size of the whole prompt. Unit: bytes.
    var length: Int { messages.reduce(system.utf8.count) { $0 + $1.text.utf8.count } }

    struct Message: Sendable {
        enum Role: String, Sendable { case user, assistant }

        let role: Role
        let text: String
    }
}

extension LanguageModel.Interface {
    /// The path below the model's URL.
    var path: String {
        switch self {
        case .openai: "/chat/completions"
        case .anthropic: "/v1/messages"
        }
    }

    func headers(key: Secret?) -> [(name: String, value: String)] {
        switch self {
        case .openai: key.map { [(name: "Authorization", value: "Bearer \($0.text)")] } ?? []
        case .anthropic: [(name: "anthropic-version", value: "2023-06-01")] + (key.map { [(name: "x-api-key", value: $0.text)] } ?? [])
        }
    }

    /// Most tokens of a reply, for APIs that require a limit.
    private static let maximumTokens: Int64 = 2_048

    /// - Parameter isPlain: whether to omit options that some servers refuse: the temperature, and the request to report the cost.
    func body(_ prompt: ModelPrompt, to model: String, isPlain: Bool) -> [UInt8] {
        var members: JSONObject = ["model": .string(model), "stream": true]
        if !isPlain {
            members["temperature"] = 0
            if self == .openai { members["stream_options"] = ["include_usage": true] }
        }
        var said = prompt.messages.map { Self.message($0.role.rawValue, $0.text) }
        switch self {
        case .openai: said.insert(Self.message("system", prompt.system), at: 0)
        case .anthropic:
            members["max_tokens"] = .number(JSONNumber(Self.maximumTokens))
            members["system"] = .string(prompt.system)
        }
        members["messages"] = .array(said)
        return JSONValue.object(members).serialized
    }

    private static func message(_ role: String, _ text: String) -> JSONValue { ["role": .string(role), "content": .string(text)] }
}
