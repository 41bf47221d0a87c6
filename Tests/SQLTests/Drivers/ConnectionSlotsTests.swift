import GatehouseTesting
import Synchronization
import Testing

@testable import SQL

@Suite("Places of connections")
struct ConnectionSlotsTests {
    /// Pools to one database of a server, which share the places of a process.
    struct Pools: Sendable {
        let places: ConnectionSlots
        private let engine: DataEngine
        private let url: DatabaseURL
        private let made = Made()

        private final class Made: Sendable {
            let all = Mutex<[any Database]>([])
        }

        static func with(_ engine: DataEngine, limit: Int, _ body: (Pools, DriverDatabase) async throws -> Void) async throws {
            try await DriverDatabase.with(engine) { test in
                let server = try await engine.shared()
                let url = server.url(database: test.name, user: "gatehouse", password: "gatehouse", parameters: "connect_timeout=60")
                let pools = Pools(places: ConnectionSlots(limit: limit), engine: engine, url: try DatabaseURL(parsing: url))
                try await body(pools, test)
                for each in pools.made.all.withLock({ $0 }) { await each.close() }
                #expect(pools.places.count == 0 && pools.places.waitingCount == 0)
            }
        }

        private init(places: ConnectionSlots, engine: DataEngine, url: DatabaseURL) {
            self.places = places
            self.engine = engine
            self.url = url
        }

        /// A pool as each data source has one.
        func database(of tenant: Int64) throws -> any Database {
            let share = places.share(of: tenant)
            let database: any Database =
                if engine == .mariadb { try MySQLDatabase(url: url, share: share) } else {
                    try PostgreSQLDatabase(url: url, resetsAfterUse: true, share: share)
                }
            made.all.withLock { $0.append(database) }
            return database
        }
    }

    static func one(_ database: any Database, _ bounds: CallBounds = .minute) async throws -> Int64 {
        try await database.read(bounds) { try $0.first("SELECT 1") { $0.int(0) ?? 0 } ?? 0 }
    }

    /// A call that holds a connection until it is told to end.
    private static func hold(_ database: any Database, until end: Begun) async throws -> Task<Void, any Error> {
        let begun = Begun()
        let task = Task {
            try await database.read(.minute) { _ in
                begun.signal()
                end.hold()
            }
        }
        await begun.wait()
        return task
    }

    @Test("I30 forty databases are served in turn by four connections, and the server never has more", arguments: DataEngine.servers)
    func turns(engine: DataEngine) async throws {
        try await Pools.with(engine, limit: 4) { pools, test in
            let databases = try (0..<40).map { try pools.database(of: Int64($0 % 5)) }
            for database in databases {
                #expect(try await Self.one(database) == 1)
                #expect(pools.places.count <= 4)
            }
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<200 { group.addTask { try await Self.one(databases[number % databases.count]) } }
                for try await value in group {
                    #expect(value == 1)
                    #expect(pools.places.count <= 4)
                }
            }
            // The server counts exactly the connections that the pools hold.
            try await test.waitForSessions(count: pools.places.count)
        }
    }

    @Test("I30 one tenant has at most half of the connections, and others are served in the meantime", arguments: DataEngine.servers)
    func share(engine: DataEngine) async throws {
        try await Pools.with(engine, limit: 4) { pools, _ in
            let end = Begun()
            let held = [try await Self.hold(pools.database(of: 1), until: end), try await Self.hold(pools.database(of: 1), until: end)]
            let third = try pools.database(of: 1)
            let waiting = Task { try await Self.one(third) }
            try await until { pools.places.waitingCount == 1 }
            for _ in 0..<5 { #expect(try await Self.one(pools.database(of: 2)) == 1) }
            #expect(pools.places.waitingCount == 1)
            end.signal()
            #expect(try await waiting.value == 1)
            for each in held { try await each.value }
        }
    }

    @Test("I30 a tenant that is never idle yields to a waiting one", arguments: DataEngine.servers)
    func fair(engine: DataEngine) async throws {
        try await Pools.with(engine, limit: 2) { pools, _ in
            let (first, second, third) = (try pools.database(of: 1), try pools.database(of: 2), try pools.database(of: 3))
            let over = Begun()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // More callers than connections, each with its next call at once.
                for number in 0..<16 {
                    group.addTask { while !over.isSignalled { _ = try await Self.one(number % 2 == 0 ? first : second) } }
                }
                try await until { pools.places.count == 2 }
                for _ in 0..<10 { #expect(try await Self.one(third) == 1) }
                over.signal()
                try await group.waitForAll()
            }
        }
    }

    @Test(
        "a call that finds no place is refused at its deadline or when it is cancelled, runs nothing and waits no more", arguments: DataEngine.servers
    )
    func refused(engine: DataEngine) async throws {
        try await Pools.with(engine, limit: 2) { pools, test in
            try test.sql("CREATE TABLE t (a INT)")
            let end = Begun()
            let held = [try await Self.hold(pools.database(of: 1), until: end), try await Self.hold(pools.database(of: 2), until: end)]
            let database = try pools.database(of: 3)
            let insert: @Sendable (any Connection) throws -> Void = { try $0.execute("INSERT INTO t VALUES (1)") }
            // On a busy machine its time is over before it waits.
            let late = await databaseError { try await database.write(.within(.milliseconds(20)), insert) }?.code
            #expect(late == .busy || late == .timeout)
            let bounds = CallBounds.minute
            let call = Task { await databaseError { try await database.write(bounds, insert) }?.code }
            try await until { pools.places.waitingCount == 1 }
            bounds.cancellation.cancel()
            #expect(await call.value == .cancelled)
            #expect(pools.places.waitingCount == 0)
            end.signal()
            for each in held { try await each.value }
            #expect(try test.sql("SELECT count(*) FROM t") == "0")
            #expect(try await Self.one(database) == 1)
        }
    }

    @Test("connections that the server closed, and those that could not be opened, release their slots", arguments: DataEngine.servers)
    func lost(engine: DataEngine) async throws {
        try await Pools.with(engine, limit: 2) { pools, test in
            let database = try pools.database(of: 1)
            #expect(try await Self.one(database) == 1)
            switch engine {
            case .mariadb:
                try test.sql(
                    "SELECT concat('KILL ', id) INTO @kill FROM information_schema.processlist WHERE db = '\(test.name)' AND id <> connection_id(); EXECUTE IMMEDIATE @kill"
                )
            default:
                try test.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
            }
            try await test.waitForSessions(count: 0)
            for _ in 0..<3 { #expect(try await Self.one(database) == 1) }
            #expect(pools.places.count == 1)
            let nobody = try DatabaseURL(parsing: "\(engine == .mariadb ? "mysql" : "postgres")://nobody:wrong@127.0.0.1:1/d?sslmode=disable")
            let share = pools.places.share(of: 2)
            let down: any Database =
                if engine == .mariadb { try MySQLDatabase(url: nobody, share: share) } else { try PostgreSQLDatabase(url: nobody, share: share) }
            for _ in 0..<4 { #expect(await databaseError { _ = try await Self.one(down) }?.code == .unavailable) }
            #expect(pools.places.count == 1)
            await down.close()
        }
    }
}
