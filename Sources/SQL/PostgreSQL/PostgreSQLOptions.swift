import Glibc
import SQLSyntax

/// The connection options for libpq, all from the address: the environment and files in a home directory are ignored.
struct PostgreSQLOptions: Sendable {
    /// Parameters that may follow `?` in an address. None of them names another host, user or password file.
    static let parameters: Set<String> = [
        "sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding", "application_name", "options", "target_session_attrs", "connect_timeout",
    ]

    private static let modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]

    /// The file of certificate authorities that this machine trusts, at the path that its distribution uses.
    private static let systemAuthorities: String = {
        let places = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
        return places.first { access($0, R_OK) == 0 } ?? places[0]
    }()

    private let pairs: [(keyword: String, value: String)]
    /// `connect_timeout` of the address, at most a minute.
    let timeout: Duration?

    /// - Throws: ``DatabaseError`` `invalid` for another kind of address or an unknown parameter.
    init(_ url: DatabaseURL) throws(DatabaseError) {
        guard url.dialect == .postgresql else { throw DatabaseError(.invalid, "not the address of a PostgreSQL database") }
        guard url.parameters.keys.allSatisfy(Self.parameters.contains) else {
            throw DatabaseError(.invalid, "a PostgreSQL address takes the parameters \(Self.parameters.sorted().joined(separator: ", "))")
        }
        guard url.parameters["sslmode"].map(Self.modes.contains) ?? true else {
            throw DatabaseError(.invalid, "sslmode must be one of \(Self.modes.joined(separator: ", "))")
        }
        guard let user = url.user else { throw DatabaseError(.invalid, "name the user: postgres://user@host/database") }
        var values = url.parameters
        timeout = try url.connectTimeout
        values["connect_timeout"] = nil
        // libpq fills empty options from PG… variables and ~/.pgpass, and could send the operator's password to any host.
        values["host"] = url.host
        values["port"] = String(url.port ?? 5432)
        values["dbname"] = url.database
        values["user"] = user
        values["password"] = url.password.flatMap { $0.text.isEmpty ? nil : $0.text } ?? "none"
        values["passfile"] = "/dev/null"
        values["gssencmode"] = "disable"
        values["options"] = values["options"] ?? "-c client_min_messages=warning"
        values["sslmode"] = values["sslmode"] ?? "prefer"
        // Without a name libpq looks for these files in the home directory; this path does not exist.
        for name in ["sslcert", "sslkey", "sslcrl"] where values[name] == nil { values[name] = "/dev/null/none" }
        let isVerified = values["sslmode"]?.hasPrefix("verify-") == true
        if values["sslrootcert"] == DatabaseURL.systemAuthorities || values["sslrootcert"] == nil {
            values["sslrootcert"] = isVerified ? Self.systemAuthorities : "/dev/null/none"
        }
        // A server that is lost without a message is noticed within half a minute.
        values["keepalives_idle"] = "10"
        values["keepalives_interval"] = "5"
        values["keepalives_count"] = "3"
        values["tcp_user_timeout"] = "30000"
        values["application_name"] = values["application_name"] ?? "gatehouse"
        values["client_encoding"] = "UTF8"
        pairs = values.map { ($0.key, $0.value) }
    }

    /// Gives libpq its arrays of keywords and values, ended by nil, valid inside `body`.
    func withPointers<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
        let texts = pairs.flatMap { [$0.keyword, $0.value] }.map { text in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
            for (index, byte) in text.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[text.utf8.count] = 0
            return copy
        }
        defer { for text in texts { text.deallocate() } }
        let keywords = stride(from: 0, to: texts.count, by: 2).map { Optional(UnsafePointer(texts[$0])) } + [nil]
        let values = stride(from: 1, to: texts.count, by: 2).map { Optional(UnsafePointer(texts[$0])) } + [nil]
        return keywords.withUnsafeBufferPointer { keywords in
            values.withUnsafeBufferPointer { values in
                guard let keywords = keywords.baseAddress, let values = values.baseAddress else { preconditionFailure("arrays end with nil") }
                return body(keywords, values)
            }
        }
    }
}
