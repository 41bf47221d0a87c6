import SQLSyntax

extension DatabaseURL {
    /// Looks whether the engine's driver takes the address; nothing is connected to.
    /// - Throws: ``DatabaseError`` `invalid` with what it takes: parameters, values, a user.
    package func checkForDriver() throws(DatabaseError) {
        switch dialect {
        case .sqlite: return
        case .postgresql: _ = try PostgreSQLOptions(self)
        case .mysql: _ = try MySQLOptions(self)
        }
    }
}
