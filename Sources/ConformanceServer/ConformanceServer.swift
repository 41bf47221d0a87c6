import MCP

/// Serves the fixtures of the protocol's conformance suite on the loopback interface, without authentication, until it is killed.
///
/// Usage: `ConformanceServer [PORT]`; without a port any free one. Prints the URL of the endpoint.
@main
enum ConformanceServer {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
        let listener = try await HTTPListener.start(Fixtures.server(), port: port)
        print("http://127.0.0.1:\(listener.port)/mcp")
        try await listener.wait()
    }
}
