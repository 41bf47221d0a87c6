import JSON

/// `tools/list` and `tools/call` on a provider.
struct ToolMethods<Principal: Sendable>: Sendable {
    let provider: any ToolProvider<Principal>

    var handlers: [Method: MethodHandler<Principal>] {
        [.listTools: { try await list($0) }, .callTool: { try await call($0) }]
    }

    private func list(_ invocation: Invocation<Principal>) async throws -> any ResultBody {
        switch invocation.call.params["cursor"] {
        case nil, .null: try await provider.listTools(for: invocation.principal, context: invocation.context)
        case .string(let cursor): try await provider.listTools(for: invocation.principal, after: cursor, context: invocation.context)
        default: throw MCPError.invalidParams("Param 'cursor' must be a string")
        }
    }

    private func call(_ invocation: Invocation<Principal>) async throws -> any ResultBody {
        let params = invocation.call.params
        guard let name = params["name"]?.string else { throw MCPError.invalidParams("Param 'name' must be a string") }
        let arguments: JSONObject
        switch params["arguments"] {
        case nil, .null: arguments = JSONObject()
        case .object(let object): arguments = object
        default: throw MCPError.invalidParams("Param 'arguments' must be an object")
        }
        if let fields = invocation.call.mirroredFields {
            try HeaderParameter.check(provider.headerParameters(of: name, for: invocation.principal), arguments: arguments, fields: fields)
        }
        if invocation.call.revision.era == .modern, let required = provider.requiredCapabilities(of: name, for: invocation.principal) {
            guard invocation.call.capabilities.include(required) else { throw MCPError.missingClientCapability(required) }
        }
        return try await provider.callTool(name, arguments: arguments, for: invocation.principal, context: invocation.context)
    }
}
