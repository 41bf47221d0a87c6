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

    /// The readable roles, sorted by name.
    package func list(_ organization: OrganizationID) async throws -> [Role] {
        try await store.read { [damaged = store.damaged] connection in
            let condition: Statement = "roles.organization_id = \(organization)"
            return try RoleObject.stored.table.readable(where: condition, by: "roles.name_key", on: connection, reporting: damaged).map(\.role)
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

extension Roles {
    /// The names and snippets of the enabled roles that a member has in a workspace: by membership, by a role's list of users, and by
    /// inclusion in other roles. Empty when the workspace is stopped, unless that is ignored. It does not check whether the member is
    /// disabled.
    package static func held(by kind: MemberKind, _ member: Int64, in workspace: WorkspaceID, ignoringStop: Bool = false) -> Statement {
        let running: Statement = ignoringStop ? "" : "JOIN workspaces ON workspaces.id = held.workspace_id AND workspaces.stopped_at IS NULL"
        return "\(closure(kind, member, workspace)) SELECT roles.name, roles.snippets FROM held JOIN roles ON roles.id = held.role_id \(running)"
    }

    /// The enabled roles that a user has in any workspace.
    package func held(by user: UserID) async throws -> Set<Name> {
        let names = try await store.read { connection in
            try connection.all(
                of: "roles", "\(Self.closure(.user, user.rawValue, nil)) SELECT DISTINCT roles.name FROM held JOIN roles ON roles.id = held.role_id"
            ) { try $0["name", .name] }
        }
        return Set(names)
    }

    /// The names of the enabled roles that a role gives, including itself; empty when it is disabled or does not exist.
    package func given(by role: Name, in organization: OrganizationID) async throws -> [Name] {
        try await store.read { connection in
            try connection.values(
                of: "roles",
                """
                WITH RECURSIVE given (role_id) AS (SELECT id FROM roles
                WHERE organization_id = \(organization) AND name_key = \(role.key) AND is_enabled = 1
                UNION SELECT role_parts.role_id FROM given JOIN role_parts ON role_parts.part_id = given.role_id
                JOIN roles ON roles.id = role_parts.role_id AND roles.is_enabled = 1)
                SELECT roles.name FROM given JOIN roles ON roles.id = given.role_id
                """, .name)
        }
    }

    /// Whether a user has an enabled role in a workspace, even a stopped one; nil means any workspace.
    static func isHeld(_ role: Name, by user: UserID, in workspace: WorkspaceID?, on connection: any Connection) throws -> Bool {
        try connection.exists(
            """
            \(closure(.user, user.rawValue, workspace)) SELECT 1 FROM held JOIN roles ON roles.id = held.role_id WHERE roles.name_key = \(role.key)
            """)
    }

    /// Everything that a user has by roles, for a comparison before and after a change: `workspace role` for what applies now, `role
    /// enabled snippets` for what would apply in a future workspace, or when the role is enabled.
    static func holdings(of user: UserID, on connection: any Connection) throws -> Set<String> {
        let rows = try connection.all(of: "roles", "\(closure(.user, user.rawValue, nil)) SELECT workspace_id, role_id FROM held") { row in
            "\(try row["workspace_id", .integer]) \(try row["role_id", .integer])"
        }
        let named = try connection.all(
            of: "roles",
            """
            WITH RECURSIVE named (role_id) AS (SELECT role_id FROM role_users WHERE user_id = \(user)
            UNION SELECT role_id FROM memberships WHERE kind = 'user' AND member_id = \(user)
            UNION SELECT role_parts.role_id FROM named JOIN role_parts ON role_parts.part_id = named.role_id)
            SELECT named.role_id, roles.is_enabled, roles.snippets FROM named JOIN roles ON roles.id = named.role_id
            """
        ) { row in "role \(try row["role_id", .integer]) \(try row["is_enabled", .flag]) \(try row["snippets", .texts])" }
        return Set(rows + named)
    }

    /// `WITH RECURSIVE held (workspace_id, role_id) AS (…)`: a disabled role gives nothing, not even through other roles.
    private static func closure(_ kind: MemberKind, _ member: Int64, _ workspace: WorkspaceID?) -> Statement {
        var direct: Statement =
            """
            SELECT memberships.workspace_id, memberships.role_id FROM memberships
            JOIN roles ON roles.id = memberships.role_id AND roles.is_enabled = 1
            WHERE memberships.kind = \(kind.rawValue) AND memberships.member_id = \(member)
            """
        if let workspace { direct += " AND memberships.workspace_id = \(workspace)" }
        if kind == .user {
            direct += """
                 UNION SELECT workspaces.id, role_users.role_id FROM role_users
                JOIN roles ON roles.id = role_users.role_id AND roles.is_enabled = 1
                JOIN workspaces ON workspaces.organization_id = roles.organization_id WHERE role_users.user_id = \(member)
                """
            if let workspace { direct += " AND workspaces.id = \(workspace)" }
        }
        return """
            WITH RECURSIVE held (workspace_id, role_id) AS (\(direct)
            UNION SELECT held.workspace_id, role_parts.role_id FROM held JOIN role_parts ON role_parts.part_id = held.role_id
            JOIN roles ON roles.id = role_parts.role_id AND roles.is_enabled = 1)
            """
    }
}
