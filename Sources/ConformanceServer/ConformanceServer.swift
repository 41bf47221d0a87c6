import MCP

/// Serves the fixtures of the protocol's conformance suite without authentication, until it is killed or its input ends.
///
/// Usage: `ConformanceServer [PORT]` listens on the loopback interface, by default on any free port, and prints the URL of the endpoint.
/// `ConformanceServer stdio` serves standard input and output.
@main
enum ConformanceServer {
    static func main() async throws {
        let argument = CommandLine.arguments.dropFirst().first
        if argument == "stdio" {
            let connection = StdioConnection(try Fixtures.server(), principal: Visitor())
            return try await connection.run(StandardStreams.input, write: StandardStreams.write)
        }
        let listener = try await HTTPListener.start(Fixtures.server(), port: argument.flatMap { Int($0) } ?? 0)
        try await StandardStreams.write(Array("http://127.0.0.1:\(listener.port)/mcp\n".utf8))
        try await listener.wait()
    }
}
