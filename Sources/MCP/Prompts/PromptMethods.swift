import JSON

/// Serves `prompts/*` from a provider.
struct PromptMethods<Principal: Sendable>: Sendable {
    let provider: any PromptProvider<Principal>

    var handlers: [Method: MethodHandler<Principal>] {
        [
            .listPrompts: { invocation in
                let cursor = try ResourceMethods.cursor(invocation)
                return ListResult(page: try await provider.listPrompts(for: invocation.principal, after: cursor, context: invocation.context))
            },
            .getPrompt: { invocation in
                let params = invocation.call.params
                guard let name = params["name"]?.string else { throw MCPError.invalidParams("Param 'name' must be a string") }
                let arguments = try Self.texts(params["arguments"], "arguments")
                return try await provider.getPrompt(name, arguments: arguments, for: invocation.principal, context: invocation.context)
            },
        ]
    }

    /// Reads an object whose values are strings.
    static func texts(_ value: JSONValue?, _ name: String) throws(MCPError) -> [String: String] {
        guard let value, !value.isNull else { return [:] }
        guard let members = value.object else { throw MCPError.invalidParams("Param '\(name)' must be an object") }
        var texts: [String: String] = [:]
        for (key, value) in members {
            guard let text = value.string else { throw MCPError.invalidParams("Param '\(name).\(key.prefix(64))' must be a string") }
            texts[key] = text
        }
        return texts
    }
}
