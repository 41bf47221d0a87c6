package import SQLSyntax

/// The address of a database: `sqlite:///abs/file`, `postgres://user:password@host:port/database?name=value`, `mysql://…`, `mariadb://…`.
///
/// Parts are percent-decoded (RFC 3986 section 2.1). Its description contains no password.
package struct DatabaseURL: Hashable, Sendable {
    package let dialect: Dialect
    /// A name, a numeric address (without brackets) or the absolute path of a directory with a socket file; empty on SQLite.
    package let host: String
    /// Nil for the engine's default port.
    package let port: Int?
    package let user: String?
    package let password: DatabasePassword?
    /// The database's name; on SQLite the absolute path of the file.
    package let database: String
    /// The parameters after `?`, each name once.
    package let parameters: [String: String]

    /// The same address with another password, because passwords are stored apart from the address.
    package func with(password: DatabasePassword?) -> DatabaseURL {
        DatabaseURL(
            dialect: dialect, host: host, port: port, user: user, password: password, database: database, parameters: parameters)
    }

    package init(
        dialect: Dialect, host: String = "", port: Int? = nil, user: String? = nil, password: DatabasePassword? = nil, database: String,
        parameters: [String: String] = [:]
    ) {
        self.dialect = dialect
        self.host = host
        self.port = port
        self.user = user
        self.password = password
        self.database = database
        self.parameters = parameters
    }
}

extension DatabaseURL: CustomStringConvertible, CustomDebugStringConvertible {
    /// The address without user and password, for operators and not for callers.
    package var description: String {
        guard dialect != .sqlite else { return "sqlite://\(database)" }
        return "\(dialect.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")/\(database)"
    }

    package var debugDescription: String { description }
}

/// A password whose description is redacted.
package struct DatabasePassword: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The password itself, for the engine's client library only.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "(hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension DatabaseURL {
    /// Checks whether the engine's driver accepts the address, without connecting.
    /// - Throws: ``DatabaseError`` `invalid` with what is accepted: parameters, values, a user.
    package func checkForDriver() throws(DatabaseError) {
        // Drivers accept a list of hosts, and read each text up to its first NUL: they would connect to an address that was not checked.
        let texts = [host, user, password?.text, database].compactMap(\.self) + parameters.flatMap { [$0.key, $0.value] }
        guard !host.contains(where: { ",@".contains($0) }), !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw DatabaseError(.invalid, "not the address of a database: name one host, and no text with a NUL")
        }
        switch dialect {
        case .sqlite: return
        case .postgresql: _ = try PostgreSQLOptions(self)
        case .mysql: _ = try MySQLOptions(self)
        }
    }
}

extension DatabaseURL {
    /// The same PostgreSQL database, with unqualified names resolved in one schema.
    /// - Parameter schema: lower-case letters, digits and `_`.
    func inSchema(_ schema: String) -> DatabaseURL {
        precondition(schema.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        var parameters = parameters
        parameters["options"] = [parameters["options"], "-c search_path=\(schema)"].compactMap { $0 }.joined(separator: " ")
        return DatabaseURL(dialect: dialect, host: host, port: port, user: user, password: password, database: database, parameters: parameters)
    }
}
