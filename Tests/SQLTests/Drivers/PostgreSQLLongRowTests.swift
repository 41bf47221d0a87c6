import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("PostgreSQL: long rows")
struct PostgreSQLLongRowTests {
    @Test(
        "C40 a row beyond the limit ends the call before it is held whole, over TCP as over a socket file; a long one, and many of them, are read",
        arguments: [false, true])
    func longRows(overFile: Bool) async throws {
        let server = try await PostgreSQLServer.shared()
        let file = "postgres://gatehouse@\(server.socketDirectory.replacing("/", with: "%2F")):\(server.port)/postgres"
        let database = try DataEngine.postgresql.database(overFile ? file : server.url(database: "postgres"), connections: 1)
        try await Self.check(database)
        await database.close()
    }

    /// Checks for every kind of connection.
    static func check(_ database: any Database) async throws {
        let lengths = try await database.read(.minute) { connection in
            try connection.all("SELECT repeat('x', 16000000) FROM generate_series(1, 6)") { $0.text(0)?.utf8.count }
        }
        #expect(lengths == Array(repeating: 16_000_000, count: 6))
        // The memory that was made for them went with the connection: the next call finds another.
        let process: Statement = "SELECT pg_backend_pid()"
        let first = try await database.read(.minute) { try $0.first(process) { $0.int(0) } }
        let row = await databaseError {
            try await database.read(.minute) { try $0.first("SELECT repeat('x', 160000000), pg_backend_pid()") { $0.text(0)?.utf8.count } }
        }
        #expect(row?.code == .limit && row?.reason.contains("64 MB") == true, "\(row?.reason ?? "none")")
        let second = try await database.read(.minute) { try $0.first(process) { $0.int(0) } }
        #expect(first != second)
        // Several readings of short rows cost no connection, and texts of both directions stay whole.
        let text = String(repeating: "é", count: 1_500_000)
        for _ in 0..<3 {
            let told = try await database.read(.minute) { try $0.first("SELECT \(text) || 'x', pg_backend_pid()") { ($0.text(0), $0.int(1)) } }
            #expect(told?.0 == text + "x" && told?.1 == second)
        }
    }
}
