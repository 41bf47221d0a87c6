import JSON

/// A request for something that a handler needs from the client before it can continue.
public enum InputRequest: Hashable, Sendable {
    case elicitation(Elicitation)
    case sampling(SamplingRequest)
    case roots

    var method: String {
        switch self {
        case .elicitation: "elicitation/create"
        case .sampling: "sampling/createMessage"
        case .roots: "roots/list"
        }
    }

    /// The capabilities that the client must have declared, in the structure of its capabilities object.
    var requiredCapabilities: JSONObject {
        switch self {
        case .elicitation(let elicitation):
            if case .url = elicitation.mode { ["elicitation": ["url": [:]]] } else { ["elicitation": [:]] }
        case .sampling(let request): request.usesTools ? ["sampling": ["tools": [:]]] : ["sampling": [:]]
        case .roots: ["roots": [:]]
        }
    }

    /// Whether a client with these capabilities supports the request in a revision.
    func isTaken(by client: ClientCapabilities, in revision: Revision) -> Bool {
        switch self {
        case .elicitation(let elicitation):
            guard revision >= .v2025_06_18 else { return false }
            if case .form = elicitation.mode { return client.elicitsForms }
            return revision >= .v2025_11_25 && client.declared["elicitation"]?["url"]?.object != nil
        case .sampling(let request):
            guard client.contains("sampling") else { return false }
            return !request.usesTools || (revision >= .v2025_11_25 && client.declared["sampling"]?["tools"]?.object != nil)
        case .roots: return client.contains("roots")
        }
    }

    /// Writes the members of the request's `params`.
    /// - Parameter elicitationID: identifies the request to open a page, in revisions that require an id.
    func writeParams(into writer: inout JSONWriter, revision: Revision, elicitationID: String? = nil) {
        switch self {
        case .elicitation(let elicitation):
            switch elicitation.mode {
            case .form(let schema):
                if revision >= .v2025_11_25 { writer.member("mode", "form") }
                writer.member("message", elicitation.message)
                writer.key("requestedSchema")
                writer.value(schema)
            case .url(let url):
                writer.member("mode", "url")
                writer.member("message", elicitation.message)
                writer.member("url", url)
                if let elicitationID { writer.member("elicitationId", elicitationID) }
            }
        case .sampling(let request):
            writer.key("messages")
            writer.array { writer in
                for message in request.messages {
                    writer.object { writer in
                        writer.member("role", message.role.rawValue)
                        writer.key("content")
                        message.content.write(into: &writer, revision: revision, structured: nil)
                    }
                }
            }
            writer.key("maxTokens")
            writer.int(request.maximumTokens)
            if let systemPrompt = request.systemPrompt { writer.member("systemPrompt", systemPrompt) }
            for (key, value) in request.options where !["messages", "maxTokens", "systemPrompt"].contains(key) {
                writer.key(key)
                writer.value(value)
            }
        case .roots: break
        }
    }
}
