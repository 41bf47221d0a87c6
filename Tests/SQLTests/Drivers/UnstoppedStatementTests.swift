import GatehouseTesting
import SQL
import Synchronization
import Testing

@Suite("Statements that engines do not stop")
struct UnstoppedStatementTests {
    /// What a call takes up; the test holds it as a call does.
    private final class Place: CallPlace {
        private let holders = Mutex(1)
        var count: Int { holders.withLock { $0 } }
        func hold() { holders.withLock { $0 += 1 } }
        func release() { holders.withLock { $0 -= 1 } }

        /// Waits until nothing else holds it.
        func isLeft() async throws {
            while count > 1 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    @Test("C37 PostgreSQL: a call that is over keeps its place until the server has done with its statement, and no longer", .timeLimit(.minutes(3)))
    func postgreSQL() async throws {
        try await DriverDatabase.with(.postgresql) { test async throws in
            #expect(try await test.json("SELECT 1") == "[1]")
            let place = Place()
            let error = await databaseError {
                try await test.database.read(CallBounds.within(.milliseconds(1_500)).keeping(place)) { connection in
                    // One operator of quadratic cost, which looks at no interrupt; it has begun long before the deadline.
                    try connection.first(
                        """
                        WITH x AS (SELECT array_agg(i) AS a, array_agg(-i) AS b FROM generate_series(1, 60000) AS n(i)) \
                        SELECT a && b AS quadratic FROM x
                        """
                    ) { $0.bool(0) }
                }
            }
            #expect(error?.code == .timeout)
            #expect(place.count == 2)
            try await test.waitForRunning("quadratic", count: 0)
            try await place.isLeft()
            let stopped = Place()
            let other = await databaseError {
                try await test.database.read(CallBounds.within(.milliseconds(200)).keeping(stopped)) { try $0.first("SELECT pg_sleep(600)") { _ in } }
            }
            #expect(other?.code == .timeout && stopped.count == 1, "a server that stops leaves nothing")
        }
    }

    @Test("C37 MariaDB: a call that is over keeps its place until the server has done with its statement, and no longer", .timeLimit(.minutes(3)))
    func mariaDB() async throws {
        try await DriverDatabase.with(.mariadb) { test async throws in
            #expect(try await test.json("SELECT 1") == "[1]")
            let place = Place()
            let error = await databaseError {
                try await test.database.read(CallBounds.within(.milliseconds(300)).keeping(place)) { connection in
                    try connection.first("SELECT LOCATE(CONCAT(REPEAT('a', 200000), 'b'), REPEAT('a', 400000)) AS quadratic") { $0.int(0) }
                }
            }
            #expect(error?.code == .timeout)
            #expect(place.count == 2)
            try await test.waitForRunning("quadratic", count: 0)
            try await place.isLeft()
            let stopped = Place()
            let other = await databaseError {
                try await test.database.read(CallBounds.within(.milliseconds(300)).keeping(stopped)) { try $0.first("SELECT SLEEP(600)") { _ in } }
            }
            #expect(other?.code == .timeout && stopped.count == 1, "a server that stops leaves nothing")
            #expect(try await test.json("SELECT 1") == "[1]")
        }
    }
}
