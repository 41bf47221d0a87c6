import GatehouseTesting
import SQL
import Testing

/// Each test has a server of its own to stop.
@Suite struct PostgreSQLFaultTests {
    private static let one: @Sendable (any Connection) throws -> Int64? = { try $0.first("SELECT 1") { $0.int(0) } ?? nil }

    private static func database(_ server: PostgreSQLServer) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(url: DatabaseURL(parsing: server.url(database: "postgres", parameters: "connect_timeout=60")), connections: 2)
    }

    @Test("I09 a server that is down is unavailable, and calls work again once it is back")
    func down() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        try await blocking { try server.stop() }
        let database = try Self.database(server)
        #expect(await databaseError { _ = try await database.read(.minute, Self.one) }?.code == .unavailable)
        try await blocking { try server.start() }
        #expect(try await database.read(.minute, Self.one) == 1)
        try await blocking { try server.stop() }
        #expect(await databaseError { _ = try await database.read(.minute, Self.one) }?.code == .unavailable)
        try await blocking { try server.start() }
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test("I09 a server that restarted between two calls costs neither of them anything")
    func restarted() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let database = try Self.database(server)
        #expect(try await database.read(.minute, Self.one) == 1)
        try await blocking { try server.stop() }
        try await blocking { try server.start() }
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test("I09 a server that goes down during a write: the call fails and nothing is written")
    func downDuringWrite() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        try server.psql("CREATE TABLE t (a int)")
        let database = try Self.database(server)
        let error = await databaseError {
            try await database.write(.minute) { connection in
                try connection.execute("INSERT INTO t VALUES (1)")
                try server.stop()
                try connection.execute("INSERT INTO t VALUES (2)")
            }
        }
        #expect(error?.code == .unavailable)
        try await blocking { try server.start() }
        #expect(try server.psql("SELECT count(*) FROM t") == "0")
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test("I10 a server that stops answering costs a call its deadline, and calls work again once it answers")
    func frozen() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let database = try Self.database(server)
        #expect(try await database.read(.minute, Self.one) == 1)
        try await blocking { try server.freeze() }
        #expect(await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.one) }?.code == .timeout)
        let code = await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.one) }?.code
        #expect(code == .unavailable || code == .timeout)
        try await blocking { try server.thaw() }
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test(
        "a refused login is told apart from a server that is away, without host, user or password",
        arguments: [
            ("gatehouse:wrong-password@127.0.0.1:PORT/postgres", DatabaseError.Code.denied, "the database server refused the login"),
            ("gatehouse@127.0.0.1:PORT/postgres", .denied, "the database server refused the login"),
            ("nobody:secret@127.0.0.1:PORT/postgres", .denied, "the database server refused the login"),
            ("gatehouse:gatehouse@127.0.0.1:PORT/absent", .denied, "the database server has no database of that name"),
            (
                "gatehouse:gatehouse@127.0.0.1:PORT/postgres?sslmode=require", .unavailable,
                "no secure connection to the database server could be made: see sslmode"
            ),
            ("gatehouse:gatehouse@127.0.0.1:1/postgres", .unavailable, "the database server cannot be reached"),
            ("gatehouse:gatehouse@%2Fnonexistent/postgres", .unavailable, "the database server cannot be reached"),
        ])
    func refusedLogin(address: String, code: DatabaseError.Code, reason: String) async throws {
        let server = try await PostgreSQLServer.shared()
        let url = try DatabaseURL(parsing: "postgres://" + address.replacing("PORT", with: String(server.port)))
        let database = try PostgreSQLDatabase(url: url)
        let error = await databaseError { _ = try await database.read(.minute, Self.one) }
        #expect(error?.code == code)
        #expect(error?.reason == reason)
        await database.close()
    }

    @Test("a socket file is an address too")
    func socket() async throws {
        let server = try await PostgreSQLServer.shared()
        let directory = server.socketDirectory.replacing("/", with: "%2F")
        let database = try PostgreSQLDatabase(url: DatabaseURL(parsing: "postgres://gatehouse@\(directory):\(server.port)/postgres"))
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }
}
