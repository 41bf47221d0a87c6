import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLSyntax
import Store
import Testing

@Suite("Data sources")
struct DataSourcesTests {
    static let here = WorkspaceID(1)

    /// A SQLite file with one table.
    static func file(_ path: String) async throws -> String {
        let database = try SQLiteDatabase(path: path)
        try await database.write(World.bounds) { _ = try $0.execute("CREATE TABLE things (id INTEGER PRIMARY KEY)") }
        await database.close()
        return path
    }

    static func sqlite(_ path: String) -> DatabaseURL { DatabaseURL(dialect: .sqlite, database: path) }

    @Test("a source is listed, opened once, seen in no other workspace, and gone when removed", arguments: StoreEngine.allCases)
    func life(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let world = try await World(on: database)
            let path = try await Self.file(world.directory.path(of: "crm.db"))
            let made = try await world.sources.add(NewDataSource(name: "crm", url: Self.sqlite(path)), in: Self.here, trust: .operator)
            let names = try await world.sources.list(in: Self.here).map(\.name)
            #expect(names == ["main", "crm"] && made.title == "crm" && made.id != nil)
            for _ in 0..<3 { try await world.sources.test("crm", in: Self.here, World.bounds) }
            #expect(world.connected.all.count == 1)
            let foreign = try await catalogError { try await world.sources.open("crm", in: WorkspaceID(2)) }
            let missing = try await catalogError { try await world.sources.open("nope", in: WorkspaceID(2)) }
            #expect(foreign?.code == .unknownSource && missing?.code == .unknownSource)
            let foreignRemoval = try await catalogError { try await world.sources.remove("crm", in: WorkspaceID(2)) }
            #expect(foreignRemoval?.code == .unknownSource)
            let again = try await catalogError {
                try await world.sources.add(NewDataSource(name: "crm", url: Self.sqlite(path)), in: Self.here, trust: .operator)
            }
            #expect(again?.code == .duplicateSource)
            try await world.sources.remove("crm", in: Self.here)
            let gone = try await catalogError { try await world.sources.open("crm", in: Self.here) }
            #expect(gone?.code == .unknownSource)
        }
    }

    @Test("a source with an unreadable row is omitted: the others are listed and opened, the row is logged, and check reports it")
    func damaged() async throws {
        let world = try await World()
        for name in ["crm", "dw"] {
            let path = try await Self.file(world.directory.path(of: "\(name).db"))
            let url = DatabaseURL(dialect: .sqlite, password: DatabasePassword("pw"), database: path)
            _ = try await world.sources.add(NewDataSource(name: name, url: url), in: Self.here, trust: .operator)
        }
        try await world.store.write { connection in
            try connection.execute("ALTER TABLE data_sources RENAME TO data_sources_of_before")
            try connection.execute("CREATE TABLE data_sources AS SELECT * FROM data_sources_of_before")
        }
        let crm = try await world.store.read { try $0.first("SELECT id FROM data_sources WHERE name = 'crm'") { $0.int(0) } ?? nil }
        let wrong: [(column: Identifier, value: SQLValue)] = [
            (Identifier("url"), .text("not a database")), (Identifier("url"), .null), (Identifier("changes_schema"), .text("yes")),
            (Identifier("created_at"), .null), (Identifier("maximum_cost"), .text("much")), (Identifier("title"), .null),
            (Identifier("password"), .blob([1, 2, 3])),
        ]
        for (column, value) in wrong {
            let before = try await world.store.read { try $0.first("SELECT \(column) FROM data_sources WHERE name = 'crm'") { $0.value(0) } }
            try await world.store.write { try $0.execute("UPDATE data_sources SET \(column) = \(value) WHERE name = 'crm'") }
            #expect(try await world.sources.list(in: Self.here).map(\.name) == ["main", "dw"], "\(column.name)")
            #expect(try await catalogError { try await world.sources.open("crm", in: Self.here) }?.code == .unknownSource, "\(column.name)")
            _ = try await world.sources.open("dw", in: Self.here)
            let found = try await world.sources.damage()
            #expect(found.map(\.column) == [column.name] && found.first?.table == "data_sources", "\(found)")
            #expect(found.first?.key == crm.map { "\($0)" }, "\(found)")
            try await world.store.write { try $0.execute("UPDATE data_sources SET \(column) = \(before ?? .null) WHERE name = 'crm'") }
        }
        #expect(try await world.sources.damage() == [])
        #expect(try await world.sources.list(in: Self.here).map(\.name) == ["main", "crm", "dw"])
        await world.close()
    }

    @Test("a change of a source that another node changed a moment before is refused, and takes nothing back", arguments: StoreEngine.allCases)
    func lostUpdate(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let here = try await World(on: database)
            let other = try await Store.open(database, migrations: World.migrations, secrets: .ephemeral(), node: "there")
            let there = DataSources(
                store: other, locations: SourceLocations(), mainDatabase: { _ in here.main },
                connect: { url, _ in try SQLiteDatabase(path: url.database) })
            let (old, new) = (
                try await Self.file(here.directory.path(of: "old.db")), try await Self.file(here.directory.path(of: "new.db"))
            )
            _ = try await here.sources.add(NewDataSource(name: "crm", url: Self.sqlite(old)), in: Self.here, trust: .operator)
            #expect(try await there.list(in: Self.here).last?.url == Self.sqlite(old))
            let change = DataSourceChange(url: Self.sqlite(new))
            _ = try await here.sources.update("crm", in: Self.here, change, trust: .operator, World.bounds)
            let late = try await catalogError {
                try await there.update("crm", in: Self.here, DataSourceChange(), trust: .operator, World.bounds)
            }
            #expect(late?.code == .invalidSource)
            #expect(try await here.sources.list(in: Self.here).last?.url == Self.sqlite(new))
            try await other.feed.poll()
            _ = try await there.update("crm", in: Self.here, DataSourceChange(), trust: .operator, World.bounds)
        }
    }

    @Test("a password is sealed at rest, never listed, and used to connect", arguments: StoreEngine.allCases)
    func password(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let world = try await World(on: database)
            let url = try DatabaseURL(parsing: "postgres://us%40er:pa%2Fss%20w0rd@db.example.com:5433/sa%20les?sslmode=require")
            let made = try await world.sources.add(NewDataSource(name: "dw", title: "Warehouse", url: url), in: Self.here, trust: .operator)
            #expect(made.url == url.with(password: nil))
            let stored = try await world.store.read {
                try $0.first("SELECT url, password FROM data_sources") { ($0.text(0) ?? "", $0.bytes(1) ?? []) }
            }
            #expect(stored?.0 == "postgres://us%40er@db.example.com:5433/sa%20les?sslmode=require")
            #expect(stored?.1.isEmpty == false && !String(decoding: stored?.1 ?? [], as: UTF8.self).contains("w0rd"))
            _ = try await world.sources.open("dw", in: Self.here)
            #expect(world.connected.all == [url])
            let listed = try await world.sources.list(in: Self.here)
            #expect(!"\(listed)".contains("w0rd") && listed[1].url == made.url)
            await world.sources.close()
        }
    }

    @Test(
        "names are plain, and main is taken",
        arguments: ["", "Main", "main", "1a", "a b", "a/b", "-a", "é", String(repeating: "a", count: 49), "a\0"])
    func names(name: String) async throws {
        let world = try await World()
        let url = try DatabaseURL(parsing: "postgres://u@h/d")
        let error = try await catalogError { try await world.sources.add(NewDataSource(name: name, url: url), in: Self.here, trust: .operator) }
        #expect(error?.code == .invalidSource && error?.reason.hasPrefix("name:") == true)
        let count = try await world.sources.list(in: Self.here).count
        #expect(count == 1)
        await world.close()
    }

    @Test("C39 a SQLite file outside the root is refused: by path, .. and symbolic link, also one put there later")
    func root() async throws {
        let folder = try TemporaryDirectory()
        let inside = folder.path(of: "root")
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
        let outside = try await Self.file(folder.path(of: "outside.db"))
        let good = try await Self.file(inside + "/good.db")
        try FileManager.default.createSymbolicLink(atPath: inside + "/link.db", withDestinationPath: outside)
        try FileManager.default.createSymbolicLink(atPath: inside + "/up", withDestinationPath: folder.path)
        let world = try await World(root: inside)
        for path in [
            outside, inside + "/../outside.db", inside + "/link.db", inside + "/up/outside.db", inside + "/nothing.db", inside, "/etc/passwd",
        ] {
            for trust in [SourceTrust.operator, .caller] {
                let new = NewDataSource(name: "x", url: Self.sqlite(path))
                let error = try await catalogError { try await world.sources.add(new, in: Self.here, trust: trust) }
                #expect(error?.code == .invalidSource && error?.reason.contains("--source-root") == true, "\(path)")
                #expect(error?.reason.contains(folder.path) == false)
            }
        }
        _ = try await world.sources.add(NewDataSource(name: "good", url: Self.sqlite(inside + "/./good.db")), in: Self.here, trust: .caller)
        try FileManager.default.removeItem(atPath: good)
        try FileManager.default.createSymbolicLink(atPath: good, withDestinationPath: outside)
        let swapped = try await catalogError { try await world.sources.open("good", in: Self.here) }
        #expect(swapped != nil && world.connected.all.isEmpty)
        await world.close()
    }

    @Test("C39 the server's own files are no data source, and without a root callers add no files at all")
    func ownFiles() async throws {
        let world = try await World()
        try FileManager.default.createDirectory(atPath: world.directory.path(of: "own"), withIntermediateDirectories: true)
        let own = try await Self.file(world.directory.path(of: "own/state.db"))
        let other = try await Self.file(world.directory.path(of: "other.db"))
        let mine = try await catalogError {
            try await world.sources.add(NewDataSource(name: "x", url: Self.sqlite(own)), in: Self.here, trust: .operator)
        }
        #expect(mine?.reason.contains("belongs to the server") == true)
        let second = world.directory.path(of: "second.db")
        try FileManager.default.linkItem(atPath: own, toPath: second)
        let linked = try await catalogError {
            try await world.sources.add(NewDataSource(name: "x", url: Self.sqlite(second)), in: Self.here, trust: .operator)
        }
        #expect(linked?.reason.contains("belongs to the server") == true, "a second name of the same file")
        let caller = try await catalogError {
            try await world.sources.add(NewDataSource(name: "x", url: Self.sqlite(other)), in: Self.here, trust: .caller)
        }
        #expect(caller?.code == .invalidSource)
        _ = try await world.sources.add(NewDataSource(name: "x", url: Self.sqlite(other)), in: Self.here, trust: .operator)
        await world.close()
    }

    @Test(
        "C54 callers may name only the hosts that the operator allows",
        arguments: [
            ("db.example.com", 5432, true), ("DB.example.com.", 5432, true), ("x.corp.test", 5432, true), ("corp.test", 5432, false),
            ("evilcorp.test", 5432, false), ("10.0.0.5", 5433, true), ("10.0.0.5", 22, false), ("169.254.169.254", 5432, false),
            ("localhost", 5432, false), ("127.0.0.1", 5432, false), ("::1", 5432, false), ("/run/postgresql", 5432, false), ("", 5432, false),
        ])
    func hosts(host: String, port: Int, allowed: Bool) {
        let places = SourceLocations(allowedHosts: ["db.example.com", "*.corp.test", "10.0.0.5:5433"])
        #expect(places.allows(host: host, port: port) == allowed)
        let url = DatabaseURL(dialect: .postgresql, host: host, port: port, user: "u", database: "d")
        #expect((try? places.checked(url, trust: .caller)) == (allowed ? url : nil))
        #expect((try? places.checked(url, trust: .operator)) == url)
    }

    @Test(
        "C54 a service names one host, and drivers use the checked one: no list, no socket, nothing after a NUL", arguments: ["postgres", "mysql"])
    func described(scheme: String) throws {
        let own = try DatabaseURL(parsing: "\(scheme)://gate@db.example.com/state")
        let places = SourceLocations(ownDatabases: [own], allowedHosts: ["*.example.com", "*"])
        for (host, database) in [
            ("127.0.0.1,db.example.com", "d"), ("db.example.com,/run/postgresql", "d"), ("@socket.example.com", "d"),
            ("127.0.0.1\0.example.com", "d"),
            ("db.example.com", "state\0x"),
        ] {
            let url = DatabaseURL(dialect: own.dialect, host: host, user: "eve", password: DatabasePassword("x"), database: database)
            #expect(throws: CatalogError.self, "\(host) \(database)") { try places.checked(url, trust: .caller) }
        }
    }

    @Test("A caller with very many databases does not use other callers' slots")
    func crowd() async throws {
        let world = try await World(allowedHosts: ["*"])
        func attach(_ owner: String, _ number: Int) async throws -> String {
            let url = DatabaseURL(dialect: .postgresql, host: "db.example.com", user: "u", database: "d\(number)")
            return try await world.sources.attach(ExternalSource(url: url, tables: [], owner: owner), in: Self.here)
        }
        let mine = try await attach("user 1", 0)
        for number in 0..<70 { _ = try await attach("user 2", number) }
        #expect(try await attach("user 1", 0) == mine)
        await world.close()
    }

    @Test("C54 the databases of the server itself are attached by no caller, with whatever login")
    func ownDatabases() throws {
        let own = try ["postgres://gate@db.example.com/state", "postgres://data@db.example.com:5433/data"].map { try DatabaseURL(parsing: $0) }
        let places = SourceLocations(ownDatabases: own, allowedHosts: ["*.example.com"])
        for text in [
            "postgres://gate@db.example.com/state", "postgresql://eve:x@DB.example.com.:5432/state?sslmode=require",
            "postgres://eve@db.example.com:5433/data",
        ] {
            let url = try DatabaseURL(parsing: text)
            let error = #expect(throws: CatalogError.self) { try places.checked(url, trust: .caller) }
            #expect(error?.reason == "url: this database belongs to the server itself")
        }
        for text in ["postgres://eve@db.example.com/shop", "postgres://eve@db.example.com/data", "mysql://eve@db.example.com:5432/state"] {
            let url = try DatabaseURL(parsing: text)
            #expect(try places.checked(url, trust: .caller) == url)
        }
    }

    @Test("C54 no host is allowed to callers until the operator names one, and parameters that name files are refused")
    func parameters() throws {
        let url = try DatabaseURL(parsing: "postgres://u@db.example.com/d")
        #expect(throws: CatalogError.self) { try SourceLocations().checked(url, trust: .caller) }
        let file = try DatabaseURL(parsing: "postgres://u@db.example.com/d?sslrootcert=/etc/shadow")
        #expect(throws: CatalogError.self) { try SourceLocations(allowedHosts: ["*"]).checked(file, trust: .caller) }
        for kept in ["postgres", "mysql"] {
            let trusted = try DatabaseURL(parsing: "\(kept)://u@db.example.com/d?sslmode=verify-full&sslrootcert=system")
            #expect(try SourceLocations(allowedHosts: ["*"]).checked(trusted, trust: .caller) == trusted)
        }
        let mysql = try DatabaseURL(parsing: "mysql://u@db.example.com/d")
        #expect(try SourceLocations().checked(mysql, trust: .operator) == mysql)
        #expect(throws: CatalogError.self) { try SourceLocations().checked(mysql, trust: .caller) }
        #expect(throws: CatalogError.self) { try SourceLocations(allowedHosts: ["db.example.com:5432"]).checked(mysql, trust: .caller) }
        #expect(try SourceLocations(allowedHosts: ["db.example.com:3306"]).checked(mysql, trust: .caller) == mysql)
    }

    @Test("an address that no driver supports is refused with the supported forms, and not stored", arguments: ["postgres", "mysql"])
    func badAddress(scheme: String) async throws {
        let world = try await World()
        for (address, word) in [("u@h/d?sslmode=maybe", "verify-full"), ("u@h/d?init_command=x", "takes the parameters"), ("h/d", "name the user")] {
            let url = try DatabaseURL(parsing: "\(scheme)://\(address)")
            let error = try await catalogError {
                try await world.sources.add(NewDataSource(name: "dw", url: url), in: Self.here, trust: .operator)
            }
            #expect(error?.code == .invalidSource && error?.reason.contains(word) == true, "\(error?.reason ?? "kept")")
        }
        let names = try await world.sources.list(in: Self.here).map(\.name)
        #expect(names == ["main"])
        await world.close()
    }

    @Test("a source that is down is reported without host or path, and other sources work")
    func down() async throws {
        let world = try await World()
        let path = try await Self.file(world.directory.path(of: "up.db"))
        let url = try DatabaseURL(parsing: "postgres://u@127.0.0.1:1/secretdb")
        _ = try await world.sources.add(NewDataSource(name: "down", url: url), in: Self.here, trust: .operator)
        _ = try await world.sources.add(NewDataSource(name: "up", url: Self.sqlite(path)), in: Self.here, trust: .operator)
        let error = try await catalogError { try await world.sources.test("down", in: Self.here, .patient) }
        #expect(error?.code == .sourceFailed && error?.reason.hasPrefix("data source 'down'") == true)
        #expect(error?.reason.contains("127.0.0.1") == false && error?.reason.contains("secretdb") == false)
        let names = try await world.catalog.contents(of: "up", in: Self.here).collections.map(\.name)
        #expect(names == ["things"])
        await world.close()
    }

    @Test("the catalogue has the engine's tables and the system's collections, and sees a new table after a refresh")
    func catalog() async throws {
        let world = try await World(script: ["CREATE TABLE orders (id INTEGER PRIMARY KEY)", "CREATE TABLE users (id INTEGER PRIMARY KEY)"])
        func names() async throws -> [String] { try await world.catalog.contents(of: "main", in: Self.here).collections.map(\.name) }
        #expect(try await names() == ["main.users", "orders", "roles", "users"])
        let users = try await world.catalog.collection("users", source: "main", in: Self.here)
        #expect(users.isReadOnly && users.primaryKey == ["id"])
        try await world.main.write(World.bounds) { _ = try $0.execute("CREATE TABLE added (id INTEGER PRIMARY KEY)") }
        world.catalog.refresh("main", in: Self.here)
        #expect(try await names() == ["added", "main.users", "orders", "roles", "users"])
        let missing = try await catalogError { try await world.catalog.collection("nope", source: "main", in: Self.here) }
        #expect(missing?.code == .unknownCollection)
        await world.close()
    }

    @Test("a source that another process removes is closed as soon as the feed reports it", arguments: StoreEngine.allCases)
    func otherProcess(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let world = try await World(on: database)
            let path = try await Self.file(world.directory.path(of: "crm.db"))
            _ = try await world.sources.add(NewDataSource(name: "crm", url: Self.sqlite(path)), in: Self.here, trust: .operator)
            let open = try await world.sources.open("crm", in: Self.here)
            try await world.store.write(changesRights: false) { _ = try $0.execute("DELETE FROM data_sources") }
            world.store.feed.bump()
            let gone = try await catalogError { try await world.sources.open("crm", in: Self.here) }
            #expect(gone?.code == .unknownSource)
            await world.sources.close()
            await #expect(throws: (any Error).self) { try await open.database.read(World.bounds) { try $0.first("SELECT 1") { $0.int(0) } } }
        }
    }
}
