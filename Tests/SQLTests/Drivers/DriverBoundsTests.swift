import GatehouseTesting
import SQL
import Testing

@Suite("A driver: bounds")
struct DriverBoundsTests {
    /// Runs until it is stopped.
    private static func endless(_ engine: DataEngine) -> @Sendable (any Connection) throws -> Void {
        { _ = try $0.first(engine.endless) { _ in } }
    }

    @Test("the deadline ends a running statement, in the server too, and the next call works", arguments: DataEngine.allCases, [true, false])
    func deadline(engine: DataEngine, reads: Bool) async throws {
        try await DriverDatabase.with(engine, connections: 1) { test async throws in
            // A connection first: making one may take longer than the deadline.
            #expect(try await test.json("SELECT 1") == "[1]")
            let bounds = CallBounds.within(.milliseconds(300))
            let error = await databaseError {
                try await reads ? test.database.read(bounds, Self.endless(engine)) : test.database.write(bounds, Self.endless(engine))
            }
            #expect(error?.code == .timeout)
            try await test.waitForRunning(engine.endlessWord, count: 0)
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("a statement that lifts its own time limit is ended by ours", arguments: DataEngine.servers)
    func liftedLimit(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, connections: 1) { test async throws in
            #expect(try await test.json("SELECT 1") == "[1]")
            let error = await databaseError {
                try await test.database.write(.within(.milliseconds(300))) { connection in
                    try connection.execute(try #require(engine.liftingTimeLimit))
                    try Self.endless(engine)(connection)
                }
            }
            #expect(error?.code == .timeout)
            try await test.waitForRunning(engine.endlessWord, count: 0)
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }

    @Test("C41 cancellation ends a running statement, in the server too, and undoes its transaction", arguments: DataEngine.allCases, [true, false])
    func cancellation(engine: DataEngine, byTask: Bool) async throws {
        try await DriverDatabase.with(engine, connections: 1, schema: "CREATE TABLE t (a INT)") { test async throws in
            let bounds = CallBounds.minute
            let begun = Begun()
            try await withThrowingTaskGroup(of: DatabaseError.Code?.self) { group in
                group.addTask {
                    await databaseError {
                        try await test.database.write(bounds) { connection in
                            try connection.execute("INSERT INTO t VALUES (1)")
                            begun.signal()
                            try Self.endless(engine)(connection)
                        }
                    }?.code
                }
                await begun.wait()
                try await test.waitForRunning(engine.endlessWord)
                if byTask { group.cancelAll() } else { bounds.cancellation.cancel() }
                let code = try await group.next()
                #expect(code == .cancelled)
            }
            try await test.waitForRunning(engine.endlessWord, count: 0)
            #expect(try await test.json("SELECT count(*) FROM t") == "[0]")
        }
    }

    @Test("a call that is late or cancelled from the start runs nothing", arguments: DataEngine.allCases)
    func alreadyOver(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, schema: "CREATE TABLE t (a INT)") { test async throws in
            let insert: @Sendable (any Connection) throws -> Void = { try $0.execute("INSERT INTO t VALUES (1)") }
            #expect(await databaseError { try await test.database.write(.within(.zero), insert) }?.code == .timeout)
            let bounds = CallBounds.minute
            bounds.cancellation.cancel()
            #expect(await databaseError { try await test.database.write(bounds, insert) }?.code == .cancelled)
            #expect(try test.sql("SELECT count(*) FROM t") == "0")
        }
    }

    @Test("I11 calls beyond the connections and the queue are refused as busy", arguments: DataEngine.servers)
    func exhausted(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, connections: 1, queueLength: 2) { test async throws in
            let bounds = CallBounds.minute
            let call: @Sendable () -> Task<DatabaseError.Code?, Never> = {
                Task { await databaseError { try await test.database.read(bounds, Self.endless(engine)) }?.code }
            }
            let running = call()
            try await test.waitForRunning(engine.endlessWord)
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

    @Test("closing lets the running call finish, closes every connection and refuses the next call", arguments: DataEngine.allCases)
    func close(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, schema: "CREATE TABLE t (a INT)") { test async throws in
            let begun = Begun()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await test.database.write(.minute) { connection in
                        begun.signal()
                        _ = try connection.all(engine.numbers(to: 10_000)) { _ in }
                        try connection.execute("INSERT INTO t VALUES (1)")
                    }
                }
                await begun.wait()
                await test.database.close()
                try await group.waitForAll()
            }
            #expect(await databaseError { _ = try await test.json("SELECT 1") }?.code == .unavailable)
            #expect(await databaseError { try await test.database.write(.minute) { _ in } }?.code == .unavailable)
            try await test.waitForSessions(count: 0)
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }
}
