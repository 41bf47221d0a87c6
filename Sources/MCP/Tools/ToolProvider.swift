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

    /// Runs a tool.
    ///
    /// Return a result with `isError` for wrong arguments and failed work, so that a model can mend its call. Throw ``MCPError``
    /// when the call itself is refused, ``MCPError/unknownTool(_:)`` among others. Anything else thrown becomes -32603 and is only reported.
    func callTool(_ name: String, arguments: JSONObject, for principal: Principal, context: CallContext) async throws -> CallToolResult
}

extension ToolProvider {
    /// Refuses the cursor: a provider of one page has issued none.
    public func listTools(for principal: Principal, after cursor: String, context: CallContext) async throws -> ToolList {
        throw MCPError.invalidParams("Unknown cursor")
    }

    /// No argument is repeated as a header.
    public func headerParameters(of tool: String, for principal: Principal) -> [HeaderParameter] { [] }
}
