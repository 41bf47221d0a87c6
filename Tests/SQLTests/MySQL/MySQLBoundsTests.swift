import GatehouseTesting
import SQL
import Testing

@Suite("MariaDB: bounds")
struct MySQLBoundsTests {
    private static let sleep: @Sendable (any Connection) throws -> Void = { connection in
        _ = try connection.first("SELECT SLEEP(600)") { _ in }
    }

    @Test("the deadline ends a running statement, in the server too, and the next call works", arguments: [true, false])
    func deadline(reads: Bool) async throws {
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            // A connection first: making one may take longer than the deadline.
            #expect(try await test.json("SELECT 1") == "[1]")
            let error = await databaseError {
                if reads {
                    try await test.database.read(.within(.milliseconds(300)), Self.sleep)
                } else {
                    try await test.database.write(.within(.milliseconds(300)), Self.sleep)
                }
            }
            #expect(error?.code == .timeout)
            try await test.waitForRunning("SLEEP", count: 0)
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("a statement that lifts its own time limit is ended by ours")
    func liftedLimit() async throws {
        try await MariaDBTestDatabase.with(connections: 1) { test async throws in
            #expect(try await test.json("SELECT 1") == "[1]")
            let error = await databaseError {
                try await test.database.write(.within(.milliseconds(300))) { connection in
                    try connection.execute("SET SESSION max_statement_time = 0")
                    try Self.sleep(connection)
                }
            }
            #expect(error?.code == .timeout)
            try await test.waitForRunning("SLEEP", count: 0)
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("C41 cancellation ends a running statement, in the server too, and undoes its transaction")
    func cancellation() async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: "CREATE TABLE t (a INT)") { test async throws in
            let bounds = CallBounds.minute
            let call = Task {
                try await test.database.write(bounds) { connection in
                    try connection.execute("INSERT INTO t VALUES (1)")
                    try Self.sleep(connection)
                }
            }
            try await test.waitForRunning("SLEEP")
            bounds.cancellation.cancel()
            #expect(await databaseError { try await call.value }?.code == .cancelled)
            try await test.waitForRunning("SLEEP", count: 0)
            #expect(try await test.json("SELECT count(*) FROM t") == "[0]")
        }
    }

    @Test("a call that is late or cancelled from the start runs nothing")
    func alreadyOver() async throws {
        try await MariaDBTestDatabase.with(schema: "CREATE TABLE t (a INT)") { test async throws in
            let insert: @Sendable (any Connection) throws -> Void = { try $0.execute("INSERT INTO t VALUES (1)") }
            #expect(await databaseError { try await test.database.write(.within(.zero), insert) }?.code == .timeout)
            let bounds = CallBounds.minute
            bounds.cancellation.cancel()
            #expect(await databaseError { try await test.database.write(bounds, insert) }?.code == .cancelled)
            #expect(try test.sql("SELECT count(*) FROM t") == "0")
        }
    }

    @Test("I11 calls beyond the connections and the queue are refused as busy")
    func exhausted() async throws {
        try await MariaDBTestDatabase.with(connections: 1, queueLength: 2) { test async throws in
            let bounds = CallBounds.minute
            let call: @Sendable () -> Task<DatabaseError.Code?, Never> = {
                Task { await databaseError { try await test.database.read(bounds, Self.sleep) }?.code }
            }
            let running = call()
            try await test.waitForRunning("SLEEP")
            let calls = [running] + (1...5).map { _ in call() }
            var codes: [DatabaseError.Code?] = []
            await withTaskGroup { group in
                for call in calls { group.addTask { await call.value } }
                for await code in group {
                    codes.append(code)
                    if codes.count == 3 { bounds.cancellation.cancel() }
                }
            }
            #expect(codes == [.busy, .busy, .busy, .cancelled, .cancelled, .cancelled])
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("closing lets go of every connection and refuses the next call")
    func close() async throws {
        try await MariaDBTestDatabase.with { test async throws in
            #expect(try await test.json("SELECT 1") == "[1]")
            await test.database.close()
            #expect(await databaseError { _ = try await test.json("SELECT 1") }?.code == .unavailable)
            try await test.waitForSessions("true", count: 0)
        }
    }
}
