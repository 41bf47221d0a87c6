/// What libpq is told to connect with: all of it from the address, nothing from the environment or from files in a home directory.
struct PostgreSQLOptions: Sendable {
    /// What may stand after `?` in an address. Nothing here names another host, user or file of passwords.
    static let parameters: Set<String> = [
        "sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding", "application_name", "options", "target_session_attrs", "connect_timeout",
    ]

    private let pairs: [(keyword: String, value: String)]
    /// `connect_timeout` of the address, at most a minute.
    let timeout: Duration?

    /// - Throws: ``DatabaseError`` `invalid` for another kind of address or an unknown parameter.
    init(_ url: DatabaseURL) throws(DatabaseError) {
        guard url.dialect == .postgresql else { throw DatabaseError(.invalid, "not the address of a PostgreSQL database") }
        guard url.parameters.keys.allSatisfy(Self.parameters.contains) else {
            throw DatabaseError(.invalid, "a PostgreSQL address takes the parameters \(Self.parameters.sorted().joined(separator: ", "))")
        }
        guard let user = url.user else { throw DatabaseError(.invalid, "name the user: postgres://user@host/database") }
        var values = url.parameters
        timeout = try values.removeValue(forKey: "connect_timeout").map { text throws(DatabaseError) in
            guard let seconds = Int(text), (1...60).contains(seconds) else {
                throw DatabaseError(.invalid, "connect_timeout must be 1 to 60 seconds")
            }
            return .seconds(seconds)
        }
        // libpq fills what is empty from PG… variables and ~/.pgpass, and so might send the operator's password to any host.
        values["host"] = url.host
        values["port"] = String(url.port ?? 5432)
        values["dbname"] = url.database
        values["user"] = user
        values["password"] = url.password.flatMap { $0.text.isEmpty ? nil : $0.text } ?? "none"
        values["passfile"] = "/dev/null"
        values["gssencmode"] = "disable"
        values["options"] = values["options"] ?? "-c client_min_messages=warning"
        values["sslmode"] = values["sslmode"] ?? "prefer"
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
