import Access
import JSON
import SQL

/// What a tool has beside its arguments: the caller's grant, the time that it has, and the way back to the client.
struct ToolCall: Sendable {
    let grant: Grant
    let context: ToolContext
    /// As the client sent them, after the check against the schema.
    let arguments: JSONObject

    var caller: Caller { grant.caller }
    /// When the call must have ended, and the token that ends it early.
    var bounds: CallBounds { context.bounds }
}
