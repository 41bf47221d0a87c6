import Notation
import SQL
package import Store

/// Creates, at the first start, the organization `built-in`, user `built-in/admin`, workspace `main`, and the roles.
package enum Bootstrap {
    /// Creates what is missing, in one transaction; does nothing when the organization `built-in` exists.
    /// - Parameter password: of `built-in/admin`; nil for a random one.
    /// - Returns: the random password, if one was made; it is not stored.
    /// - Throws: ``IdentityError`` `invalid` for a password of unacceptable length.
    package static func run(
        _ store: Store, hasher: PasswordHasher, password: Secret?, now: @escaping @Sendable () -> Timestamp = { .now }
    ) async throws -> Secret? {
        guard try await !isDone(store) else { return nil }
        let made = password == nil ? Secret(Base64URL.encode(RandomBytes.make(18))) : nil
        guard let secret = password ?? made else { return nil }
        let hash = try await hasher.hash(secret)
        let time = now()
        do {
            let wasFirst = try await store.write { connection in
                guard try !hasBuiltIn(connection) else { return false }
                try make(hash, at: time, on: connection)
                return true
            }
            return wasFirst ? made : nil
        } catch let error as DatabaseError where error.code == .constraint {
            // Both nodes saw an empty store, and another one was faster.
            guard try await isDone(store) else { throw error }
            return nil
        }
    }

    private static func isDone(_ store: Store) async throws -> Bool { try await store.read { try hasBuiltIn($0) } }

    private static func hasBuiltIn(_ connection: any Connection) throws -> Bool {
        try connection.exists("SELECT 1 FROM organizations WHERE name = \(Name.builtIn)")
    }

    private static func make(_ hash: String, at time: Timestamp, on connection: any Connection) throws {
        let organization = try Organizations.insert(.builtIn, displayName: "Built-in", at: time, on: connection)
        var admin = User(organization.id, .admin, at: time)
        (admin.displayName, admin.isAdministrator) = ("Administrator", true)
        admin = try Users.insert(admin, hash: hash, on: connection)
        try connection.execute(
            """
            INSERT INTO workspaces (id, organization_id, name, title, created_at)
            VALUES (\(Workspace.mainID), \(organization.id), \(Workspace.mainName), 'Main', \(time))
            """)
        let role = try Roles.require(organization.id, .admin, on: connection)
        try Members.insert(Workspace.mainID, .user, admin.id.rawValue, role.id, at: time, on: connection)
    }
}
