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
