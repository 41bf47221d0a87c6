import JSON

/// Serves `resources/subscribe` and `resources/unsubscribe` of the legacy era. They belong to a session or a connection.
struct SubscriptionMethods<Principal: Sendable>: Sendable {
    let provider: any ResourceProvider<Principal>

    var handlers: [Method: MethodHandler<Principal>] {
        [
            .subscribe: { invocation in
                let (peer, uri) = try Self.target(invocation.call)
                guard let topic = try await provider.topic(of: uri, for: invocation.principal) else { throw MCPError.unknownResource(uri) }
                try await peer.subscribe(uri, topic: topic)
                return EmptyResult()
            },
            .unsubscribe: { invocation in
                let (peer, uri) = try Self.target(invocation.call)
                try await peer.unsubscribe(uri)
                return EmptyResult()
            },
        ]
    }

    private static func target(_ call: Call) throws(MCPError) -> (any LegacyPeer, String) {
        guard let peer = call.peer else { throw MCPError.invalidRequest("Subscriptions need the header Mcp-Session-Id of a handshake") }
        guard let uri = call.params["uri"]?.string else { throw MCPError.invalidParams("Param 'uri' must be a string") }
        return (peer, uri)
    }
}
