import GatehouseTesting
import SQL
import Testing

@Suite("PostgreSQL: long rows")
struct PostgreSQLLongRowTests {
    @Test("C40 a row beyond the limit ends the call before it is held whole; a long one, and many of them, are read")
    func longRows() async throws {
        try await DriverDatabase.with(.postgresql) { test async throws in
            let lengths = try await test.database.read(.minute) { connection in
                try connection.all("SELECT repeat('x', 16000000) FROM generate_series(1, 6)") { $0.text(0)?.utf8.count }
            }
            #expect(lengths == Array(repeating: 16_000_000, count: 6))
            let error = await databaseError {
                try await test.database.read(.minute) { try $0.first("SELECT repeat('x', 160000000)") { $0.text(0)?.utf8.count } }
            }
            #expect(error?.code == .limit && error?.reason.contains("64 MB") == true, "\(error?.reason ?? "none")")
            try await test.waitForRunning("repeat", count: 0)
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }
}
