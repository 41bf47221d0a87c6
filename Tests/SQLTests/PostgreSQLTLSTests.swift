import GatehouseTesting
import SQL
import Testing

@Suite struct PostgreSQLTLSTests {
    private static let version: @Sendable (any Connection) throws -> String = {
        try $0.first("SELECT coalesce(version, '') FROM pg_stat_ssl WHERE pid = pg_backend_pid()") { $0.text(0) ?? "" } ?? "none"
    }

    /// A server of one test's own with the certificate, whose files it must own.
    private static func secured(_ certificates: Certificates) throws -> PostgreSQLServer {
        let server = try PostgreSQLServer()
        let copy = "umask 077; cat \(certificates.certificate) > server.crt; cat \(certificates.key) > server.key"
        try server.psql("COPY (SELECT 1) TO PROGRAM '\(copy)'")
        for setting in ["ssl_cert_file = 'server.crt'", "ssl_key_file = 'server.key'", "ssl = on"] { try server.psql("ALTER SYSTEM SET \(setting)") }
        try server.psql("SELECT pg_reload_conf()")
        return server
    }

    private static func connect(_ server: PostgreSQLServer, _ parameters: String, host: String = "127.0.0.1") async throws -> String {
        let url = "postgres://gatehouse:gatehouse@\(host):\(server.port)/postgres?\(parameters)"
        let database = try PostgreSQLDatabase(url: DatabaseURL(parsing: url))
        do {
            let version = try await database.read(.minute, version)
            await database.close()
            return version
        } catch {
            await database.close()
            throw error
        }
    }

    @Test("each mode secures what it promises, and a certificate that does not fit is refused before the login")
    func modes() async throws {
        let certificates = try Certificates()
        let server = try await blocking { try Self.secured(certificates) }
        let root = "sslrootcert=" + certificates.authority.replacing("/", with: "%2F")
        #expect(try await Self.connect(server, "sslmode=disable") == "")
        for parameters in ["sslmode=prefer", "sslmode=require", "sslmode=verify-ca&\(root)", "sslmode=verify-full&\(root)"] {
            #expect(try await Self.connect(server, parameters).hasPrefix("TLSv1."), "\(parameters)")
        }
        let others = try Certificates(names: "DNS:db.example.org,IP:192.0.2.1")
        let elsewhere = try await blocking { try Self.secured(others) }
        let other = "sslrootcert=" + others.authority.replacing("/", with: "%2F")
        #expect(try await Self.connect(elsewhere, "sslmode=verify-ca&\(other)").hasPrefix("TLSv1."))
        for (parameters, server) in [
            ("sslmode=verify-full", server), ("sslmode=verify-ca&sslrootcert=system", server), ("sslmode=verify-full&\(other)", elsewhere),
            ("sslmode=verify-full&\(root)", elsewhere),
        ] {
            let error = await databaseError { _ = try await Self.connect(server, parameters) }
            #expect(error?.code == .unavailable && error?.reason.contains("sslmode") == true, "\(parameters): \(error?.detail ?? "")")
        }
    }

    @Test(
        "I10 a host that takes connections and never says a word costs a call its deadline and holds no connection back",
        arguments: ["disable", "prefer", "verify-full"])
    func silent(mode: String) async throws {
        let hole = try BlackHole()
        let url = try DatabaseURL(parsing: "postgres://u:p@127.0.0.1:\(hole.port)/d?sslmode=\(mode)")
        let database = try PostgreSQLDatabase(url: url, connections: 1, queueLength: 1)
        for _ in 1...3 {
            let code = await databaseError { _ = try await database.read(.within(.milliseconds(200)), Self.version) }?.code
            #expect(code == .unavailable || code == .timeout)
        }
        await database.close()
    }
}
