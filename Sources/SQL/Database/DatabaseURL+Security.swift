extension DatabaseError {
    static let insecure = "no secure connection to the database server could be made: see sslmode"
}

extension DatabaseURL {
    /// `sslrootcert=system`: the authorities that this machine trusts.
    package static let systemAuthorities = "system"

    /// `connect_timeout`, 1 to 60 seconds; nil when it is not given.
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
