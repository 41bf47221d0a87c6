import GatehouseTesting
import SQLSyntax
import Testing

@testable import SQL

@Suite("A driver: calls that wait for each other")
struct DeadlockTests {
    private static let schema = "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT NOT NULL); INSERT INTO t VALUES (1, 0), (2, 0), (3, 0)"

    private static func add(_ amount: Int, to id: Int) -> Statement {
        "UPDATE t SET n = n + \(Int64(amount)) WHERE id = \(Int64(id))"
    }

    /// PostgreSQL says 40P01, MariaDB 1213.
    @Test(
        "of two writes that lock the same rows in opposite order one is done whole, and the other is refused as busy with nothing of it left",
        .timeLimit(.minutes(3)), arguments: DataEngine.servers)
    func deadlock(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, connections: 2, schema: Self.schema) { test async throws in
            let (first, second) = (Begun(), Begun())
            async let one = test.refusal { connection in
                try connection.execute(Self.add(1, to: 1))
                first.signal()
                second.hold()
                try connection.execute(Self.add(1, to: 2))
            }
            async let two = test.refusal { connection in
                try connection.execute(Self.add(10, to: 2))
                second.signal()
                first.hold()
                try connection.execute(Self.add(10, to: 1))
            }
            let errors = await [one, two].compactMap(\.self)
            #expect(errors.count == 1 && errors.first?.code == .busy, "\(errors)")
            let rows = try test.sql("SELECT n FROM t ORDER BY id").split(separator: "\n")
            #expect(rows == ["1", "1", "0"] || rows == ["10", "10", "0"], "\(rows)")
            // The sessions can continue.
            _ = try await test.database.write(.minute) { try $0.execute(Self.add(5, to: 3)) }
            #expect(try test.sql("SELECT n FROM t WHERE id = 3") == "5")
        }
    }

    @Test(
        "a write that waited too long for another's rows is refused, even if its caller continues, and rolled back",
        .timeLimit(.minutes(3)), arguments: DataEngine.servers, [true, false])
    func patience(engine: DataEngine, goesOn: Bool) async throws {
        let short: Statement = engine == .postgresql ? "SET LOCAL lock_timeout = '200ms'" : "SET SESSION innodb_lock_wait_timeout = 1"
        try await DriverDatabase.with(engine, connections: 2, schema: Self.schema) { test async throws in
            let (held, over) = (Begun(), Begun())
            async let holder = test.refusal { connection in
                try connection.execute(Self.add(1, to: 1))
                held.signal()
                over.hold()
            }
            await held.wait()
            let refused = await databaseError {
                try await test.database.write(.minute) { connection in
                    try connection.execute(short)
                    try connection.execute(Self.add(100, to: 2))
                    do {
                        try connection.execute(Self.add(100, to: 1))
                    } catch {
                        // MariaDB's 1205 undoes the statement alone and leaves the transaction open.
                        guard goesOn else { throw error }
                    }
                }
            }
            over.signal()
            #expect(await holder == nil)
            #expect(refused != nil && (goesOn || refused?.code == .busy), "\(String(describing: refused))")
            #expect(try test.sql("SELECT n FROM t ORDER BY id").split(separator: "\n") == ["1", "0", "0"])
        }
    }
}

extension DriverDatabase {
    /// The error of a refused write. Nil if it succeeded.
    fileprivate func refusal(_ body: @escaping @Sendable (any Connection) throws -> Void) async -> DatabaseError? {
        do {
            try await database.write(.minute, body)
            return nil
        } catch let error as DatabaseError {
            return error
        } catch {
            Issue.record("not a database error: \(error)")
            return nil
        }
    }
}
