package import SQL
package import Store

/// The permissions of an organization. The calling code writes the rules on data that follow from them, in the same transaction.
package struct Permissions: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// The permission as a change would make it; nothing is written.
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
    /// - Parameter then: runs in the same transaction, with the new id.
    /// - Throws: `conflict` when the name is taken in any case.
    package func add(
        _ draft: Permission, then: @escaping @Sendable (PermissionID, any Connection, inout ChangedTopics) throws -> Void
    ) async throws -> Permission {
        try await store.change(orConflict: .taken("permission", draft.name)) { connection, changed in
            _ = try Organizations.require(draft.organization, on: connection)
            let id = PermissionID(try Permission.stored.table.insert(draft, on: connection))
            changed.insert(.permission(id))
            try then(id, connection, &changed)
            return try Self.require(draft.organization, draft.name, on: connection)
        }
    }

    /// Writes a changed permission.
    /// - Parameter then: runs in the same transaction.
    /// - Throws: `not_found`; `conflict` when another caller has changed it since.
    package func update(
        _ draft: Permission, over before: Permission,
        then: @escaping @Sendable (PermissionID, any Connection, inout ChangedTopics) throws -> Void
    ) async throws -> Permission {
        try await store.change { connection, changed in
            changed.insert(.permission(before.id))
            guard try Self.require(draft.organization, draft.name, on: connection) == before else {
                throw IdentityError(.conflict, "permission: '\(draft.name)' was changed in the meantime; try again")
            }
            try Permission.stored.table.update(draft, id: before.id, on: connection)
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

    /// All readable permissions of an organization, by id.
    package func all(of organization: OrganizationID) async throws -> [Permission] {
        try await store.read { [damaged = store.damaged] connection in
            try Permission.stored.table.readable(where: "organization_id = \(organization)", by: "id", on: connection, reporting: damaged)
        }
    }

    /// A part of an organization's permissions, or of all permissions without an organization.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Permission> {
        try await store.read { [damaged = store.damaged] connection in
            let condition: Statement = organization.map { "permissions.organization_id = \($0)" } ?? "1 = 1"
            return try Permission.stored.page(query, where: condition, on: connection, reporting: damaged)
        }
    }

    private static func require(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> Permission {
        try Permission.stored.require(
            "organization_id = \(organization) AND name = \(name)", on: connection, orThrow: .notFound("permission", name))
    }
}
