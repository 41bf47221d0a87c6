import SQL
package import Store

/// The organizations of the instance. Who may see which is the caller's to check.
package struct Organizations: Sendable {
    private let store: Store
    private let quotas: Quotas
    private let now: @Sendable () -> Timestamp

    package init(store: Store, quotas: Quotas = .none, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.quotas = quotas
        self.now = now
    }

    /// Makes an organization with the roles `admin`, `member` and `reader`.
    /// - Throws: `conflict` when the name is taken in any case; `limited`; `invalid`.
    package func add(_ name: Name, displayName: String? = nil, _ patch: Patch = Patch()) async throws -> Organization {
        guard name.text != Self.reservedOwner else { throw IdentityError(.invalid, "name: '\(name)' stands for the server itself; choose another") }
        let label = try Label.checked(displayName, or: name.text, argument: "displayName")
        let time = now()
        let quotas = quotas
        return try await store.change(orConflict: .taken("organization", name)) { connection, changed in
            try quotas.check(.organization, of: OrganizationID(0), on: connection)
            var organization = try Self.insert(name, displayName: label, at: time, on: connection)
            changed.insert(.organization(organization.id))
            try organization.apply(patch)
            try Self.save(organization, on: connection)
            return organization
        }
    }

    /// The owner, on the wire, of what belongs to no organization.
    package static let reservedOwner = "admin"

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

    /// A part of all organizations, or of the one that the caller is bound to.
    package func list(_ only: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Organization> {
        try await store.read { connection in
            try Self.table.page(query, where: only.map { "organizations.id = \($0)" } ?? "1 = 1", on: connection, Organization.init)
        }
    }

    /// Changes what a patch says.
    /// - Throws: `not_found`; `invalid`; `forbidden` for an application that would change what guards people.
    package func update(_ id: OrganizationID, _ patch: Patch, bound: CredentialBound) async throws -> Organization {
        guard bound.reaches(id) else { throw IdentityError.notFound("organization", id.rawValue) }
        return try await store.change { connection, changed in
            changed.insert(.organization(id))
            // People may be let in again.
            changed.insert(.returnedCredentials)
            let before = try Self.require(id, on: connection)
            var organization = before
            try organization.apply(patch)
            if organization.guardsDiffer(from: before), !bound.administers(id) {
                throw IdentityError(
                    .forbidden, "only an administrator changes passwordOptions, passwordExpireDays, ipWhitelist, disableSignin and dcrPolicy")
            }
            try Self.save(organization, on: connection)
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

    private static func save(_ organization: Organization, on connection: any Connection) throws {
        try connection.execute(
            """
            UPDATE organizations SET display_name = \(organization.displayName), password_rules = \(organization.ruleText),
            password_days = \(organization.passwordDays), ip_allow = \(organization.addresses.stored),
            disables_sign_in = \(organization.disablesSignIn ? 1 : 0), details = \(organization.details.stored),
            dcr_policy = \(organization.dcrPolicy.rawValue) WHERE id = \(organization.id)
            """)
    }

    private static let table = ListedTable(
        columns: Organization.columns, source: "organizations",
        texts: ["name": "organizations.name", "displayName": "organizations.display_name"], created: "organizations.created_at",
        id: "organizations.id")
}
