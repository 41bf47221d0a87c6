import OAuth
import SQL
import Store

extension CredentialBound {
    /// Refuses scopes beyond the creator's own, and names them. Scopes of OpenID Connect and an application's own scopes give no access
    /// here, so every caller may use them.
    /// - Throws: `forbidden`.
    func check(_ scopes: [ApplicationScope], _ policy: any ScopePolicy) throws(IdentityError) {
        let held = ScopeNames(limits.scopes.sorted())
        let beyond = scopes.map(\.name).filter { policy.isKnown($0) && !OpenIDScope.names.contains($0) && !policy.covers(held, $0) }
        guard beyond.isEmpty else {
            throw IdentityError(.forbidden, "scopes: more than your own; your credential is without \(beyond.sorted().joined(separator: " "))")
        }
    }

    /// Refuses an application that may ask people for everything, unless the creator is an administrator with all scopes.
    /// - Throws: `forbidden`.
    func checkAsking(_ application: Application) throws(IdentityError) {
        guard application.asksForEverything, covers < .administrator else { return }
        throw IdentityError(
            .forbidden, "scopes: an application without scopes may ask people for all that they have, which is more than your own; name its scopes")
    }

    /// Refuses to create or strengthen an application that opens more than the workspace to which the creator's credential is bound.
    /// - Throws: `forbidden`.
    func checkOpening(_ workspace: WorkspaceID?) throws(IdentityError) {
        guard let only = limits.workspace, workspace != only else { return }
        throw IdentityError(.forbidden, "workspace: more than your own; your credential opens one workspace, and the application others too")
    }

    /// Refuses to change an application that can do more than the caller: with its secret the caller would gain rights.
    /// - Throws: `forbidden`.
    func checkChanging(_ application: Application, _ policy: any ScopePolicy, on connection: any Connection) throws {
        try check(application.scopes, policy)
        let memberships = try connection.all(
            of: "workspaces",
            """
            SELECT \(Workspace.table.selection), roles.name AS role FROM memberships JOIN workspaces ON workspaces.id = memberships.workspace_id JOIN roles ON roles.id = memberships.role_id
            WHERE memberships.kind = 'application' AND memberships.member_id = \(application.id)
            """
        ) { (workspace: try Workspace.table.read($0), role: try $0["role", .name]) }
        for (workspace, role) in memberships { try checkGiving(role, in: workspace) }
    }
}

/// The scopes of OpenID Connect Core section 5.4, which give access to no tool.
enum OpenIDScope {
    static let names: Set<String> = ["openid", "profile", "email", "offline_access"]
}
