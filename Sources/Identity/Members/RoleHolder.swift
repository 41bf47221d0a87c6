import SQL
package import Store

/// A user or application that has a role in a workspace, and the source of the role.
package struct RoleHolder: Hashable, Sendable {
    /// The source of the role. A member that has it from several sources is listed once for each.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// A membership in the workspace; `members_remove` removes it.
        case membership
        /// The role's list of users contains the user: it applies in all workspaces of the organization.
        case role
        /// The member has another role that includes it.
        case nested
    }

    package let kind: MemberKind
    package let member: QualifiedName
    package let role: Name
    package let source: Source
    /// The member's role that includes this one; only with `nested`.
    package let through: Name?
    /// When the membership was created.
    package let createdAt: Timestamp?

    init(_ row: StoredRow) throws {
        kind = try row["kind", .word()]
        member = QualifiedName(organization: try row["organization", .name], name: try row["member", .name])
        role = try row["role", .name]
        source = try row["role_source", .word()]
        through = try row["through", .optional(.name)]
        createdAt = try row["created_at", .optional(.time)]
    }
}

extension Members {
    /// A part of the members with a role in a workspace, users before applications, then by name and role. Disabled roles give no rights,
    /// but are listed if they were given as a membership.
    /// - Throws: `not_found`.
    package func holders(
        _ organization: OrganizationID, workspace: WorkspaceID, _ part: ListPart
    ) async throws -> ObjectPage<RoleHolder> {
        let rows = Self.holders(of: organization, in: workspace)
        return try await store.read { [damaged = store.damaged] connection in
            _ = try Workspaces.require(organization, workspace, on: connection)
            return try connection.page(
                // The sort keys are selected too, and one has the name of its column, `source`.
                """
                holders.kind AS kind, organizations.name AS organization, COALESCE(users.name, applications.name) AS member, roles.name AS role,
                holders.source AS role_source, holders.through, holders.created_at
                """,
                from: """
                    holders JOIN roles ON roles.id = holders.role_id
                    LEFT JOIN users ON holders.kind = 'user' AND users.id = holders.member_id
                    LEFT JOIN applications ON holders.kind = 'application' AND applications.id = holders.member_id
                    JOIN organizations ON organizations.id = COALESCE(users.organization_id, applications.organization_id)
                    """, of: "memberships", where: "1 = 1", with: "\(rows) ",
                by: [
                    "CASE holders.kind WHEN 'user' THEN 0 ELSE 1 END", "organizations.name_key", "COALESCE(users.name_key, applications.name_key)",
                    "roles.name_key", "holders.source",
                ], part, reporting: damaged, RoleHolder.init)
        }
    }

    /// `WITH RECURSIVE … holders (kind, member_id, role_id, source, through, created_at)`. Recursion is only used for roles that are part of
    /// others; most lists have none.
    private static func holders(of organization: OrganizationID, in workspace: WorkspaceID) -> Statement {
        """
        WITH RECURSIVE held (kind, member_id, role_id) AS (
        SELECT memberships.kind, memberships.member_id, memberships.role_id FROM memberships
        JOIN roles ON roles.id = memberships.role_id AND roles.is_enabled = 1
        WHERE memberships.workspace_id = \(workspace) AND memberships.role_id IN (SELECT part_id FROM role_parts)
        UNION SELECT 'user', role_users.user_id, role_users.role_id FROM role_users
        JOIN roles ON roles.id = role_users.role_id AND roles.is_enabled = 1
        WHERE roles.organization_id = \(organization) AND role_users.role_id IN (SELECT part_id FROM role_parts)
        UNION SELECT held.kind, held.member_id, role_parts.role_id FROM held JOIN role_parts ON role_parts.part_id = held.role_id
        JOIN roles ON roles.id = role_parts.role_id AND roles.is_enabled = 1),
        holders (kind, member_id, role_id, source, through, created_at) AS (
        SELECT kind, member_id, role_id, 'membership', NULL, created_at FROM memberships WHERE workspace_id = \(workspace)
        UNION ALL SELECT 'user', role_users.user_id, role_users.role_id, 'role', NULL, NULL FROM role_users
        JOIN roles ON roles.id = role_users.role_id AND roles.is_enabled = 1 WHERE roles.organization_id = \(organization)
        UNION ALL SELECT held.kind, held.member_id, role_parts.role_id, 'nested', min(roles.name), NULL FROM held
        JOIN role_parts ON role_parts.part_id = held.role_id JOIN roles ON roles.id = held.role_id
        JOIN roles AS whole ON whole.id = role_parts.role_id AND whole.is_enabled = 1
        GROUP BY held.kind, held.member_id, role_parts.role_id)
        """
    }
}
