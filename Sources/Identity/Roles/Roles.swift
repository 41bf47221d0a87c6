package import SQL
package import Store

/// The roles of an organization.
package struct Roles: Sendable {
    let store: Store
    let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// - Throws: `not_found` for the organization; `conflict` when the name is taken in any case.
    package func add(_ organization: OrganizationID, _ name: Name, displayName: String? = nil) async throws -> Role {
        let label = try Label.checked(displayName, or: name.text, argument: "displayName")
        let time = now()
        return try await store.change(orConflict: .taken("role", name)) { connection, changed in
            changed.insert(.organization(organization))
            _ = try Organizations.require(organization, on: connection)
            return try Self.insert(organization, name, displayName: label, at: time, on: connection)
        }
    }

    /// - Throws: `not_found`.
    package func find(_ organization: OrganizationID, _ name: Name) async throws -> Role {
        try await store.read { try Self.require(organization, name, on: $0) }
    }

    /// Sorted by name, without those that cannot be read.
    package func list(_ organization: OrganizationID) async throws -> [Role] {
        try await store.read { [damaged = store.damaged] connection in
            let condition: Statement = "roles.organization_id = \(organization)"
            return try RoleObject.stored.table.readable(where: condition, by: "roles.name_key", on: connection, telling: damaged).map(\.role)
        }
    }

    /// - Throws: `not_found`.
    package func setEnabled(_ organization: OrganizationID, _ name: Name, _ isEnabled: Bool) async throws {
        try await store.change { connection, changed in
            changed.insert(.organization(organization))
            let role = try Self.require(organization, name, on: connection)
            try connection.execute("UPDATE roles SET is_enabled = \(isEnabled ? 1 : 0) WHERE organization_id = \(organization) AND id = \(role.id)")
        }
    }

    /// - Throws: `not_found`; `forbidden` for the three initial roles; `conflict` while members have it.
    package func remove(_ organization: OrganizationID, _ name: Name) async throws {
        let inUse = IdentityError(.conflict, "role: '\(name)' is still given to members; remove them first")
        try await store.change(orConflict: inUse) { connection, changed in
            changed.insert(.organization(organization))
            try Self.remove(organization, name, inUse, on: connection)
        }
    }

    package static func require(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> Role {
        try found(organization, name, on: connection).role
    }

    static func insert(
        _ organization: OrganizationID, _ name: Name, displayName: String, at time: Timestamp, on connection: any Connection
    ) throws -> Role {
        var role = Role(organization: organization, name: name, displayName: displayName)
        // The name of the organization is not written.
        let object = RoleObject(role: role, organizationName: "none", createdAt: time)
        role.id = RoleID(try RoleObject.stored.table.insert(object, on: connection))
        return role
    }
}
