/// Permission to run one tool once for one caller. Every handler needs one, and only ``Authorizer`` makes them.
package struct Grant: Sendable {
    package let caller: Caller
    package let tool: String
    /// The scope that this call needs and the caller has.
    package let scope: Scope
    /// The packages that the request chose.
    package let packages: PackageSelection
}

/// The one place that decides whether a call may run. It checks package, scope, role and workspace, in the order in which clients learn of
/// them, and fails closed.
package enum Authorizer {
    /// Whether the tool is offered to the caller: the same decision as ``authorize(_:scope:for:in:)`` for some input.
    ///
    /// Anonymous callers see which tools exist, but can run none.
    package static func offers(_ tool: ToolPermit, to caller: Caller, in packages: PackageSelection) -> Bool {
        guard packages.contains(tool.package) else { return false }
        if caller.isAnonymous { return true }
        return tool.scopes.contains(where: caller.scopes.contains) && admits(caller, to: tool)
    }

    /// The scopes of the tool that the caller can use, for schemas that list only what may be called.
    package static func usableScopes(of tool: ToolPermit, by caller: Caller) -> [Scope] {
        caller.isAnonymous ? tool.scopes : tool.scopes.filter(caller.scopes.contains)
    }

    /// - Parameters:
    ///   - scope: the scope that this call needs, one of the tool's.
    ///   - checkArguments: refuses arguments that the tool does not accept.
    /// - Throws: ``Refusal`` with the first of: unauthorized, unknown tool, insufficient scope, the refusal of `checkArguments`, forbidden.
    package static func authorize(
        _ tool: ToolPermit, scope: Scope, for caller: Caller, in packages: PackageSelection, checkArguments: () throws(Refusal) -> Void = {}
    ) throws(Refusal) -> Grant {
        guard !caller.isAnonymous else { throw Refusal(.unauthorized, "Unauthorized operation") }
        guard packages.contains(tool.package) else { throw Refusal(.unknownTool, "Tool '\(tool.name)' not found") }
        guard tool.scopes.contains(scope), caller.scopes.contains(scope) else {
            guard !tool.takesAnyScope else {
                throw Refusal(.insufficientScope, "'\(tool.name)' is open to every credential with a scope that opens a tool, and this one has none")
            }
            throw Refusal(.insufficientScope, "The credential lacks the scope '\(scope)' for '\(tool.name)'", requiredScope: scope)
        }
        try checkArguments()
        guard admits(caller, to: tool) else {
            throw Refusal(.forbidden, refusal(of: tool, to: caller))
        }
        return Grant(caller: caller, tool: tool.name, scope: scope, packages: packages)
    }

    /// The text of a refusal, with who could permit the call. A role can only permit actions within a workspace.
    private static func refusal(of tool: ToolPermit, to caller: Caller) -> String {
        switch tool.audience {
        case .anyone, .members, .membersAndAdministrators, .workspaceAdministrators:
            "'\(tool.name)' is not open to you in workspace '\(caller.workspace.name)': ask its administrator for a role"
        case .organizationAdministrators, .objectAdministrators: "'\(tool.name)' is for administrators of an organization: ask one of yours"
        case .operators: "'\(tool.name)' is for the operators of this server, the administrators of 'built-in': ask one of them"
        }
    }

    private static func admits(_ caller: Caller, to tool: ToolPermit) -> Bool {
        admits(caller, to: tool.audience) || tool.managed.map(caller.managedSubjects.contains) ?? false
    }

    static func admits(_ caller: Caller, to audience: ToolPermit.Audience) -> Bool {
        switch audience {
        case .anyone: return true
        case .members: return caller.isOperator || !caller.roles.isEmpty
        case .membersAndAdministrators: return admits(caller, to: .members) || admits(caller, to: .workspaceAdministrators)
        case .workspaceAdministrators: return caller.administersWorkspace
        case .organizationAdministrators: return caller.isOperator || caller.isOrganizationAdministrator
        case .objectAdministrators: return caller.isOperator || caller.isOrganizationAdministrator || caller.isApplicationItself
        case .operators: return caller.isOperator
        }
    }
}

extension Grant {
    /// The same call with the rights of a workflow: its conditions are checked with the rights of its role, not with those of the caller that changes
    /// rows.
    package func acting(as workflow: Caller) -> Grant {
        guard case .workflow = workflow.kind else { return self }
        return Grant(caller: workflow, tool: tool, scope: scope, packages: packages)
    }
}

/// What ``Authorizer`` must know about a tool to decide whether a caller may run it.
package struct ToolPermit: Hashable, Sendable {
    /// Which callers may use the tool, in addition to the scope of the credential.
    package enum Audience: Hashable, Sendable, CaseIterable {
        /// Every caller with a credential, even without a workspace: the tool concerns only the caller itself.
        case anyone
        /// Callers with a role in the workspace; rules decide what each of them sees.
        case members
        /// Members, and administrators of the workspace or its organization without a role in it.
        case membersAndAdministrators
        /// Administrators of the workspace or its organization.
        case workspaceAdministrators
        /// Administrators of the caller's organization.
        case organizationAdministrators
        /// Administrators of the caller's organization, and applications that act for themselves, in their own organization.
        case objectAdministrators
        /// Administrators of `built-in`.
        case operators
    }

    package let name: String
    package let package: PackageName
    /// The scopes that a call may need, depending on its input; a caller with one of them sees the tool.
    package let scopes: [Scope]
    package let audience: Audience

    /// The subject by which a role can permit the tool to callers that do not administer the workspace; nil if no role can.
    package var managed: ManagedSubject? {
        guard audience == .workspaceAdministrators else { return nil }
        switch package {
        case .dataSourceMain: return .collections
        case .dataSourceManager: return .sources
        case .workflow: return .workflows
        case .always, .acl, .users, .auth, .client, .flowEngine, .ai, .server, .facade: return nil
        }
    }

    /// Whether any scope is sufficient, for tools that concern only the caller itself.
    package var takesAnyScope: Bool { scopes == Scope.all }

    package init(name: String, package: PackageName, scopes: [Scope], audience: Audience) {
        precondition(!scopes.isEmpty, "a tool without a scope would be open to every credential")
        self.name = name
        self.package = package
        self.scopes = scopes
        self.audience = audience
    }
}
