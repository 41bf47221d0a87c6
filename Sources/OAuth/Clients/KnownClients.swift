/// Where real clients differ from their own metadata documents; for loopback addresses only.
enum KnownClients {
    private static let table: [String: [String]] = [
        // The document lists `/callback`.
        "https://opencode.ai/oauth/opencode/client.json": ["http://127.0.0.1/mcp/oauth/callback", "http://localhost/mcp/oauth/callback"]
    ]

    static func redirectURIs(of clientID: String) -> [RedirectURI] {
        table[clientID, default: []].compactMap { text in
            // A text of the table that cannot be registered adds nothing; a test reads the table.
            let uri = try? RedirectURI(registering: text)
            return uri.flatMap { $0.isLoopback ? $0 : nil }
        }
    }

    static var all: [String: [String]] { table }
}
