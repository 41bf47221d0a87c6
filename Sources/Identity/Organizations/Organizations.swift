import SQL
package import Store

/// The organizations of the instance. The calling code checks who may see which.
package struct Organizations: Sendable {
    private let store: Store
    private let quotas: Quotas
    private let now: @Sendable () -> Timestamp

    package init(store: Store, quotas: Quotas = .none, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.quotas = quotas
        self.now = now
    }

    /// Creates an organization with the roles `admin`, `member` and `reader`.
    /// - Throws: `conflict` when the name is taken in any case; `limited`; `invalid`.
    package func add(_ name: Name, displayName: String? = nil, _ patch: Patch = Patch()) async throws -> Organization {
        guard name.text != Self.reservedOwner else {
            throw IdentityError(.invalid, "name: '\(name)' is reserved for the server itself; choose another")
        }
        let label = try Label.checked(displayName, or: name.text, argument: "displayName")
        let time = now()
        let quotas = quotas
        return try await store.change(orConflict: .taken("organization", name)) { connection, changed in
            try quotas.check(.organization, of: OrganizationID(0), on: connection)
            var organization = try Self.insert(name, displayName: label, at: time, on: connection)
            changed.insert(.organization(organization.id))
            try Organization.stored.apply(patch, to: &organization)
            try Organization.stored.table.update(organization, id: organization.id, on: connection)
            return organization
        }
    }

    /// The owner, on the wire, of objects that belong to no organization.
    package static let reservedOwner = "admin"

    /// - Throws: `not_found`.
    package func find(_ name: Name) async throws -> Organization {
        try await store.read { try Organization.stored.require("name = \(name)", on: $0, orThrow: .notFound("organization", name)) }
    }

    /// - Throws: `not_found`.
    package func get(_ id: OrganizationID) async throws -> Organization {
        try await store.read { try Self.require(id, on: $0) }
    }

    /// The readable organizations, sorted by name.
    package func list() async throws -> [Organization] {
        try await store.read { [damaged = store.damaged] in try Organization.stored.table.readable(by: "name_key", on: $0, reporting: damaged) }
    }

    /// A part of all organizations, or only the one that the caller is bound to.
    package func list(_ only: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Organization> {
        try await store.read { [damaged = store.damaged] connection in
            try Organization.stored.page(query, where: only.map { "organizations.id = \($0)" } ?? "1 = 1", on: connection, reporting: damaged)
        }
    }

    /// Applies a patch.
    /// - Throws: `not_found`; `invalid`; `forbidden` for an application that would change how people sign in.
    package func update(_ id: OrganizationID, _ patch: Patch, bound: CredentialBound) async throws -> Organization {
        guard bound.reaches(id) else { throw IdentityError.notFound("organization", id.rawValue) }
        return try await store.change { connection, changed in
            changed.insert(.organization(id))
            // The change may admit people again.
            changed.insert(.returnedCredentials)
            let before = try Self.require(id, on: connection)
            var organization = before
            try Organization.stored.apply(patch, to: &organization)
            try Organization.stored.checkEditor(of: before, to: organization, isAdministrator: bound.administers(id))
            try Organization.stored.table.update(organization, id: id, on: connection)
            return organization
        }
    }

    /// Removes an empty organization with its roles, permissions and providers.
    /// - Throws: `not_found`; `forbidden` for `built-in`; `conflict` while it has users, applications or workspaces.
    package func remove(_ id: OrganizationID) async throws {
        let inUse = IdentityError(.conflict, "organization: it still has users, applications or workspaces; remove them first")
        try await store.change(orConflict: inUse) { connection, changed in
            changed.insert(.organization(id))
            let organization = try Self.require(id, on: connection)
            guard !organization.isBuiltIn else { throw IdentityError(.forbidden, "organization: 'built-in' cannot be removed") }
            let hasUsers = try connection.exists("SELECT 1 FROM users WHERE organization_id = \(id) LIMIT 1")
            let hasWorkspaces = try connection.exists("SELECT 1 FROM workspaces WHERE organization_id = \(id) LIMIT 1")
            guard !hasUsers, !hasWorkspaces else { throw inUse }
            try connection.execute("DELETE FROM organizations WHERE id = \(id)")
        }
    }

    static func require(_ id: OrganizationID, on connection: any Connection) throws -> Organization {
        try Organization.stored.require("id = \(id)", on: connection, orThrow: .notFound("organization", id.rawValue))
    }

    /// The operators' organization.
    static func builtIn(on connection: any Connection) throws -> OrganizationID {
        let id: OrganizationID? = try connection.value(of: "organizations", "SELECT id FROM organizations WHERE name = \(Name.builtIn)", .id())
        guard let id else { throw IdentityError.notFound("organization", Name.builtIn) }
        return id
    }

    static func insert(_ name: Name, displayName: String, at time: Timestamp, on connection: any Connection) throws -> Organization {
        var organization = Organization(name, displayName: displayName, at: time)
        organization.id = OrganizationID(try Organization.stored.table.insert(organization, on: connection))
        for role in Role.initial {
            _ = try Roles.insert(organization.id, role, displayName: role.text, at: time, on: connection)
        }
        return organization
    }
}
