import SQL

/// The schema of PostgreSQL that holds a workspace's own tables.
struct WorkspaceSchema {
    let name: String

    /// How long PostgreSQL may take to tell or make it.
    private static let patience = Duration.seconds(10)

    /// Makes the schema when it is missing.
    /// - Throws: `DatabaseError`: `denied` with what the operator has to do when the login may neither use nor make it.
    func ensure(on database: any Database) async throws {
        if try await isUsable(on: database) { return }
        do {
            _ = try await database.write(.within(Self.patience)) { try $0.execute("CREATE SCHEMA \(Identifier(name))") }
        } catch let error as DatabaseError where error.code == .denied {
            throw DatabaseError(
                .denied,
                "the schema \(name) is missing and the login of --data-database may not make it: as an administrator of the database, "
                    + "CREATE SCHEMA \(name) AUTHORIZATION that login, or GRANT CREATE ON DATABASE to it", detail: error.detail)
        } catch let error as DatabaseError where error.code == .invalid || error.code == .constraint {
            // Another node was quicker.
            guard try await isUsable(on: database) else { throw error }
        }
    }

    /// - Returns: false when there is no such schema.
    private func isUsable(on database: any Database) async throws -> Bool {
        let usable = try await database.read(.within(Self.patience)) { connection in
            try connection.first(
                "SELECT pg_catalog.has_schema_privilege(oid, 'USAGE') FROM pg_catalog.pg_namespace WHERE nspname = \(name)"
            ) { $0.bool(0) == true }
        }
        guard usable != false else {
            throw DatabaseError(
                .denied,
                "the login of --data-database may not use the schema \(name): as its owner, GRANT USAGE ON SCHEMA \(name) to that login")
        }
        return usable == true
    }
}
