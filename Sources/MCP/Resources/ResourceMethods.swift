import JSON

/// Serves `resources/*` from a provider.
struct ResourceMethods<Principal: Sendable>: Sendable {
    let provider: any ResourceProvider<Principal>

    /// The handlers, except those of subscriptions, which belong to a session.
    var handlers: [Method: MethodHandler<Principal>] {
        [
            .listResources: { invocation in
                let cursor = try Self.cursor(invocation)
                return ListResult(page: try await provider.listResources(for: invocation.principal, after: cursor, context: invocation.context))
            },
            .listResourceTemplates: { invocation in
                let cursor = try Self.cursor(invocation)
                return ListResult(
                    page: try await provider.listResourceTemplates(for: invocation.principal, after: cursor, context: invocation.context))
            },
            .readResource: { invocation in
                guard let uri = invocation.call.params["uri"]?.string else { throw MCPError.invalidParams("Param 'uri' must be a string") }
                let result = try await provider.readResource(uri, for: invocation.principal, context: invocation.context)
                guard !result.contents.isEmpty else { throw MCPError.unknownResource(uri) }
                return result
            },
        ]
    }

    static func cursor(_ invocation: Invocation<Principal>) throws -> String? {
        switch invocation.call.params["cursor"] {
        case nil, .null: nil
        case .string(let cursor): cursor
        default: throw MCPError.invalidParams("Param 'cursor' must be a string")
        }
    }
}
