import Catalog
import GatehouseTesting
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing

@Suite("Open databases")
struct OpenDatabasesTests {
    /// Databases of tests: SQLite files, and counts of how often each was opened and how many are open.
    final class Places: Sendable {
        let directory: TemporaryDirectory
        let pool: OpenDatabases
        private let opened = Mutex<[String: Int]>([:])

        init(limit: Int, idleTime: Duration = .seconds(300)) throws {
            directory = try TemporaryDirectory()
            pool = OpenDatabases(limit: limit, idleTime: idleTime)
        }

        func database(_ name: String, tenant: Int64) -> OnDemandDatabase {
            OnDemandDatabase(dialect: .sqlite, tenant: tenant, in: pool) { [self] in
                opened.withLock { $0[name, default: 0] += 1 }
                return try SQLiteDatabase(path: directory.path(of: name + ".db"))
            }
        }

        /// Reads a row of one database after the other.
        func serve(_ names: String, _ numbers: Range<Int>, tenant: (Int) -> Int64) async throws {
            for number in numbers {
                let value = try await OpenDatabasesTests.one(database("\(names)\(number)", tenant: tenant(number)))
                #expect(value == 1)
            }
        }

        func openings(of name: String) -> Int { opened.withLock { $0[name] ?? 0 } }
    }

    static func one(_ database: any Database, within patience: Duration = .seconds(60)) async throws -> Int64? {
        try await database.read(.within(patience)) { try $0.first("SELECT 1") { $0.int(0) ?? 0 } }
    }

    @Test("two hundred databases are served in turn by four places, each opened again when it was closed")
    func turns() async throws {
        let places = try Places(limit: 4)
        let databases = (0..<200).map { places.database("d\($0)", tenant: Int64($0 % 7)) }
        for _ in 0..<2 {
            for database in databases {
                #expect(try await Self.one(database) == 1)
                #expect(places.pool.count <= 4)
            }
        }
        #expect(places.openings(of: "d0") == 2)
        await places.pool.close()
    }

    @Test("callers that need a closed database at the same moment open it once")
    func singleFlight() async throws {
        let places = try Places(limit: 4)
        let database = places.database("d", tenant: 1)
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<50 { group.addTask { try await Self.one(database) } }
            for try await value in group { #expect(value == 1) }
        }
        #expect(places.openings(of: "d") == 1)
        await places.pool.close()
    }

    @Test("a database in use is not closed under its caller, who may use it again at any time")
    func inUse() async throws {
        let places = try Places(limit: 2)
        let held = places.database("held", tenant: 1)
        try await held.whileOpen(.patient) { open in
            try await places.serve("d", 0..<20) { Int64($0 + 2) }
            let value = try await Self.one(open)
            #expect(value == 1)
        }
        try await places.serve("d", 20..<40) { Int64($0 + 2) }
        #expect(try await Self.one(held) == 1)
        #expect(places.openings(of: "held") == 2)
        await places.pool.close()
    }

    @Test("I27 one organization holds at most half of the places in use, and others find the rest")
    func share() async throws {
        let places = try Places(limit: 4)
        let (mine, own) = (places.database("a", tenant: 1), places.database("b", tenant: 1))
        try await mine.whileOpen(.patient) { _ in
            try await own.whileOpen(.patient) { _ in
                let third = places.database("c", tenant: 1)
                await #expect(throws: DatabaseError.self) { try await Self.one(third, within: .milliseconds(1)) }
                #expect(places.openings(of: "c") == 0)
                try await places.serve("x", 0..<10) { _ in 2 }
            }
        }
        await places.pool.close()
    }

    @Test("the organization with most databases open gives way, not the one whose only database is older")
    func victim() async throws {
        let places = try Places(limit: 4)
        let old = places.database("old", tenant: 1)
        _ = try await Self.one(old)
        try await places.serve("d", 0..<8) { _ in 2 }
        try await places.serve("e", 0..<4) { _ in 3 }
        _ = try await Self.one(old)
        #expect(places.openings(of: "old") == 1)
        await places.pool.close()
    }

    @Test("calls that find all places in use wait, and are served as soon as one ends")
    func waiting() async throws {
        let places = try Places(limit: 2)
        let waiting = places.database("waiting", tenant: 2)
        let (first, second) = (places.database("a", tenant: 1), places.database("b", tenant: 3))
        let served = try await first.whileOpen(.patient) { _ in
            let call = try await second.whileOpen(.patient) { _ in
                let call = Task { try await Self.one(waiting) }
                try await until { places.pool.waitingCount > 0 }
                #expect(places.openings(of: "waiting") == 0)
                return call
            }
            return try await call.value
        }
        #expect(served == 1)
        await places.pool.close()
    }

    @Test("a call whose deadline passes while it opens a database fails alone: others that wait for the same database are served")
    func deadlineOfOne() async throws {
        let places = try Places(limit: 2)
        let wanted = places.database("wanted", tenant: 2)
        let (first, second) = (places.database("a", tenant: 1), places.database("b", tenant: 3))
        let call = try await first.whileOpen(.patient) { _ in
            try await second.whileOpen(.patient) { _ in
                let hasty = Task { try await Self.one(wanted, within: .seconds(10)) }
                try await until { places.pool.waitingCount > 0 }
                let patient = Task { try await Self.one(wanted) }
                #expect(await #expect(throws: DatabaseError.self) { try await hasty.value }?.code == .timeout)
                return patient
            }
        }
        #expect(try await call.value == 1)
        await places.pool.close()
    }

    @Test("an idle database is closed after a while; a database that was closed for good is closed after its last call")
    func idle() async throws {
        let places = try Places(limit: 8, idleTime: .zero)
        let database = places.database("d", tenant: 1)
        _ = try await Self.one(database)
        let run = Task { await places.pool.run() }
        try await until { places.pool.count == 0 }
        run.cancel()
        #expect(try await Self.one(database) == 1)
        try await database.whileOpen(.patient) { _ in
            await database.close()
            #expect(places.pool.count == 1)
        }
        await database.close()
        #expect(places.pool.count == 0)
        await places.pool.close()
        await #expect(throws: DatabaseError.self) { try await Self.one(database) }
    }

    @Test("sources of a workspace beyond the limit are served in turn, with the schemas that they have")
    func sources() async throws {
        let world = try await World(openDatabases: 2)
        for number in 0..<6 {
            let path = try await DataSourcesTests.file(world.directory.path(of: "s\(number).db"))
            _ = try await world.sources.add(
                NewDataSource(name: "s\(number)", url: DataSourcesTests.sqlite(path)), in: DataSourcesTests.here, trust: .operator)
        }
        for _ in 0..<3 {
            for number in 0..<6 {
                let source = try await world.sources.open("s\(number)", in: DataSourcesTests.here)
                let names = try await world.catalog.contents(of: source, in: DataSourcesTests.here, World.bounds).collections.map(\.name)
                #expect(names == ["things"])
                #expect(try await Self.one(source.database) == 1)
            }
        }
        await world.close()
    }
}
