public import JSON

/// The feature `tools`: which tools a principal has, and how they run.
public protocol ToolProvider<Principal>: Sendable {
    /// Who asks; what it may do is the provider's business.
    associatedtype Principal: Sendable

    /// The principal's first page of tools. Throw ``MCPError`` to refuse.
    func listTools(for principal: Principal, context: CallContext) async throws -> ToolList

    /// A later page. The default knows no cursor and refuses every one.
    func listTools(for principal: Principal, after cursor: String, context: CallContext) async throws -> ToolList

    /// The arguments of a tool that are repeated as headers; empty for a tool that the principal does not have.
    func headerParameters(of tool: String, for principal: Principal) -> [HeaderParameter]

    /// Whether any tool may go on as a task. The extension is advertised when one does and the server keeps tasks.
    var offersTasks: Bool { get }

    /// The tool that a call runs: another one where a tool calls tools by name. Tasks, their right and their form of response go by it.
    func calledTool(_ tool: String, arguments: JSONObject, for principal: Principal) -> String

    /// Whether a call of the tool may go on as a task. Asked only where ``offersTasks`` says so.
    func taskSupport(of tool: String, for principal: Principal) -> TaskSupport

    /// Whether the principal may have a tool's results at this moment: asked before a task's result is returned. The default says yes.
    func isOpen(_ tool: String, to principal: Principal) async -> Bool

    /// Whether calls of the tool end soon. Such a call is answered without an event stream being prepared for it, unless its client asked for
    /// progress or for log messages.
    func isBrief(_ tool: String, for principal: Principal) -> Bool

    /// What a client must have declared for a tool to be of use, in the shape of its capabilities; nil for nothing. Modern clients without it
    /// are refused before the tool runs.
    func requiredCapabilities(of tool: String, for principal: Principal) -> JSONObject?

    /// Runs a tool.
    ///
    /// Return a result with `isError` for wrong arguments and failed work, so that a model can mend its call. Throw ``MCPError``
    /// when the call itself is refused, ``MCPError/unknownTool(_:)`` among others. Anything else thrown becomes -32603 and is only reported.
    func callTool(_ name: String, arguments: JSONObject, for principal: Principal, context: CallContext) async throws -> CallToolResult
}

extension ToolProvider {
    /// Refuses the cursor: a provider of one page has issued none.
    public func listTools(for principal: Principal, after cursor: String, context: CallContext) async throws -> ToolList {
        throw MCPError.unknownCursor
    }

    /// No argument is repeated as a header.
    public func headerParameters(of tool: String, for principal: Principal) -> [HeaderParameter] { [] }

    public var offersTasks: Bool { false }

    /// The tool itself.
    public func calledTool(_ tool: String, arguments: JSONObject, for principal: Principal) -> String { tool }

    /// Every call answers its request.
    public func taskSupport(of tool: String, for principal: Principal) -> TaskSupport { .never }

    /// The principal that began a task may read its result.
    public func isOpen(_ tool: String, to principal: Principal) async -> Bool { true }

    /// Nothing is known of the tool.
    public func isBrief(_ tool: String, for principal: Principal) -> Bool { false }

    /// Nothing is required.
    public func requiredCapabilities(of tool: String, for principal: Principal) -> JSONObject? { nil }
}

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
