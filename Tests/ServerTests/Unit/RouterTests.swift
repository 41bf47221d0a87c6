import Testing

@testable import Server

@Suite("The routes of the listeners")
struct RouterTests {
    /// The names of the routes that run on the event loop of their connection.
    private static func brief(_ router: Router, _ more: [String]) -> Set<String> {
        let paths = router.table.keys.map { $0.replacing("…", with: "x") } + more
        return Set(paths.compactMap { router.find($0[...])?.route }.filter(\.isBrief).map(\.name))
    }

    @Test("I17 event loops run the endpoints of MCP, calls of tools and the sign of life, and nothing else: no page, no token, no document")
    func brief() async throws {
        try await RunningServer.run([.askPort: "0"]) { server in
            #expect(Self.brief(server.composition.router, ["/api/mcp", "/api/sse", "/nothing"]) == ["live", "mcp", "sse", "tools"])
            #expect(Self.brief(server.composition.questionRouter, ["/mcp", "/mcp/messages"]) == ["live", "mcp", "sse"])
        }
    }
}
