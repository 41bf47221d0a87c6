extension Settings {
    /// Settings with which the server starts but which should be changed: `serve` and `check` print them.
    package var warnings: [String] {
        guard isLoopback, trustedProxies.isEmpty, let publicURL, !Self.isLoopback(origin: publicURL) else { return [] }
        return [
            """
            public_url is \(publicURL), the server listens on loopback, and trusted_proxy names no proxy: every client has the proxy's address, so that one \
            stranger's wrong passwords or registrations hold everybody up, and address lists mean nothing. Start with --trusted-proxy 127.0.0.1 and let the \
            proxy set X-Forwarded-For
            """
        ]
    }

    private static func isLoopback(origin: String) -> Bool {
        let authority = origin.drop { $0 != "/" }.dropFirst(2)
        return ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix($0 + ":") }
    }
}
