package import MCP
package import SQL

/// What a handler has besides its grant and input: the request it runs in, and how long it may take.
package struct ToolContext: Sendable {
    /// When the call must have ended, and the token that ends it early; passed to every database call.
    package let bounds: CallBounds
    /// The way back to the client: progress, log messages, questions.
    package let call: CallContext

    package init(bounds: CallBounds, call: CallContext) {
        self.bounds = bounds
        self.call = call
    }
}
