import SQL
package import Store

/// The API keys of an organization's users.
package struct APIKeys: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// Creates a key that acts as `user` within `limits`. A key that a client creates with an OAuth grant ends with the grant.
    /// - Parameters:
    ///   - organization: the user's.
    ///   - limits: scope names are used as given and must be canonical.
    ///   - bound: the rights of the credential that creates the key; limits beyond it are refused, not narrowed.
    /// - Throws: `not_found`, also for a user, workspace or role of another organization; `forbidden`; `invalid`; `conflict` for a disabled
    ///   user.
    package func create(
        _ organization: OrganizationID, user: UserID, name: String, limits: KeyLimits, bound: CredentialBound
    ) async throws -> NewAPIKey {
        guard bound.reaches(organization) else { throw IdentityError.notFound("user", user.rawValue) }
        try bound.checkKey(for: user)
        try limits.check(within: bound.limits)
        let time = now()
        let name = try Label.checked(name, or: "key", argument: "name")
        guard !limits.scopes.isEmpty else { throw IdentityError(.invalid, "scopes: expected at least one") }
        if let end = limits.expires, end <= time { throw IdentityError(.invalid, "expires: expected a time in the future") }
        let (key, text) = PresentedKey.make()
        let id = try await store.change { connection, changed in
            changed.insert(.credential(key.digest))
            let owner = try Users.require(organization, user, on: connection)
            guard !owner.isDisabled else { throw IdentityError(.conflict, "user: '\(owner.name)' is disabled; enable it first") }
            try Self.checkFits(limits, owner, on: connection)
            let new = APIKey(
                organization: organization, user: user, name: name, prefix: Self.shown(text), limits: limits, createdAt: time, hash: key.digest,
                grant: bound.grant)
            return try APIKey.table.insert(new, id: OpaqueID.free(in: "api_keys", on: connection), on: connection)
        }
        return NewAPIKey(id: APIKeyID(id), key: Secret(text))
    }

    /// All keys, including revoked ones, sorted by id.
    /// - Parameter user: nil for all users of the organization.
    package func list(_ organization: OrganizationID, user: UserID? = nil) async throws -> [APIKey] {
        try await store.read { [damaged = store.damaged] connection in
            try APIKey.table.readable(where: Self.listed(organization, user), by: "api_keys.id", on: connection, reporting: damaged)
        }
    }

    /// A part of ``list(_:user:)``.
    package func page(_ organization: OrganizationID, user: UserID?, _ part: ListPart) async throws -> ObjectPage<APIKey> {
        let listed = Self.listed(organization, user)
        return try await store.read { [damaged = store.damaged] connection in
            try connection.page(APIKey.table, where: listed, by: ["api_keys.id"], part, reporting: damaged)
        }
    }

    private static func listed(_ organization: OrganizationID, _ user: UserID?) -> Statement {
        let own: Statement = user.map { " AND api_keys.user_id = \($0)" } ?? ""
        return "api_keys.organization_id = \(organization)" + own
    }

    /// Ends a key; its next use is refused. Ending it again changes nothing.
    /// - Parameter user: if given, only a key of this user is found.
    /// - Throws: `not_found`.
    package func revoke(_ organization: OrganizationID, _ id: APIKeyID, user: UserID? = nil) async throws {
        let time = now()
        try await store.change { connection, changed in
            changed.insert(.key(id))
            var query: Statement = "SELECT id FROM api_keys WHERE organization_id = \(organization) AND id = \(id)"
            if let user { query += " AND user_id = \(user)" }
            guard try connection.exists(query) else { throw IdentityError.notFound("id", id.rawValue) }
            try connection.execute("UPDATE api_keys SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL")
        }
    }

    /// The principal of a key; nil when the key is unknown or revoked, its user is disabled, or its grant has ended. The result has both expiry
    /// times, which the caller checks on each use.
    package func find(_ key: PresentedKey) async throws -> Principal? {
        let time = now()
        return try await store.read { connection in
            try connection.first(
                of: "api_keys",
                """
                SELECT \(Principal.keyColumns) FROM api_keys
                JOIN users ON users.id = api_keys.user_id JOIN organizations ON organizations.id = users.organization_id
                LEFT JOIN authorization_grants ON authorization_grants.id = api_keys.grant_id
                WHERE api_keys.hash = \(key.digest) AND api_keys.revoked_at IS NULL AND users.disabled_at IS NULL
                AND authorization_grants.revoked_at IS NULL AND (api_keys.grant_id IS NULL OR authorization_grants.expires_at > \(time))
                """, Principal.init(key:))
        }
    }

    /// Throws unless users of the organization can call the workspace (everybody can call `main`), and the user has the role there, or in
    /// any workspace for a key without a workspace. Roles in `main` are not revealed to other organizations.
    private static func checkFits(_ limits: KeyLimits, _ owner: User, on connection: any Connection) throws {
        let workspace = try limits.workspace.map { try Workspaces.require($0, openTo: owner.organization, on: connection) }
        guard let role = limits.role else { return }
        if workspace?.id != Workspace.mainID || workspace?.organization == owner.organization {
            _ = try Roles.require(workspace?.organization ?? owner.organization, role, on: connection)
        }
        guard try Roles.isHeld(role, by: owner.id, in: workspace?.id, on: connection) else {
            throw IdentityError(.forbidden, "role: '\(role)' is not one of the roles that '\(owner.name)' holds\(workspace == nil ? "" : " there")")
        }
    }

    /// The prefix and four characters: enough to recognize a key, but no help in guessing the rest.
    private static func shown(_ text: String) -> String { String(text.prefix(PresentedKey.prefix.count + 4)) }
}
