/// The feature `prompts`: texts that a person can choose.
public protocol PromptProvider<Principal>: Sendable {
    /// Who asks; what it may do is the provider's business.
    associatedtype Principal: Sendable

    /// A page of the principal's prompts.
    /// - Parameter cursor: nil for the first page; else one that the provider gave. Throw ``MCPError/unknownCursor`` for any other.
    func listPrompts(for principal: Principal, after cursor: String?, context: CallContext) async throws -> ListPage<Prompt>

    /// Throw ``MCPError/unknownPrompt(_:)``; ``Prompt/check(_:)`` refuses missing arguments.
    func getPrompt(_ name: String, arguments: [String: String], for principal: Principal, context: CallContext) async throws -> GetPromptResult
}
