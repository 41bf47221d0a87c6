import Foundation
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// One server of each engine, whose certificate is changed as tests need it.
@Suite("A driver: TLS", .serialized)
struct DriverTLSTests {
    private static let fitting = Task { try await blocking { try Certificates() } }
    /// Of another authority, for another host.
    private static let foreign = Task { try await blocking { try Certificates(names: "DNS:db.example.org,IP:192.0.2.1") } }

    private static let postgreSQL = Task { try await blocking { try PostgreSQLServer() } }
    private static let mariaDB = Task { try await blocking { try MariaDBServer(certificates: Certificates()) } }

    /// The server, with this certificate from now on.
    private static func server(_ engine: DataEngine, with certificates: Certificates) async throws -> any DatabaseServer {
        switch engine {
        case .postgresql:
            let server = try await postgreSQL.value
            try await blocking {
                // PostgreSQL takes a key that is its own user's alone.
                let copy = "cat > /dev/null; umask 077; cat \(certificates.certificate) > server.crt; cat \(certificates.key) > server.key"
                try server.psql("COPY (SELECT 1) TO PROGRAM '\(copy)'")
                for setting in ["ssl_cert_file = 'server.crt'", "ssl_key_file = 'server.key'", "ssl = on"] {
                    try server.psql("ALTER SYSTEM SET \(setting)")
                }
                try server.psql("SELECT pg_reload_conf()")
            }
            return server
        default:
            let server = try await mariaDB.value
            try await blocking { try server.use(certificates) }
            return server
        }
    }

    /// The TLS version or cipher that the server reports for the connection. Empty without TLS.
    private static func connect(_ engine: DataEngine, _ server: any DatabaseServer, _ parameters: String, host: String = "127.0.0.1") async throws
        -> String
    {
        let scheme = engine == .postgresql ? "postgres" : "mariadb"
        let address = "\(scheme)://gatehouse:gatehouse@\(host):\(server.port)/\(engine.firstDatabase)?\(parameters)"
        let database = try engine.database(address)
        let question: Statement =
            engine == .postgresql
            ? "SELECT 1, coalesce(version, '') FROM pg_stat_ssl WHERE pid = pg_backend_pid()" : "SHOW STATUS LIKE 'Ssl_cipher'"
        let told = await Result { try await database.read(.minute) { try $0.first(question) { $0.text(1) ?? "" } ?? "none" } }
        await database.close()
        return try told.get()
    }

    private static func root(_ certificates: Certificates) -> String { "sslrootcert=" + certificates.authority.replacing("/", with: "%2F") }

    @Test("C40 over TLS too a row beyond the limit ends the call before it is held whole")
    func longRows() async throws {
        let certificates = try await Self.fitting.value
        let server = try await Self.server(.postgresql, with: certificates)
        await Self.waitFor(Self.root(certificates), .postgresql, server)
        let address = "postgres://gatehouse:gatehouse@127.0.0.1:\(server.port)/postgres?sslmode=verify-full&\(Self.root(certificates))"
        let database = try DataEngine.postgresql.database(address, connections: 1)
        try await PostgreSQLLongRowTests.check(database)
        await database.close()
    }

    /// Waits until the server shows a certificate of this authority, or of another: it reads it after it was told to.
    private static func waitFor(_ authority: String, isShown: Bool = true, _ engine: DataEngine, _ server: any DatabaseServer) async {
        while ((try? await connect(engine, server, "sslmode=verify-full&\(authority)"))?.hasPrefix("TLS") == true) != isShown {}
    }

    @Test("each TLS mode checks what it promises, and a wrong certificate is refused before the login", arguments: DataEngine.servers)
    func modes(engine: DataEngine) async throws {
        let (fitting, foreign) = (try await Self.fitting.value, try await Self.foreign.value)
        let server = try await Self.server(engine, with: fitting)
        let root = Self.root(fitting)
        await Self.waitFor(root, engine, server)
        #expect(try await Self.connect(engine, server, "sslmode=disable") == "")
        for parameters in ["", "sslmode=prefer", "sslmode=require", "sslmode=verify-ca&\(root)", "sslmode=verify-full&\(root)"] {
            #expect(try await Self.connect(engine, server, parameters).hasPrefix("TLS"), "\(parameters)")
        }
        #expect(try await Self.connect(engine, server, "sslmode=verify-full&\(root)", host: "localhost").hasPrefix("TLS"))
        try await refused(["sslmode=verify-full", "sslmode=verify-ca&sslrootcert=system", "sslmode=verify-ca&\(Self.root(foreign))"], engine, server)

        _ = try await Self.server(engine, with: foreign)
        await Self.waitFor(root, isShown: false, engine, server)
        #expect(try await Self.connect(engine, server, "sslmode=require").hasPrefix("TLS"))
        // The authority fits and the host does not: MariaDB's library looks at both.
        let authority = "sslmode=verify-ca&\(Self.root(foreign))"
        if engine == .postgresql {
            #expect(try await Self.connect(engine, server, authority).hasPrefix("TLS"))
        } else {
            try await refused([authority], engine, server)
        }
        try await refused(["sslmode=verify-full&\(Self.root(foreign))", "sslmode=verify-full&\(root)", "sslmode=verify-ca&\(root)"], engine, server)
    }

    private func refused(_ all: [String], _ engine: DataEngine, _ server: any DatabaseServer) async throws {
        for parameters in all {
            let error = await databaseError { _ = try await Self.connect(engine, server, parameters) }
            #expect(error?.code == .unavailable && error?.reason.contains("sslmode") == true, "\(parameters): \(error?.detail ?? "")")
        }
    }

    @Test("the order to stop a statement goes over a secured connection too", arguments: DataEngine.servers)
    func stop(engine: DataEngine) async throws {
        let certificates = try await Self.fitting.value
        let server = try await Self.server(engine, with: certificates)
        await Self.waitFor(Self.root(certificates), engine, server)
        let name = try await blocking { try server.makeDatabase(named: "stop") }
        let parameters = "sslmode=verify-full&\(Self.root(certificates))"
        let database = try engine.database(server.url(database: name, user: "gatehouse", password: "gatehouse", parameters: parameters))
        let test = DriverDatabase(engine: engine, name: name, database: database) { try server.sql($0, database: name) }
        let bounds = CallBounds.minute
        let call = Task { try await database.read(bounds) { _ = try $0.first(engine.endless) { _ in } } }
        try await test.waitForRunning(engine.endlessWord)
        bounds.cancellation.cancel()
        #expect(await databaseError { try await call.value }?.code == .cancelled)
        try await test.waitForRunning(engine.endlessWord, count: 0)
        await database.close()
    }
}

extension MariaDBServer {
    /// Rewrites the certificate files with which the server was started, so that it uses other certificates.
    fileprivate func use(_ other: Certificates) throws {
        for (file, new) in [(certificates.certificate, other.certificate), (certificates.key, other.key)] {
            try Data(contentsOf: URL(fileURLWithPath: new)).write(to: URL(fileURLWithPath: file))
        }
        try sql("FLUSH SSL")
    }
}
