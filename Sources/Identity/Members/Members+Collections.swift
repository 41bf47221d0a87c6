package import SQL
package import Store

extension Members {
    /// Rows `id, name, displayName, email, role` of the users who are members of a workspace: the collection `users` of every workspace.
    /// Of several roles the first by name stands in `role`.
    package static func rowsOfUsers(in workspace: WorkspaceID) -> Statement {
        """
        SELECT users.id AS id, users.name AS name, users.display_name AS "displayName", users.email AS email,
        (SELECT min(roles.name) FROM roles WHERE roles.is_enabled = 1 AND \(isHeld(in: workspace))) AS role
        FROM users WHERE EXISTS (SELECT 1 FROM roles WHERE \(isHeld(in: workspace)))
        """
    }

    /// Whether a user is a member with a role, or is named by the role itself.
    private static func isHeld(in workspace: WorkspaceID) -> Statement {
        """
        (EXISTS (SELECT 1 FROM memberships WHERE memberships.kind = 'user' AND memberships.member_id = users.id
        AND memberships.role_id = roles.id AND memberships.workspace_id = \(workspace))
        OR EXISTS (SELECT 1 FROM role_users JOIN workspaces ON workspaces.organization_id = roles.organization_id
        WHERE role_users.role_id = roles.id AND role_users.user_id = users.id AND workspaces.id = \(workspace)))
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
