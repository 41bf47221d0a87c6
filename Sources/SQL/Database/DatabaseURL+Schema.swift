import SQLSyntax

extension DatabaseURL {
    /// The same PostgreSQL database with unqualified names meaning one schema.
    /// - Parameter schema: lower-case letters, digits and `_`.
    func inSchema(_ schema: String) -> DatabaseURL {
        precondition(schema.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        var parameters = parameters
        parameters["options"] = [parameters["options"], "-c search_path=\(schema)"].compactMap { $0 }.joined(separator: " ")
        return DatabaseURL(dialect: dialect, host: host, port: port, user: user, password: password, database: database, parameters: parameters)
    }
}
