package import SQL
package import Store

extension Roles {
    /// The names and the snippets of the enabled roles that somebody has in a workspace: as a member of it, by the users of a role, and by roles that are parts of
    /// others. None when the workspace is stopped, unless that is ignored; whether the member is disabled is not looked at.
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

    /// The names of the enabled roles that come with a role, itself among them; none when it is switched off or not there.
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

    /// Whether a user has an enabled role in a workspace, stopped or not; in any workspace when it is nil.
    static func isHeld(_ role: Name, by user: UserID, in workspace: WorkspaceID?, on connection: any Connection) throws -> Bool {
        try connection.exists(
            """
            \(closure(.user, user.rawValue, workspace)) SELECT 1 FROM held JOIN roles ON roles.id = held.role_id WHERE roles.name_key = \(role.key)
            """)
    }

    /// Everything that a user has by roles, for comparing before and after: `workspace role` for what counts now, `role enabled snippets` for what would count in
    /// a workspace to come, or once somebody enables it.
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

    /// `WITH RECURSIVE held (workspace_id, role_id) AS (…)`: a disabled role gives nothing, and nothing through others either.
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
