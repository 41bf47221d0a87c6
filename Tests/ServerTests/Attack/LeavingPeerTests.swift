import GatehouseTesting
import JSON
import Server
import Store
import Testing

@Suite("Peers that leave")
struct LeavingPeerTests {
    private static let endless: JSONValue = ["sql": "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d"]

    @Test("C41 a peer that closes in mid-query ends the query in the engine long before its deadline, and the connection to it stays usable")
    func leavesLater() async throws {
        try await RunningServer.run([.callTimeout: "1h"]) { server in
            try await server.addNumbers()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.endlessCall(key).text(host: server.host))
            try await connection.until("notifications/progress")
            connection.close()
            try await Self.waitForTheEnd(server)
            let after = try await server.answer(.call("run_sql", ["sql": "SELECT count(*) AS n FROM numbers"], key: key))
            #expect(after.result["structuredContent"]?["rows"] == [[2000]])
        }
    }

    @Test("C41 a peer that is gone before its call begins does not leave the call behind")
    func leavesAtOnce() async throws {
        try await RunningServer.run([.callTimeout: "1h"]) { server in
            try await server.addNumbers()
            let key = try await server.key()
            for _ in 0..<5 {
                let connection = try RawConnection(port: server.port)
                try await connection.send(Ask.call("run_sql", Self.endless, key: key).text(host: server.host))
                connection.close()
            }
            #expect(try await server.servesOthers())
            // The call may not have been reached, but if it began, it must end.
            try await until { try await server.answer(.get("/metrics")).text.contains("gatehouse_connections 1\n") }
        }
    }

    @Test("C41 a peer that sends ahead and leaves is seen to leave, and its query ends", arguments: [10, 1_000, 5_000])
    func leavesBehindMore(count: Int) async throws {
        try await RunningServer.run([.callTimeout: "1h"]) { server in
            try await server.addNumbers()
            let key = try await server.key()
            let connection = try RawConnection(port: server.port)
            let ahead = String(repeating: Ask.mcp("ping").text(host: server.host), count: count)
            try await connection.send(Self.endlessCall(key).text(host: server.host) + ahead)
            try await connection.until("notifications/progress")
            connection.close()
            try await Self.waitForTheEnd(server)
            #expect(try await server.servesOthers())
        }
    }

    /// Tells its progress once it has begun.
    private static func endlessCall(_ key: String) -> Ask {
        .mcp("tools/call", ["name": "run_sql", "arguments": endless, "_meta": ["progressToken": 1]], key: key)
    }

    /// Polls the audit log, which records a reading call when it ends.
    private static func waitForTheEnd(_ server: RunningServer) async throws {
        try await until {
            guard let ended = try await server.entries().first(where: { $0.call.tool == "run_sql" }) else { return false }
            #expect(ended.outcome?.outcome == .error && ended.outcome?.code == "limited")
            return true
        }
    }
}
