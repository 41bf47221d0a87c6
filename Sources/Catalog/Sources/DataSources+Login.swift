package import SQL
package import Store

extension DataSources {
    /// What the login of a source can do that a reader should not, in sentences; empty where there are no logins.
    package func loginWarnings(_ name: String, in workspace: WorkspaceID, _ bounds: CallBounds) async throws(CatalogError) -> [String] {
        let source = try await open(name, in: workspace)
        guard source.database.dialect == .postgresql else { return [] }
        do {
            return try await source.database.read(bounds) { connection in
                try connection.first(
                    """
                    SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
                    pg_has_role('pg_execute_server_program', 'MEMBER'), pg_has_role('pg_write_server_files', 'MEMBER'),
                    pg_has_role('pg_read_server_files', 'MEMBER') FROM pg_roles WHERE rolname = current_user
                    """
                ) { row in
                    Self.powers.enumerated().compactMap { row.bool($0) == true ? "the login \($1): use one that can only read what is meant" : nil }
                } ?? []
            }
        } catch {
            throw CatalogError(error, source: name)
        }
    }

    /// In the order of the columns asked for.
    private static let powers = [
        "is a superuser", "can make roles", "can make databases", "can replicate", "passes row security", "can run programs on the server",
        "can write files on the server", "can read files on the server",
    ]
}
