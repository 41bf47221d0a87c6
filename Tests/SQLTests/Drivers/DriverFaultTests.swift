import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// One server of each engine is stopped, frozen and started again by all of these, one after the other; it has no TLS.
@Suite("A driver: faults of the server", .serialized)
struct DriverFaultTests {
    private static let one: @Sendable (any Connection) throws -> Int64? = { try $0.first("SELECT 1") { $0.int(0) } ?? nil }

    private static let postgreSQL = Task { try await blocking { try PostgreSQLServer() } }
    private static let mariaDB = Task { try await blocking { try MariaDBServer(hasTLS: false) } }

    /// The server, a database of it and a driver.
    private static func with(_ engine: DataEngine, _ body: (any DatabaseServer, String, any Database) async throws -> Void) async throws {
        let server: any DatabaseServer = try await engine == .postgresql ? postgreSQL.value : mariaDB.value
        let name = try await blocking { try server.makeDatabase(named: "faults") }
        let url = server.url(database: name, user: "gatehouse", password: "gatehouse", parameters: "connect_timeout=60")
        let database = try engine.database(url, connections: 2)
        try await body(server, name, database)
        await database.close()
    }

    @Test("I09 a server that is down is unavailable; calls work again once it is back", arguments: DataEngine.servers)
    func down(engine: DataEngine) async throws {
        try await Self.with(engine) { server, _, database in
            for _ in 1...2 {
                try await blocking { try server.stop() }
                #expect(await databaseError { _ = try await database.read(.minute, Self.one) }?.code == .unavailable)
                try await blocking { try server.start() }
                #expect(try await database.read(.minute, Self.one) == 1)
            }
        }
    }

    @Test("I09 a server that restarted between two calls costs neither of them anything", arguments: DataEngine.servers)
    func restarted(engine: DataEngine) async throws {
        try await Self.with(engine) { server, _, database in
            #expect(try await database.read(.minute, Self.one) == 1)
            try await blocking {
                try server.stop()
                try server.start()
            }
            #expect(try await database.read(.minute, Self.one) == 1)
        }
    }

    @Test("I09 a server that goes down during a write: the call fails and nothing is written", arguments: DataEngine.servers)
    func downDuringWrite(engine: DataEngine) async throws {
        try await Self.with(engine) { server, name, database in
            _ = try await blocking { try server.sql("CREATE TABLE t (a INT)", database: name) }
            let error = await databaseError {
                try await database.write(.minute) { connection in
                    try connection.execute("INSERT INTO t VALUES (1)")
                    try server.stop()
                    try connection.execute("INSERT INTO t VALUES (2)")
                }
            }
            #expect(error?.code == .unavailable)
            try await blocking { try server.start() }
            #expect(try server.sql("SELECT count(*) FROM t", database: name) == "0")
            #expect(try await database.read(.minute, Self.one) == 1)
        }
    }

    @Test("I10 a server that stops answering costs a call its deadline, and calls work again once it answers", arguments: DataEngine.servers)
    func frozen(engine: DataEngine) async throws {
        try await Self.with(engine) { server, _, database in
            #expect(try await database.read(.minute, Self.one) == 1)
            try await blocking { try server.freeze() }
            for _ in 1...3 {
                let code = await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.one) }?.code
                #expect(code == .unavailable || code == .timeout)
            }
            try await blocking { try server.thaw() }
            #expect(try await database.read(.minute, Self.one) == 1)
        }
    }

    @Test(
        "C37 a call that is over keeps its place until the server has done with its statement, and no longer", .timeLimit(.minutes(5)),
        arguments: DataEngine.servers)
    func unstopped(engine: DataEngine) async throws {
        try await Self.with(engine) { server, name, database in
            for freezes in [true, false] {
                let (place, bounds) = (HeldPlace(), CallBounds.patient)
                let call = Task {
                    await databaseError { try await database.read(bounds.keeping(place)) { _ = try $0.first(engine.busy) { _ in } } }
                }
                let running = engine.runningStatements(with: "1000000")
                try await until { try await blocking { try server.sql(running, database: name) == "1" } }
                if freezes { try await blocking { try server.freeze() } }
                bounds.cancellation.cancel()
                #expect(await call.value?.code == .cancelled)
                if freezes {
                    #expect(place.count == 2)
                    try await blocking { try server.thaw() }
                }
                // A server that stops the statement leaves nothing, long before it would end.
                try await place.isLeft()
                #expect(try await blocking { try server.sql(running, database: name) } == "0")
            }
            #expect(try await database.read(.minute, Self.one) == 1)
        }
    }

    @Test(
        "C37 a statement that the server cannot stop keeps its call's place until it ends by itself", .timeLimit(.minutes(5)),
        arguments: DataEngine.servers)
    func unstoppable(engine: DataEngine) async throws {
        try await Self.with(engine) { server, name, database in
            let (place, bounds) = (HeldPlace(), CallBounds.patient)
            let call = Task { await databaseError { try await database.read(bounds.keeping(place)) { _ = try $0.first(engine.deaf) { _ in } } } }
            let running = engine.runningStatements(with: "300000")
            try await until { try await blocking { try server.sql(running, database: name) == "1" } }
            bounds.cancellation.cancel()
            #expect(await call.value?.code == .cancelled)
            try await place.isLeft()
            #expect(try await blocking { try server.sql(running, database: name) } == "0")
        }
    }

    @Test("I09 a server without TLS is refused where it is required, and used where it is only preferred", arguments: DataEngine.servers)
    func plainServer(engine: DataEngine) async throws {
        try await Self.with(engine) { server, name, _ in
            for mode in ["require", "verify-ca", "verify-full", "prefer"] {
                let url = server.url(database: name, user: "gatehouse", password: "gatehouse", parameters: "sslmode=\(mode)")
                let database = try engine.database(url)
                if mode == "prefer" {
                    #expect(try await database.read(.minute, Self.one) == 1)
                } else {
                    let error = await databaseError { _ = try await database.read(.minute, Self.one) }
                    #expect(error?.code == .unavailable && error?.reason.contains("sslmode") == true, "\(mode): \(error?.detail ?? "")")
                }
                await database.close()
            }
        }
    }
}

