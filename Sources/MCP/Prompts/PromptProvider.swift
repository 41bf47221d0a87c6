/// The feature `prompts`: texts that the user can choose.
public protocol PromptProvider<Principal>: Sendable {
    /// The calling party. The provider decides what it may use.
    associatedtype Principal: Sendable

    /// A page of the principal's prompts.
    /// - Parameter cursor: nil for the first page, otherwise a cursor that the provider issued. Throw ``MCPError/unknownCursor`` for any
    ///   other.
    func listPrompts(for principal: Principal, after cursor: String?, context: CallContext) async throws -> ListPage<Prompt>

    /// Throw ``MCPError/unknownPrompt(_:)`` for a prompt that the principal cannot use. ``Prompt/check(_:)`` refuses missing arguments.
    func getPrompt(_ name: String, arguments: [String: String], for principal: Principal, context: CallContext) async throws -> GetPromptResult
}
