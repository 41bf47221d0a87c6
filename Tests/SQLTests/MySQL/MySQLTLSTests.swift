import GatehouseTesting
import SQL
import Testing

@Suite("MariaDB: TLS")
struct MySQLTLSTests {
    private static let cipher: @Sendable (any Connection) throws -> String = {
        try $0.first("SHOW STATUS LIKE 'Ssl_cipher'") { $0.text(1) ?? "" } ?? "none"
    }

    private static func connect(_ server: MariaDBServer, _ parameters: String, host: String = "127.0.0.1") async throws -> String {
        let url = "mariadb://gatehouse:gatehouse@\(host):\(server.port)/mysql?\(parameters)"
        let database = try MySQLDatabase(url: DatabaseURL(parsing: url))
        do {
            let cipher = try await database.read(.minute, cipher)
            await database.close()
            return cipher
        } catch {
            await database.close()
            throw error
        }
    }

    @Test("each mode secures what it promises")
    func modes() async throws {
        let server = try await MariaDBServer.shared()
        let root = "sslrootcert=" + server.authority.replacing("/", with: "%2F")
        #expect(try await Self.connect(server, "sslmode=disable") == "")
        for parameters in ["", "sslmode=prefer", "sslmode=require", "sslmode=verify-ca&\(root)", "sslmode=verify-full&\(root)"] {
            #expect(try await Self.connect(server, parameters).hasPrefix("TLS_"), "\(parameters)")
        }
        #expect(try await Self.connect(server, "sslmode=verify-full&\(root)", host: "localhost").hasPrefix("TLS_"))
    }

    @Test("a certificate of an unknown authority, or for another host, is refused before the login")
    func refused() async throws {
        let server = try await MariaDBServer.shared()
        let root = "sslrootcert=" + server.authority.replacing("/", with: "%2F")
        let elsewhere = try await blocking { try MariaDBServer(certificates: Certificates(names: "DNS:db.example.org,IP:192.0.2.1")) }
        let other = "sslrootcert=" + elsewhere.authority.replacing("/", with: "%2F")
        for (parameters, server) in [
            ("sslmode=verify-full", server), ("sslmode=verify-ca&sslrootcert=system", server), ("sslmode=verify-full&\(other)", elsewhere),
            ("sslmode=verify-full&\(root)", elsewhere), ("sslmode=verify-ca&\(other)", elsewhere),
        ] {
            let error = await databaseError { _ = try await Self.connect(server, parameters) }
            #expect(error?.code == .unavailable && error?.reason.contains("sslmode") == true, "\(parameters): \(error?.detail ?? "")")
        }
    }

    @Test("I09 a server without TLS is refused where it is required, and used where it is only preferred")
    func plainServer() async throws {
        let server = try await blocking { try MariaDBServer(hasTLS: false) }
        for mode in ["require", "verify-ca", "verify-full"] {
            let error = await databaseError { _ = try await Self.connect(server, "sslmode=\(mode)") }
            #expect(error?.code == .unavailable && error?.reason.contains("sslmode") == true, "\(mode): \(error?.detail ?? "")")
        }
        #expect(try await Self.connect(server, "sslmode=prefer") == "")
    }

    @Test("the order to stop a statement goes over a secured connection too")
    func stop() async throws {
        let server = try await MariaDBServer.shared()
        let root = "sslrootcert=" + server.authority.replacing("/", with: "%2F")
        let url = "mariadb://gatehouse:gatehouse@127.0.0.1:\(server.port)/mysql?sslmode=verify-full&\(root)"
        let database = try MySQLDatabase(url: DatabaseURL(parsing: url))
        let bounds = CallBounds.minute
        let call = Task { try await database.read(bounds) { _ = try $0.first("SELECT SLEEP(599)") { _ in } } }
        try await blocking { while try server.sql("SELECT count(*) FROM information_schema.processlist WHERE info = 'SELECT SLEEP(599)'") != "1" {} }
        bounds.cancellation.cancel()
        #expect(await databaseError { try await call.value }?.code == .cancelled)
        try await blocking { while try server.sql("SELECT count(*) FROM information_schema.processlist WHERE info = 'SELECT SLEEP(599)'") != "0" {} }
        await database.close()
    }
}
