import CMariaDB
import SQLSyntax

/// The client library's connection options, all from the address: option files and the environment are ignored.
struct MySQLOptions: Sendable {
    /// Parameters that may follow `?` in an address.
    static let parameters: Set<String> = ["sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout"]

    /// Authentication methods that reveal no password to a false server; a server that asks for another method is refused.
    private static let logins = "mysql_native_password,client_ed25519,caching_sha2_password,sha256_password"
    /// Longest row or statement; a longer row ends the connection. Unit: bytes.
    private static let maximumPacket: UInt = 64 * 1_048_576
    /// Stack of the library's own coroutine, in which it resolves names and makes TLS handshakes. Unit: bytes.
    private static let stackSize = 524_288

    let database: String
    /// `connect_timeout` of the address, at most a minute.
    let timeout: Duration?
    let tls: MySQLTLS
    private let host: String
    private let port: UInt32
    private let user: String
    private let password: String
    private let authorities: String?
    private let certificate: (file: String, key: String)?

    var isSocket: Bool { host.hasPrefix("/") }

    /// - Throws: ``DatabaseError`` `invalid` for another kind of address or an unknown parameter.
    init(_ url: DatabaseURL) throws(DatabaseError) {
        guard url.dialect == .mysql else { throw DatabaseError(.invalid, "not the address of a MySQL or MariaDB database") }
        guard url.parameters.keys.allSatisfy(Self.parameters.contains) else {
            throw DatabaseError(.invalid, "a MySQL or MariaDB address takes the parameters \(Self.parameters.sorted().joined(separator: ", "))")
        }
        guard let user = url.user else { throw DatabaseError(.invalid, "name the user: mysql://user@host/database") }
        guard let tls = MySQLTLS(rawValue: url.parameters["sslmode"] ?? "prefer") else {
            throw DatabaseError(.invalid, "sslmode must be one of \(MySQLTLS.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        timeout = try url.connectTimeout
        host = url.host
        port = UInt32(url.port ?? 3306)
        database = url.database
        self.user = user
        password = url.password?.text ?? ""
        self.tls = tls
        let named = url.parameters["sslrootcert"]
        authorities = named == DatabaseURL.systemAuthorities ? nil : named
        switch (url.parameters["sslcert"], url.parameters["sslkey"]) {
        case (nil, nil): certificate = nil
        case (let file?, let key?): certificate = (file, key)
        default: throw DatabaseError(.invalid, "sslcert and sslkey are given together")
        }
    }

    /// Configures a new handle.
    /// - Parameter timeout: time for the TLS handshake, the one wait that the library does itself.
    func apply(to handle: UnsafeMutablePointer<MYSQL>, timeout: Duration) {
        Self.set(handle, MYSQL_OPT_NONBLOCK, Self.stackSize)
        Self.set(handle, MYSQL_OPT_CONNECT_TIMEOUT, UInt32(max(1, min(60, (timeout / .seconds(1)).rounded(.up)))))
        Self.set(handle, MYSQL_OPT_LOCAL_INFILE, UInt32(0))
        Self.set(handle, MYSQL_OPT_MAX_ALLOWED_PACKET, Self.maximumPacket)
        Self.set(handle, MYSQL_OPT_PROTOCOL, (isSocket ? MYSQL_PROTOCOL_SOCKET : MYSQL_PROTOCOL_TCP).rawValue)
        mysql_options(handle, MYSQL_SET_CHARSET_NAME, "utf8mb4")
        mysql_options(handle, MARIADB_OPT_RESTRICTED_AUTH, Self.logins)
        guard tls != .disable, !isSocket else {
            Self.set(handle, MYSQL_OPT_SSL_ENFORCE, my_bool(0))
            return
        }
        Self.set(handle, MYSQL_OPT_SSL_ENFORCE, my_bool(1))
        Self.set(handle, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, my_bool(tls.isVerified ? 1 : 0))
        mysql_options(handle, MARIADB_OPT_TLS_VERSION, "TLSv1.2,TLSv1.3")
        if let authorities { mysql_options(handle, MYSQL_OPT_SSL_CA, authorities) }
        if let certificate {
            mysql_options(handle, MYSQL_OPT_SSL_CERT, certificate.file)
            mysql_options(handle, MYSQL_OPT_SSL_KEY, certificate.key)
        }
    }

    /// Runs `start` of the library with the texts of the address, which stay valid while `body` continues it.
    func connecting(
        _ handle: UnsafeMutablePointer<MYSQL>, _ body: (_ start: () -> Int32, _ go: (Int32) -> Int32) -> Void
    ) -> Bool {
        var connected: UnsafeMutablePointer<MYSQL>?
        (isSocket ? "localhost" : host).withCString { name in
            user.withCString { user in
                password.withCString { password in
                    database.withCString { database in
                        host.withCString { socket in
                            body {
                                mysql_real_connect_start(
                                    &connected, handle, name, user, password, database, port, isSocket ? socket : nil, UInt(CLIENT_FOUND_ROWS))
                            } _: {
                                mysql_real_connect_cont(&connected, handle, $0)
                            }
                        }
                    }
                }
            }
        }
        return connected != nil
    }

    private static func set<Value: BitwiseCopyable>(_ handle: UnsafeMutablePointer<MYSQL>, _ option: mysql_option, _ value: Value) {
        withUnsafePointer(to: value) { _ = mysql_options(handle, option, $0) }
    }
}
