/// What ``Authorizer`` must know about a tool to decide whether a caller may run it.
package struct ToolPermit: Hashable, Sendable {
    /// Who of a workspace may have the tool at all, beside the scope of the credential.
    package enum Audience: Hashable, Sendable, CaseIterable {
        /// Everyone with a credential, also outside any workspace: it speaks of the caller alone.
        case anyone
        /// Who holds a role in the workspace; what each sees is decided by rules.
        case members
        /// The same, and who administers the workspace or its organization without a role in it.
        case membersAndAdministrators
        /// Who administers the workspace or its organization.
        case workspaceAdministrators
        /// Who administers the organization of the caller.
        case organizationAdministrators
        /// Who administers the organization of the caller, and applications that act for themselves, in their own organization.
        case objectAdministrators
        /// Administrators of `built-in`.
        case operators
    }

    package let name: String
    package let package: PackageName
    /// The scopes that a call may need, by its input; holding one of them is enough to see the tool.
    package let scopes: [Scope]
    package let audience: Audience

    /// What a role may open it by to callers that do not administer the workspace; nil where nothing does.
    package var managed: ManagedSubject? {
        guard audience == .workspaceAdministrators else { return nil }
        switch package {
        case .dataSourceMain: return .collections
        case .dataSourceManager: return .sources
        case .workflow: return .workflows
        case .always, .acl, .users, .auth, .client, .flowEngine, .ai, .server, .facade: return nil
        }
    }

    /// Whether any scope will do: for tools that speak of the caller alone.
    package var takesAnyScope: Bool { scopes == Scope.all }

    package init(name: String, package: PackageName, scopes: [Scope], audience: Audience) {
        precondition(!scopes.isEmpty, "a tool without a scope would be open to every credential")
        self.name = name
        self.package = package
        self.scopes = scopes
        self.audience = audience
    }
}
