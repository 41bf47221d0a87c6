import SQL
import Server
import Store
import Testing

extension RunningServer {
    /// Every row of accounts, clients, rights and credentials.
    func state() async throws -> [String] {
        let tables = [
            "organizations", "users", "roles", "workspaces", "memberships", "api_keys", "applications", "authorization_grants", "authorization_codes",
            "refresh_tokens", "access_tokens", "consents", "sessions", "device_codes", "signing_keys", "role_users", "role_parts", "permissions",
            "providers", "rules", "data_sources",
        ]
        return try await composition.store.read { connection in
            try tables.flatMap { table in
                try connection.all("SELECT * FROM \(Identifier(table))") { row in
                    table + " " + (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|")
                }.sorted()
            }
        }
    }

    /// Expects that `body` changes no accounts, clients, rights and credentials.
    func unchanged<R>(_ body: () async throws -> R, sourceLocation: SourceLocation = #_sourceLocation) async throws -> R {
        let before = try await state()
        let result = try await body()
        let after = try await state()
        #expect(after == before, "\(Set(after).symmetricDifference(before).sorted())", sourceLocation: sourceLocation)
        return result
    }
}
