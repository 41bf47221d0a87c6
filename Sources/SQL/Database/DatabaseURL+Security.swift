import SQLSyntax

extension DatabaseError {
    static let insecure = "no secure connection to the database server could be made: see sslmode"
}

extension DatabaseURL {
    /// `sslrootcert=system`: the authorities that this machine trusts.
    package static let systemAuthorities = "system"

    /// A warning when no `sslmode` is given and the host is not local: the connection may then be made without TLS. Nil otherwise.
    package var transportWarning: String? {
        guard dialect != .sqlite, parameters["sslmode"] == nil, !isLocal else { return nil }
        return "the URL has no sslmode: the connection may be made without TLS, for everybody on its way to read; add sslmode=verify-full"
    }

    /// Whether the host is a socket file or an address of this machine.
    private var isLocal: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.isEmpty || host.hasPrefix("/") || host.lowercased() == "localhost" || host == "::1"
            || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// `connect_timeout`, 1 to 60 seconds; nil when it is absent.
    var connectTimeout: Duration? {
        get throws(DatabaseError) {
            guard let text = parameters["connect_timeout"] else { return nil }
            guard let seconds = Int(text), (1...60).contains(seconds) else {
                throw DatabaseError(.invalid, "connect_timeout must be 1 to 60 seconds")
            }
            return .seconds(seconds)
        }
    }
}
