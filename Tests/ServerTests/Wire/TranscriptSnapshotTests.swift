import GatehouseTesting
import Testing

@testable import Server

/// The responses of every route of every listener, recorded as text: status, fields and body for requests that differ in one thing each.
@Suite("Transcripts of every route")
struct TranscriptSnapshotTests {
    private static let json: (name: String, value: String) = ("Content-Type", "application/json")
    private static let page: (name: String, value: String) = ("Origin", "http://localhost:3000")

    /// Requests of one path that differ in one thing each.
    private static func asks(_ path: String, key: String) -> [(label: String, ask: Ask)] {
        let bearer: (name: String, value: String) = ("Authorization", "Bearer \(key)")
        let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map { method in
            (method, Ask(method: method, path: path, fields: [json], body: ["POST", "PUT", "PATCH"].contains(method) ? "{}" : nil))
        }
        func post(_ fields: (name: String, value: String)..., body: String = "{}") -> Ask { Ask(path: path, fields: fields, body: body) }
        return methods + [
            ("GET for a page", .get(path, fields: [("Accept", "text/html")])),
            ("GET of a foreign host", .get(path, fields: [("Host", "evil.example")])),
            ("POST from a foreign page", post(json, ("Origin", "https://evil.example"))),
            ("POST from a known page", post(json, page)),
            ("GET from a known page", .get(path, fields: [page])),
            ("POST of a form", post(("Content-Type", "application/x-www-form-urlencoded"), body: "a=b")),
            ("POST packed", post(json, ("Content-Encoding", "gzip"))),
            ("POST packed, with a key", post(json, ("Content-Encoding", "gzip"), bearer)),
            ("POST declared large, with a key", Ask(path: path, fields: [json, bearer, ("Content-Length", "2000000")])),
            ("POST of no JSON, with a key", post(json, bearer, body: "{")),
            ("GET with a key", .get(path, fields: [bearer])),
            ("POST with a key", post(json, bearer)),
            ("GET with a wrong key", .get(path, fields: [("Authorization", "Bearer gths_wrong")])),
            (
                "OPTIONS from a known page",
                Ask(
                    method: "OPTIONS", path: path,
                    fields: [page, ("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "content-type, mcp-param-region")])
            ),
        ]
    }

    /// A GET that opens a stream, which has no end.
    private static func isEndless(_ path: String, _ label: String) -> Bool { path.contains("/sse") && label == "GET with a key" }

    private static func record(_ name: String, _ paths: [String], at port: UInt16, of server: RunningServer) async throws {
        var transcript = Transcript(ports: server.port, server.questionPort)
        let key = try await server.key()
        for path in paths {
            for (label, ask) in asks(path, key: key) where !isEndless(path, label) {
                let connection = try RawConnection(port: port)
                defer { connection.close() }
                try await connection.send(ask.text(host: "127.0.0.1:\(port)"))
                let isHead = ask.method == "HEAD"
                transcript.add(path, label, [try await connection.response(hasBody: !isHead)].compactMap(\.self), isHead: isHead)
            }
        }
        try transcript.check(name)
    }

    private static func paths(_ router: Router) -> [String] { router.table.keys.map { $0.replacing("…", with: "x") } }

    @Test("the main listener sends the recorded responses")
    func main() async throws {
        try await RunningServer.run { server in
            let more = [
                "/api/mcp", "/mcp", "/API/mcp/", "/api/sse", "/api/__app/main/mcp", "/api/__app/nothing/mcp", "/api/__app/main/sse", "/nothing",
                "/api/__app/main/tools/whoami", "/api/__app/nothing/tools/whoami", "/api/__app/main/openapi.json", "/api/tools/whoami",
                "/.well-known/oauth-protected-resource/api/mcp", "/.well-known/jwks", "/assets/gatehouse.css?v=1", "//", "/?x",
            ]
            let paths = Set(Self.paths(server.composition.router) + more).sorted()
            try await Self.record("main", paths, at: server.port, of: server)
        }
    }

    @Test("the question server sends the recorded responses")
    func questions() async throws {
        try await RunningServer.run([.askPort: "0"]) { server in
            let paths = Set(Self.paths(server.composition.questionRouter) + ["/mcp", "/mcp/", "/mcp/messages", "/MCP", "/api/mcp", "/nothing"])
                .sorted()
            try await Self.record("questions", paths, at: server.questionPort, of: server)
        }
    }
}
