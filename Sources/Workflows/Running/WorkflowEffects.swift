package import Access
package import JSON
package import Outbound

/// The effects that nodes can have outside the workflow.
package struct WorkflowEffects: Sendable {
    /// One call of a tool as a caller, decided, checked and logged like every other; gives the structured answer.
    package let call: @Sendable (_ tool: String, _ arguments: JSONObject, _ caller: Caller) async throws -> JSONValue
    /// Sends HTTP requests.
    package let client: OutboundClient
    /// The refusal that a client receives for a failure; nil for an internal failure.
    package let refusal: @Sendable (any Error) -> Refusal?

    package init(
        call: @escaping @Sendable (String, JSONObject, Caller) async throws -> JSONValue, client: OutboundClient,
        refusal: @escaping @Sendable (any Error) -> Refusal?
    ) {
        (self.call, self.client, self.refusal) = (call, client, refusal)
    }
}
