package import SQL
package import Store

/// The members of an organization's workspaces, with their roles.
package struct Members: Sendable {
    let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// Gives a member a role in a workspace.
    /// - Parameters:
    ///   - organization: of the workspace and of the role.
    ///   - member: of the same organization or, if an operator gives the role, of `built-in`.
    ///   - bound: of the caller that gives the role.
    /// - Throws: `not_found`; `forbidden`; `conflict` when the member has the role already.
    package func add(
        _ organization: OrganizationID, workspace: WorkspaceID, _ kind: MemberKind, _ member: QualifiedName, role: Name,
        bound: CredentialBound
    ) async throws {
        guard bound.reaches(organization) else { throw IdentityError.notFound("workspace", workspace.rawValue) }
        let time = now()
        try await store.change(orConflict: IdentityError(.conflict, "member: '\(member)' has the role '\(role)' already")) { connection, changed in
            let place = try Workspaces.require(organization, workspace, on: connection)
            try bound.checkGiving(role, in: place)
            try bound.checkScopesOfRoles()
            let id = try Self.requireMember(kind, member, of: organization, orBuiltIn: bound.isOperator, bound: bound, on: connection)
            let role = try Roles.require(organization, role, on: connection)
            changed.insert(Self.topic(kind, id))
            try Self.insert(workspace, kind, id, role.id, at: time, on: connection)
        }
    }

    /// Removes a role from a member.
    /// - Parameter role: nil for all roles in the workspace.
    /// - Throws: `not_found`, also when the member does not have the role there; `forbidden` for the caller itself.
    package func remove(
        _ organization: OrganizationID, workspace: WorkspaceID, _ kind: MemberKind, _ member: QualifiedName, role: Name?,
        bound: CredentialBound
    ) async throws {
        guard bound.reaches(organization) else { throw IdentityError.notFound("workspace", workspace.rawValue) }
        try await store.change { connection, changed in
            _ = try Workspaces.require(organization, workspace, on: connection)
            let id = try Self.requireMember(kind, member, of: organization, orBuiltIn: true, bound: bound, on: connection)
            changed.insert(Self.topic(kind, id))
            var query: Statement =
                "DELETE FROM memberships WHERE workspace_id = \(workspace) AND kind = \(kind.rawValue) AND member_id = \(id)"
            if let role { query += " AND role_id = \(try Roles.require(organization, role, on: connection).id)" }
            guard try connection.execute(query) > 0 else { throw IdentityError.notFound("member", member) }
        }
    }

    /// The id of a user or application that can be a member of the organization's workspaces, and is not the caller.
    private static func requireMember(
        _ kind: MemberKind, _ member: QualifiedName, of organization: OrganizationID, orBuiltIn: Bool, bound: CredentialBound,
        on connection: any Connection
    ) throws -> Int64 {
        let table = Identifier(kind == .user ? "users" : "applications")
        let id = try connection.value(
            of: kind == .user ? "users" : "applications",
            """
            SELECT \(table).id FROM \(table) JOIN organizations ON organizations.id = \(table).organization_id
            WHERE organizations.name = \(member.organization) AND \(table).name = \(member.name)
            AND (organizations.id = \(organization) OR (organizations.name = \(Name.builtIn) AND \(orBuiltIn ? 1 : 0) = 1))
            """, .integer)
        guard let id else { throw try unknown(member, in: organization, on: connection) }
        let isMaker = kind == .user ? UserID(id) == bound.user : ApplicationID(id) == bound.application
        guard !isMaker else { throw IdentityError(.forbidden, "member: you cannot change your own roles") }
        return id
    }

    /// The same text for a name of another organization and for one that does not exist.
    private static func unknown(_ member: QualifiedName, in organization: OrganizationID, on connection: any Connection) throws -> IdentityError {
        let own = try connection.value(of: "organizations", "SELECT name FROM organizations WHERE id = \(organization)", .text)
        return IdentityError(
            .notFound,
            "member: '\(member)' does not exist in organization '\(own ?? "")', which the workspace belongs to: name one of its own as '\(own ?? "")/NAME'"
        )
    }

    private static func topic(_ kind: MemberKind, _ member: Int64) -> ChangeTopic {
        switch kind {
        case .user: .user(UserID(member))
        case .application: .application(ApplicationID(member))
        }
    }

    static func insert(
        _ workspace: WorkspaceID, _ kind: MemberKind, _ member: Int64, _ role: RoleID, at time: Timestamp, on connection: any Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO memberships (workspace_id, kind, member_id, role_id, created_at)
            VALUES (\(workspace), \(kind.rawValue), \(member), \(role), \(time))
            """)
    }
}

extension Members {
    /// Rows `id, name, displayName, email, role` of the users who are members of a workspace: the collection `users` of every workspace. If
    /// a member has several roles, `role` is the first by name.
    package static func rowsOfUsers(in workspace: WorkspaceID) -> Statement {
        """
        SELECT users.id AS id, users.name AS name, users.display_name AS "displayName", users.email AS email,
        (SELECT min(held.name) FROM (SELECT roles.name AS name \(memberships(in: workspace)) AND roles.is_enabled = 1
        UNION ALL SELECT roles.name \(roleUsers(in: workspace)) AND roles.is_enabled = 1) AS held) AS role
        FROM users WHERE EXISTS (SELECT 1 \(memberships(in: workspace))) OR EXISTS (SELECT 1 \(roleUsers(in: workspace)))
        """
    }

    /// The roles that `users.id` has by membership. Searched from the user, so that no plan tries every role for every user.
    private static func memberships(in workspace: WorkspaceID) -> Statement {
        """
        FROM memberships JOIN roles ON roles.id = memberships.role_id
        WHERE memberships.kind = 'user' AND memberships.member_id = users.id AND memberships.workspace_id = \(workspace)
        """
    }

    /// The roles whose list of users contains `users.id`.
    private static func roleUsers(in workspace: WorkspaceID) -> Statement {
        """
        FROM role_users JOIN roles ON roles.id = role_users.role_id JOIN workspaces ON workspaces.organization_id = roles.organization_id
        WHERE role_users.user_id = users.id AND workspaces.id = \(workspace)
        """
    }

    /// Rows `name, title` of the roles that members of a workspace can have: the collection `roles` of every workspace.
    package static func rowsOfRoles(in workspace: WorkspaceID) -> Statement {
        """
        SELECT roles.name AS name, roles.display_name AS title FROM roles
        JOIN workspaces ON workspaces.organization_id = roles.organization_id WHERE workspaces.id = \(workspace) AND roles.is_enabled = 1
        """
    }
}

/// The kind of a member of a workspace.
package enum MemberKind: String, Hashable, Sendable, CaseIterable { case user, application }