@Suite("A driver: addresses and logins")
struct DriverLoginTests {
    private static let one: @Sendable (any Connection) throws -> Int64? = { try $0.first("SELECT 1") { $0.int(0) } ?? nil }

    @Test(
        "I10 a host that accepts connections but never responds costs a call its deadline, with and without TLS, and keeps no connection",
        arguments: DataEngine.servers, ["disable", "prefer", "verify-full"])
    func silent(engine: DataEngine, mode: String) async throws {
        let hole = try BlackHole()
        let scheme = engine == .postgresql ? "postgres" : "mariadb"
        let database = try engine.database("\(scheme)://u:p@127.0.0.1:\(hole.port)/d?sslmode=\(mode)", connections: 1, queueLength: 1)
        for _ in 1...3 {
            let code = await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.one) }?.code
            #expect(code == .unavailable || code == .timeout)
        }
        await database.close()
    }

    @Test(
        "a refused login and an unreachable server have different errors, without host, user or password", arguments: DataEngine.servers,
        [
            ("gatehouse:wrong-password@127.0.0.1:PORT/FIRST", DatabaseError.Code.denied, "the database server refused the login"),
            ("gatehouse@127.0.0.1:PORT/FIRST", .denied, "the database server refused the login"),
            ("nobody:secret@127.0.0.1:PORT/FIRST", .denied, "the database server refused the login"),
            ("gatehouse:gatehouse@127.0.0.1:PORT/absent", .denied, "the database server has no database of that name"),
            ("gatehouse:gatehouse@127.0.0.1:1/FIRST", .unavailable, "the database server cannot be reached"),
            ("gatehouse:gatehouse@%2Fnonexistent%2Fsocket/FIRST", .unavailable, "the database server cannot be reached"),
        ])
    func refusedLogin(engine: DataEngine, login: (address: String, code: DatabaseError.Code, reason: String)) async throws {
        let server = try await engine.shared()
        let address = login.address.replacing("PORT", with: String(server.port)).replacing("FIRST", with: engine.firstDatabase)
        let database = try engine.database((engine == .postgresql ? "postgres://" : "mysql://") + address)
        let error = await databaseError { _ = try await database.read(.minute, Self.one) }
        #expect(error?.code == login.code && error?.reason == login.reason, "\(error?.detail ?? "")")
        await database.close()
    }

    @Test("a socket file is an address too", arguments: DataEngine.servers)
    func socket(engine: DataEngine) async throws {
        let address: String
        switch engine {
        case .postgresql:
            let server = try await PostgreSQLServer.shared()
            address = "postgres://gatehouse@\(server.socketDirectory.replacing("/", with: "%2F")):\(server.port)/postgres"
        default:
            let server = try await MariaDBServer.shared()
            address = "mysql://gatehouse:gatehouse@\(server.socket.replacing("/", with: "%2F"))/mysql?sslmode=verify-full"
        }
        let database = try engine.database(address)
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test(
        "a parameter that is not known is refused", arguments: DataEngine.servers,
        ["sslmode=maybe", "host=x", "default_file=/etc/passwd", "local_infile=1", "service=x", "connect_timeout=0", "init_command=x"])
    func parameters(engine: DataEngine, parameter: String) throws {
        let address = "\(engine == .postgresql ? "postgres" : "mysql")://u@h/d?\(parameter)"
        let error = #expect(throws: DatabaseError.self) { try engine.database(address) }
        #expect(error?.code == .invalid)
    }
}
