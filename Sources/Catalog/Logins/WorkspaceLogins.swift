package import SQL
package import Store

/// The PostgreSQL login that owns a workspace's schema, with its password sealed in the state.
package struct WorkspaceLogin: Hashable, Sendable {
    package let name: String
    package let password: DatabasePassword
}

/// The logins of all workspaces. Each is created once, by the first node that needs it.
package struct WorkspaceLogins: Sendable {
    private let store: Store

    package init(store: Store) { self.store = store }

    /// Nil for a workspace without a login.
    package func find(_ workspace: WorkspaceID) async throws -> WorkspaceLogin? {
        let secrets = store.secrets
        return try await store.read { connection in
            try connection.first(
                of: "workspace_logins", "SELECT login, password FROM workspace_logins WHERE workspace_id = \(workspace)"
            ) { row in
                let sealed = try row["password", .bytes]
                let password = String(decoding: try secrets.open(sealed, context: Self.context(workspace)), as: UTF8.self)
                return WorkspaceLogin(name: try row["login", .text], password: DatabasePassword(password))
            }
        }
    }

    /// Stores a login that will be created; the first stored one is used.
    package func keep(_ workspace: WorkspaceID) async throws -> WorkspaceLogin {
        if let known = try await find(workspace) { return known }
        // 160 random bits, and a name that no other server in the same cluster has.
        let password = Self.random(32)
        let name = "gatehouse_\(Self.random(10))_w\(workspace.rawValue)"
        let sealed = try store.secrets.seal(Array(password.utf8), context: Self.context(workspace))
        _ = try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                INSERT INTO workspace_logins (workspace_id, login, password) VALUES (\(workspace), \(name), \(sealed))
                ON CONFLICT (workspace_id) DO NOTHING
                """)
        }
        guard let kept = try await find(workspace) else { throw DatabaseError(.other, "the login of the workspace could not be stored") }
        return kept
    }

    private static func context(_ workspace: WorkspaceID) -> String { "workspace_login/\(workspace.rawValue)" }

    private static func random(_ count: Int) -> String {
        var source = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        return String((0..<count).map { _ in letters[Int(source.next() & 31)] })
    }
}
