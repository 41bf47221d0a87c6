import JSON
package import SQL
package import Store

/// The permissions of an organization. What they come to as rules on data is the caller's to write, in the same transaction.
package struct Permissions: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// What a permission would be after a change: nothing is written.
    /// - Parameter before: nil for a new one.
    /// - Throws: `invalid`.
    package func draft(
        _ organization: OrganizationID, _ name: Name, over before: Permission?, _ patch: Patch, by editor: String
    ) throws(IdentityError) -> Permission {
        var permission = before ?? Permission(organization: organization, name: name, at: now())
        try permission.apply(patch, by: editor, at: now())
        return permission
    }

    /// Writes a new permission.
    /// - Parameter then: runs in the same transaction, with the id it was given.
    /// - Throws: `conflict` when the name is taken in any case.
    package func add(
        _ draft: Permission, then: @escaping @Sendable (PermissionID, any Connection, inout ChangedTopics) throws -> Void
    ) async throws -> Permission {
        try await store.change(orConflict: .taken("permission", draft.name)) { connection, changed in
            _ = try Organizations.require(draft.organization, on: connection)
            let id = PermissionID(
                try connection.insertedID(
                    """
                    INSERT INTO permissions (organization_id, name, name_key, display_name, resource_type, resources, actions, effect, users, roles,
                    is_enabled, state, submitter, approver, approved_at, expires_at, created_at, details)
                    VALUES (\(draft.organization), \(draft.name), \(draft.name.key), '', '', '[]', '[]', 'Deny', '[]', '[]',
                    0, 'Pending', '', '', NULL, NULL, \(draft.createdAt), '{}') RETURNING id
                    """))
            changed.insert(.permission(id))
            try Self.save(draft, as: id, on: connection)
            try then(id, connection, &changed)
            return try Self.require(draft.organization, draft.name, on: connection)
        }
    }

    /// Writes a changed permission over the one that it was made from.
    /// - Parameter then: runs in the same transaction.
    /// - Throws: `not_found`; `conflict` when somebody else has changed it meanwhile.
    package func update(
        _ draft: Permission, over before: Permission,
        then: @escaping @Sendable (PermissionID, any Connection, inout ChangedTopics) throws -> Void
    ) async throws -> Permission {
        try await store.change { connection, changed in
            changed.insert(.permission(before.id))
            guard try Self.require(draft.organization, draft.name, on: connection) == before else {
                throw IdentityError(.conflict, "permission: '\(draft.name)' was changed meanwhile; try again")
            }
            try Self.save(draft, as: before.id, on: connection)
            try then(before.id, connection, &changed)
            return draft
        }
    }

    /// - Parameter then: runs in the same transaction.
    /// - Throws: `not_found`.
    package func remove(
        _ permission: Permission, then: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> Void
    ) async throws {
        try await store.change { connection, changed in
            changed.insert(.permission(permission.id))
            try then(connection, &changed)
            let count = try connection.execute(
                "DELETE FROM permissions WHERE organization_id = \(permission.organization) AND id = \(permission.id)")
            guard count > 0 else { throw IdentityError.notFound("permission", permission.name) }
        }
    }

    /// - Throws: `not_found`.
    package func find(_ organization: OrganizationID, _ name: Name) async throws -> Permission {
        try await store.read { try Self.require(organization, name, on: $0) }
    }

    /// Every permission of an organization, by id.
    package func all(of organization: OrganizationID) async throws -> [Permission] {
        try await store.read {
            try $0.all("SELECT \(Permission.columns) FROM permissions WHERE organization_id = \(organization) ORDER BY id", Permission.init)
        }
    }

    /// A part of an organization's permissions, or, without one, of all.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Permission> {
        try await store.read { connection in
            try Self.table.page(query, where: organization.map { "permissions.organization_id = \($0)" } ?? "1 = 1", on: connection, Permission.init)
        }
    }

    private static func require(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> Permission {
        let found = try connection.first(
            "SELECT \(Permission.columns) FROM permissions WHERE organization_id = \(organization) AND name = \(name)", Permission.init)
        guard let found else { throw IdentityError.notFound("permission", name) }
        return found
    }

    private static func save(_ permission: Permission, as id: PermissionID, on connection: any Connection) throws {
        func text(_ names: [String]) -> String { Details.text(names) }
        try connection.execute(
            """
            UPDATE permissions SET display_name = \(permission.displayName), resource_type = \(permission.resourceType),
            resources = \(text(permission.resources)), actions = \(text(permission.actions)), effect = \(permission.effect.rawValue),
            users = \(text(permission.users)), roles = \(text(permission.roles)), is_enabled = \(permission.isEnabled ? 1 : 0),
            state = \(permission.state.rawValue), submitter = \(permission.submitter), approver = \(permission.approver),
            approved_at = \(permission.approvedAt), expires_at = \(permission.expires), details = \(permission.details.stored) WHERE id = \(id)
            """)
    }

    private static let table = ListedTable(
        columns: Permission.columns, source: "permissions",
        texts: [
            "name": "permissions.name", "displayName": "permissions.display_name", "resourceType": "permissions.resource_type",
            "state": "permissions.state", "effect": "permissions.effect",
        ], names: ["submitter": "permissions.submitter"], lists: ["users": "permissions.users", "roles": "permissions.roles"],
        times: ["expireTime": "COALESCE(permissions.expires_at, 0)"], created: "permissions.created_at", id: "permissions.id")
}
