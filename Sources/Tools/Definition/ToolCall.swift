package import Access
package import JSON
package import SQL

/// What a tool has beside its arguments: the caller's grant, the time that it has, and the way back to the client.
package struct ToolCall: Sendable {
    package let grant: Grant
    package let context: ToolContext
    /// As the client sent them, after the check against the schema.
    package let arguments: JSONObject

    package var caller: Caller { grant.caller }
    /// When the call must have ended, and the token that ends it early.
    package var bounds: CallBounds { context.bounds }
}
