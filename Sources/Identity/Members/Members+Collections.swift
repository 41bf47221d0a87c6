package import SQL
package import Store

extension Members {
    /// Rows `id, name, displayName, email, role` of the users who are members of a workspace: the collection `users` of every workspace.
    /// Of several roles the first by name stands in `role`.
    package static func rowsOfUsers(in workspace: WorkspaceID) -> Statement {
        """
        SELECT users.id AS id, users.name AS name, users.display_name AS "displayName", users.email AS email,
        (SELECT min(held.name) FROM (SELECT roles.name AS name \(memberships(in: workspace)) AND roles.is_enabled = 1
        UNION ALL SELECT roles.name \(roleUsers(in: workspace)) AND roles.is_enabled = 1) AS held) AS role
        FROM users WHERE EXISTS (SELECT 1 \(memberships(in: workspace))) OR EXISTS (SELECT 1 \(roleUsers(in: workspace)))
        """
    }

    /// The roles that `users.id` has as a member: found from the user, so that no plan tries every role for every user.
    private static func memberships(in workspace: WorkspaceID) -> Statement {
        """
        FROM memberships JOIN roles ON roles.id = memberships.role_id
        WHERE memberships.kind = 'user' AND memberships.member_id = users.id AND memberships.workspace_id = \(workspace)
        """
    }

    /// The roles that name `users.id` themselves.
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
