import SQL
package import Store

/// The organizations of the instance. Who may see or change which is the caller's to check.
package struct Organizations: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// Makes an organization with the roles `admin`, `member` and `reader`.
    /// - Throws: `conflict` when the name is taken in any case.
    package func add(_ name: Name, displayName: String? = nil) async throws -> Organization {
        let label = try Label.checked(displayName, or: name.text, argument: "displayName")
        let time = now()
        return try await store.write(orConflict: .taken("organization", name)) { connection in
            try Self.insert(name, displayName: label, at: time, on: connection)
        }
    }

    /// - Throws: `not_found`.
    package func find(_ name: Name) async throws -> Organization {
        try await store.read { connection in
            let found = try connection.first("SELECT \(Organization.columns) FROM organizations WHERE name = \(name)", Organization.init)
            guard let found else { throw IdentityError.notFound("organization", name) }
            return found
        }
    }

    /// - Throws: `not_found`.
    package func get(_ id: OrganizationID) async throws -> Organization {
        try await store.read { try Self.require(id, on: $0) }
    }

    /// Sorted by name.
    package func list() async throws -> [Organization] {
        try await store.read { try $0.all("SELECT \(Organization.columns) FROM organizations ORDER BY name_key", Organization.init) }
    }

    /// Removes an empty organization with its roles.
    /// - Throws: `not_found`; `forbidden` for `built-in`; `conflict` while it has users or workspaces.
    package func remove(_ id: OrganizationID) async throws {
        let inUse = IdentityError(.conflict, "organization: it still has users or workspaces; remove them first")
        try await store.write(orConflict: inUse) { connection in
            let organization = try Self.require(id, on: connection)
            guard !organization.isBuiltIn else { throw IdentityError(.forbidden, "organization: 'built-in' cannot be removed") }
            let hasUsers = try connection.exists("SELECT 1 FROM users WHERE organization_id = \(id) LIMIT 1")
            let hasWorkspaces = try connection.exists("SELECT 1 FROM workspaces WHERE organization_id = \(id) LIMIT 1")
            guard !hasUsers, !hasWorkspaces else { throw inUse }
            try connection.execute("DELETE FROM organizations WHERE id = \(id)")
        }
    }

    static func require(_ id: OrganizationID, on connection: any Connection) throws -> Organization {
        let found = try connection.first("SELECT \(Organization.columns) FROM organizations WHERE id = \(id)", Organization.init)
        guard let found else { throw IdentityError.notFound("organization", id.rawValue) }
        return found
    }

    static func insert(_ name: Name, displayName: String, at time: Timestamp, on connection: any Connection) throws -> Organization {
        let id = try connection.insertedID(
            """
            INSERT INTO organizations (name, name_key, display_name, created_at)
            VALUES (\(name), \(name.key), \(displayName), \(time)) RETURNING id
            """)
        for role in Role.initial {
            _ = try Roles.insert(OrganizationID(id), role, displayName: role.text, at: time, on: connection)
        }
        return Organization(id: OrganizationID(id), name: name, displayName: displayName, createdAt: time)
    }
}
