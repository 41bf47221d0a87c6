/// What a server offers. A capability is advertised exactly when its feature is there.
public struct Features<Principal: Sendable>: Sendable {
    /// Tools to list and call.
    public var tools: (any ToolProvider<Principal>)?
    /// Whether ``CallContext/log(_:_:logger:)`` reaches clients.
    public var logging: Bool

    public init(tools: (any ToolProvider<Principal>)? = nil, logging: Bool = false) {
        self.tools = tools
        self.logging = logging
    }

    var advertised: ServerCapabilities { ServerCapabilities(tools: tools != nil, logging: logging) }
}
