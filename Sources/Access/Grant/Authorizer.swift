/// Permission to run one tool once for one caller. Every handler needs one, and only ``Authorizer`` makes them.
package struct Grant: Sendable {
    package let caller: Caller
    package let tool: String
    /// The scope that this call was found to need and the caller to hold.
    package let scope: Scope
    /// The packages that the request chose.
    package let packages: PackageSelection
}

/// The one place that decides whether a call may run. It checks package, scope, role and workspace, in the order in which clients learn of it, and
/// fails closed.
package enum Authorizer {
    /// Whether the tool is offered to the caller: the same decision as ``authorize(_:scope:for:in:)`` for some input.
    ///
    /// Anonymous callers see the tools that exist, and run none.
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
    ///   - scope: what this call needs, one of the tool's.
    ///   - checkArguments: refuses arguments that the tool does not take.
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

    /// Who could help: a role opens only what is done in a workspace.
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
