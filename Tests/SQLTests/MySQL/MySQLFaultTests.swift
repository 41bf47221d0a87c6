import GatehouseTesting
import SQL
import Testing

/// Tests that stop a server have one of their own.
@Suite("MariaDB: faults")
struct MySQLFaultTests {
    private static let one: @Sendable (any Connection) throws -> Int64? = { try $0.first("SELECT 1") { $0.int(0) } ?? nil }

    private static func database(_ server: MariaDBServer) throws -> MySQLDatabase {
        try MySQLDatabase(url: DatabaseURL(parsing: server.url(database: "mysql")), connections: 2)
    }

    @Test("I09 a server that is down is unavailable; calls work again once it is back, and a restart between two calls costs neither anything")
    func down() async throws {
        let server = try await blocking { try MariaDBServer() }
        try await blocking { try server.stop() }
        let database = try Self.database(server)
        #expect(await databaseError { _ = try await database.read(.minute, Self.one) }?.code == .unavailable)
        try await blocking { try server.start() }
        #expect(try await database.read(.minute, Self.one) == 1)
        try await blocking { try server.stop() }
        #expect(await databaseError { _ = try await database.read(.minute, Self.one) }?.code == .unavailable)
        try await blocking { try server.start() }
        #expect(try await database.read(.minute, Self.one) == 1)
        try await blocking {
            try server.stop()
            try server.start()
        }
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test("I09 a server that goes down during a write: the call fails and nothing is written")
    func downDuringWrite() async throws {
        let server = try await blocking { try MariaDBServer() }
        try server.sql("CREATE DATABASE d; CREATE TABLE d.t (a INT)")
        let database = try Self.database(server)
        let error = await databaseError {
            try await database.write(.minute) { connection in
                try connection.execute("INSERT INTO d.t VALUES (1)")
                try server.stop()
                try connection.execute("INSERT INTO d.t VALUES (2)")
            }
        }
        #expect(error?.code == .unavailable)
        try await blocking { try server.start() }
        #expect(try server.sql("SELECT count(*) FROM d.t") == "0")
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test("I10 a server that stops answering costs a call its deadline, and calls work again once it answers")
    func frozen() async throws {
        let server = try await blocking { try MariaDBServer() }
        let database = try Self.database(server)
        #expect(try await database.read(.minute, Self.one) == 1)
        try await blocking { try server.freeze() }
        for _ in 1...3 {
            let code = await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.one) }?.code
            #expect(code == .unavailable || code == .timeout)
        }
        try await blocking { try server.thaw() }
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test(
        "I10 a host that takes connections and never says a word costs a call its deadline, secured or not, and holds no connection back",
        arguments: ["disable", "prefer", "verify-full"])
    func silent(mode: String) async throws {
        let hole = try BlackHole()
        let url = try DatabaseURL(parsing: "mariadb://u:p@127.0.0.1:\(hole.port)/d?sslmode=\(mode)")
        let database = try MySQLDatabase(url: url, connections: 1, queueLength: 1)
        for _ in 1...3 {
            let code = await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.one) }?.code
            #expect(code == .unavailable || code == .timeout)
        }
        await database.close()
    }

    @Test(
        "a refused login is told apart from a server that is away, without host, user or password",
        arguments: [
            ("gatehouse:wrong-password@127.0.0.1:PORT/mysql", DatabaseError.Code.denied, "the database server refused the login"),
            ("gatehouse@127.0.0.1:PORT/mysql", .denied, "the database server refused the login"),
            ("nobody:secret@127.0.0.1:PORT/mysql", .denied, "the database server refused the login"),
            ("gatehouse:gatehouse@127.0.0.1:PORT/absent", .denied, "the database server has no database of that name"),
            ("gatehouse:gatehouse@127.0.0.1:1/mysql", .unavailable, "the database server cannot be reached"),
            ("gatehouse:gatehouse@%2Fnonexistent%2Fsocket/mysql", .unavailable, "the database server cannot be reached"),
        ])
    func refusedLogin(address: String, code: DatabaseError.Code, reason: String) async throws {
        let server = try await MariaDBServer.shared()
        let url = try DatabaseURL(parsing: "mysql://" + address.replacing("PORT", with: String(server.port)))
        let database = try MySQLDatabase(url: url)
        let error = await databaseError { _ = try await database.read(.minute, Self.one) }
        #expect(error?.code == code, "\(error?.detail ?? "")")
        #expect(error?.reason == reason, "\(error?.detail ?? "")")
        await database.close()
    }

    @Test("a socket file is an address too")
    func socket() async throws {
        let server = try await MariaDBServer.shared()
        let file = server.socket.replacing("/", with: "%2F")
        let database = try MySQLDatabase(url: DatabaseURL(parsing: "mysql://gatehouse:gatehouse@\(file)/mysql?sslmode=verify-full"))
        #expect(try await database.read(.minute, Self.one) == 1)
        await database.close()
    }

    @Test(
        "A parameter that is not known is refused",
        arguments: ["sslmode=maybe", "host=x", "default_file=/etc/passwd", "local_infile=1", "sslcert=/a", "connect_timeout=0", "init_command=x"])
    func parameters(parameter: String) throws {
        let url = try DatabaseURL(parsing: "mysql://u@h/d?\(parameter)")
        let error = #expect(throws: DatabaseError.self) { try MySQLDatabase(url: url) }
        #expect(error?.code == .invalid)
    }
}
