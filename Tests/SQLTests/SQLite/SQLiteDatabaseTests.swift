import Dispatch
import GatehouseTesting
import SQL
import Synchronization
import Testing

@Suite("SQLiteDatabase")
struct SQLiteDatabaseTests {
    private struct Stop: Error {}
    private final class Seen: Sendable { let names = Mutex<(inside: [String], outside: [String]?)>(([], nil)) }

    private func table() async throws -> SQLiteFixture {
        // Groups stay open long enough for every write that waits, however slow the machine.
        try await SQLiteFixture(
            ["CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"], options: SQLiteOptions(synchronous: .normal, groupAge: .seconds(60)))
    }

    @Test("written values are read back, and the number of changed rows is returned")
    func roundTrip() async throws {
        let fixture = try await table()
        let changed = try await fixture.database.write(SQLiteFixture.bounds) {
            try $0.execute("INSERT INTO t (name) VALUES (\("a")), (\("b"))")
        }
        #expect(changed == 2)
        #expect(try await fixture.texts("SELECT name FROM t ORDER BY id") == ["a", "b"])
        await fixture.database.close()
    }

    @Test("a new file is opened by several at the same moment")
    func openedTogether() async throws {
        for _ in 0..<20 {
            let directory = try TemporaryDirectory()
            let path = directory.path(of: "new.db")
            let counts = try await withThrowingTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask {
                        let database = try SQLiteDatabase(path: path)
                        let count = try await database.read(SQLiteFixture.bounds) { try $0.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } }
                        await database.close()
                        return count
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: 0, count: 6))
        }
    }

    @Test("writes that wait are committed as one group, and failing ones hurt no other")
    func groupCommit() async throws {
        let fixture = try await table()
        let database = fixture.database
        let gate = DispatchSemaphore(value: 0)
        let started = Begun()
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await database.write(SQLiteFixture.bounds) { _ in
                    started.signal()
                    gate.wait()
                }
            }
            await started.wait()
            group.addTask { _ = try await database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (name) VALUES ('one')") } }
            try await until { database.queuedWrites >= 1 }
            group.addTask {
                await #expect(throws: Stop.self) {
                    try await database.write(SQLiteFixture.bounds) { connection in
                        try connection.execute("INSERT INTO t (name) VALUES ('undone')")
                        throw Stop()
                    }
                }
            }
            try await until { database.queuedWrites >= 2 }
            group.addTask {
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (name) VALUES ('one')") }
                }
                #expect(error?.reason == "t.name must be unique")
            }
            try await until { database.queuedWrites >= 3 }
            group.addTask {
                try await database.write(SQLiteFixture.bounds) { connection in
                    let inside = try connection.all("SELECT name FROM t ORDER BY id") { $0.text(0) ?? "" }
                    let outside = try database.readInline(budget: .seconds(1_800)) { try $0.all("SELECT name FROM t") { $0.text(0) ?? "" } }
                    seen.names.withLock { $0 = (inside, outside) }
                    try connection.execute("INSERT INTO t (name) VALUES ('two')")
                }
            }
            try await until { database.queuedWrites >= 4 }
            gate.signal()
            try await group.waitForAll()
        }
        #expect(seen.names.withLock { $0.inside } == ["one"])
        #expect(seen.names.withLock { $0.outside } == [])
        #expect(try await fixture.texts("SELECT name FROM t ORDER BY id") == ["one", "two"])
    }

    @Test("a deferred foreign key fails its own job, not the commit of the group")
    func deferredForeignKey() async throws {
        let fixture = try await SQLiteFixture([
            "CREATE TABLE p (id INTEGER PRIMARY KEY)",
            "CREATE TABLE c (p INTEGER REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED)",
        ])
        let error = await #expect(throws: DatabaseError.self) {
            try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO c VALUES (7)") }
        }
        #expect(error?.code == .constraint)
        #expect(try await fixture.texts("SELECT p FROM c") == [])
        try await fixture.database.write(SQLiteFixture.bounds) { connection in
            try connection.execute("INSERT INTO c VALUES (7)")
            try connection.execute("INSERT INTO p VALUES (7)")
        }
        #expect(try await fixture.texts("SELECT p FROM c") == ["7"])
    }

    @Test("C37 the deadline stops endless recursion, and the connection works afterwards")
    func deadline() async throws {
        let fixture = try await SQLiteFixture(options: SQLiteOptions(synchronous: .normal, readers: 1))
        let error = await #expect(throws: DatabaseError.self) {
            try await fixture.database.read(.within(.milliseconds(30))) { try $0.first(.counting(to: .max)) { $0.int(0) } }
        }
        #expect(error?.code == .timeout)
        #expect(try await fixture.texts("SELECT 1") == ["1"])
    }

    @Test("work runs out at the same row however often the statement ran before")
    func workLimit() async throws {
        let fixture = try await SQLiteFixture(options: SQLiteOptions(synchronous: .normal, readers: 1))
        let endless: Statement = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        var counts: [Int] = []
        for before in 1...6 {
            let rows = Mutex(0)
            _ = try await fixture.database.read(SQLiteFixture.bounds) { connection in
                try connection.query(endless, limits: RowLimits(maximumRows: 7 * before)) { _ in
                } row: { _ in
                    .more
                }
            }
            let error = await #expect(throws: DatabaseError.self) {
                try await fixture.database.read(SQLiteFixture.bounds.within(.seconds(60), doing: WorkLimit(steps: 20_000))) { connection in
                    try connection.query(endless, limits: .none) { _ in
                    } row: { _ in
                        rows.withLock { $0 += 1 }
                        return .more
                    }
                }
            }
            #expect(error?.code == .timeout)
            counts.append(rows.withLock(\.self))
        }
        #expect(Set(counts).count == 1 && counts[0] > 100, "\(counts)")
    }

    @Test("a write past its deadline is undone")
    func lateWrite() async throws {
        let fixture = try await table()
        let error = await #expect(throws: DatabaseError.self) {
            try await fixture.database.write(.within(.milliseconds(30))) { connection in
                try connection.execute("INSERT INTO t (name) VALUES ('a')")
                try connection.execute(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO t (name) SELECT i FROM n WHERE i < 0")
            }
        }
        #expect(error?.code == .timeout)
        #expect(try await fixture.texts("SELECT name FROM t") == [])
        try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (name) VALUES ('b')") }
        #expect(try await fixture.texts("SELECT name FROM t") == ["b"])
    }

    @Test("a write that is stopped half-way is undone, and the others of its group run again without it, once each, within their deadlines")
    func lostGroup() async throws {
        let fixture = try await table()
        let database = fixture.database
        let gate = DispatchSemaphore(value: 0)
        let started = Begun()
        let blocked = Task {
            _ = try await database.write(SQLiteFixture.bounds) { _ in
                started.signal()
                gate.wait()
            }
        }
        await started.wait()
        let good = Task {
            try await database.write(SQLiteFixture.bounds) { connection in
                try connection.execute("INSERT INTO t (name) VALUES ('good')")
                return try connection.first("SELECT count(*) FROM t") { $0.int(0) }
            }
        }
        try await until { database.queuedWrites >= 1 }
        let gone = SQLiteFixture.bounds
        let late = Task { _ = try await database.write(gone) { try $0.execute("INSERT INTO t (name) VALUES ('late')") } }
        try await until { database.queuedWrites >= 2 }
        let stopped = SQLiteFixture.bounds
        let endless = Task {
            _ = try await database.write(stopped) { connection in
                try connection.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO t (name) SELECT i FROM n")
            }
        }
        try await until { database.queuedWrites >= 3 }
        // It runs twice.
        for _ in 0..<2 { gate.signal() }
        // Stopped before it began, the statement would be undone alone: it runs when what it writes no longer fits into memory.
        try await until { try fixture.logSize() > 1_000_000 }
        gone.cancellation.cancel()
        stopped.cancellation.cancel()
        for ended in [endless, late] {
            #expect(await #expect(throws: DatabaseError.self) { try await ended.value }?.code == .cancelled)
        }
        try await blocked.value
        #expect(try await good.value == 1)
        #expect(try await fixture.texts("SELECT name FROM t") == ["good"])
        try await database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (name) VALUES ('next')") }
        #expect(try await fixture.texts("SELECT name FROM t WHERE name = 'next'") == ["next"])
    }

    @Test("a read over its inline budget gives nil, and the pool then runs it")
    func inlineBudget() async throws {
        let fixture = try await SQLiteFixture()
        let counting = Statement.counting(to: 300_000)
        let inline = try fixture.database.readInline(budget: .milliseconds(1)) { try $0.first(counting) { $0.int(0) } }
        #expect(inline == nil)
        #expect(try await fixture.texts(counting) == ["300000"])
        let short = try fixture.database.readInline(budget: .seconds(1_800)) { try $0.first("SELECT 7") { $0.int(0) } }
        #expect(short == 7)
    }

    @Test("an inline read rethrows the error of its body")
    func inlineError() async throws {
        let fixture = try await SQLiteFixture()
        #expect(throws: Stop.self) { try fixture.database.readInline(budget: .seconds(1_800)) { _ in throw Stop() } }
    }

    @Test("the change counter moves when a write commits")
    func changeCounter() async throws {
        let fixture = try await table()
        let before = try #require(try fixture.database.changeCounter())
        #expect(try fixture.database.changeCounter() == before)
        try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (name) VALUES ('a')") }
        #expect(try fixture.database.changeCounter() != before)
    }

    @Test("after close every call is refused")
    func close() async throws {
        let fixture = try await table()
        await fixture.database.close()
        let read = await #expect(throws: DatabaseError.self) { try await fixture.database.read(SQLiteFixture.bounds) { _ in 1 } }
        #expect(read?.code == .unavailable)
        let write = await #expect(throws: DatabaseError.self) { try await fixture.database.write(SQLiteFixture.bounds) { _ in 1 } }
        #expect(write?.code == .unavailable)
        #expect(try fixture.database.readInline(budget: .seconds(1_800)) { _ in 1 } == nil)
        #expect(throws: DatabaseError.self) { try fixture.database.changeCounter() }
    }
}
