public import JSON

/// The feature `tools`: lists the tools of a principal and runs them.
public protocol ToolProvider<Principal>: Sendable {
    /// The calling party. The provider decides what it may use.
    associatedtype Principal: Sendable

    /// The first page of the principal's tools. Throw ``MCPError`` to refuse.
    func listTools(for principal: Principal, context: CallContext) async throws -> ToolList

    /// A later page. The default implementation refuses every cursor.
    func listTools(for principal: Principal, after cursor: String, context: CallContext) async throws -> ToolList

    /// The tool's arguments that clients repeat as headers. Empty for a tool that the principal cannot use.
    func headerParameters(of tool: String, for principal: Principal) -> [HeaderParameter]

    /// Whether any tool's calls may continue as tasks. If so, and if the server stores tasks, it advertises the extension.
    var offersTasks: Bool { get }

    /// The tool that a call really runs. It differs from the named tool when that tool calls others by name. Task support, rights and
    /// response format depend on the tool that runs.
    func calledTool(_ tool: String, arguments: JSONObject, for principal: Principal) -> String

    /// Whether a call of the tool may continue as a task. Called only if ``offersTasks`` is true.
    func taskSupport(of tool: String, for principal: Principal) -> TaskSupport

    /// Whether the principal may receive the tool's results now. Called before a task's result is returned. The default implementation
    /// returns true.
    func isOpen(_ tool: String, to principal: Principal) async -> Bool

    /// Whether calls of the tool end soon. The server then responds without preparing an event stream, unless the client asked for progress
    /// or log messages.
    func isBrief(_ tool: String, for principal: Principal) -> Bool

    /// The capabilities that the client must have declared for the tool, in the structure of the capabilities object. Nil for none. The
    /// server refuses modern clients without them before the tool runs.
    func requiredCapabilities(of tool: String, for principal: Principal) -> JSONObject?

    /// Runs a tool.
    ///
    /// Return a result with `isError` for invalid arguments and failed work, so that a model can correct its call. Throw ``MCPError`` when
    /// the call itself is refused, for example ``MCPError/unknownTool(_:)``. Any other error becomes -32603; its details are only reported.
    func callTool(_ name: String, arguments: JSONObject, for principal: Principal, context: CallContext) async throws -> CallToolResult
}

extension ToolProvider {
    /// Refuses the cursor, because a provider of one page issues none.
    public func listTools(for principal: Principal, after cursor: String, context: CallContext) async throws -> ToolList {
        throw MCPError.unknownCursor
    }

    /// Returns no parameters.
    public func headerParameters(of tool: String, for principal: Principal) -> [HeaderParameter] { [] }

    public var offersTasks: Bool { false }

    /// Returns the named tool.
    public func calledTool(_ tool: String, arguments: JSONObject, for principal: Principal) -> String { tool }

    /// Returns ``TaskSupport/never``.
    public func taskSupport(of tool: String, for principal: Principal) -> TaskSupport { .never }

    /// Returns true.
    public func isOpen(_ tool: String, to principal: Principal) async -> Bool { true }

    /// Returns false.
    public func isBrief(_ tool: String, for principal: Principal) -> Bool { false }

    /// Returns nil.
    public func requiredCapabilities(of tool: String, for principal: Principal) -> JSONObject? { nil }
}

/// Serves `tools/list` and `tools/call` from a provider.
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
