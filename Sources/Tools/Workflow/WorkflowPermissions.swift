import Access
import Identity
import Store
import Workflows

/// Checks that a workflow gets no more rights than the caller that creates it.
struct WorkflowPermissions {
    let caller: Caller
    /// The caller's roles that include only roles which the caller has: a workflow has all roles that its role includes.
    fileprivate let roles: Set<String>

    /// The only roles of a workflow that the caller creates, even if its role includes more later; nil for a caller that has all roles of
    /// its owner.
    var onlyRoles: [String]? { caller.administersWorkspace || caller.actsWithAllRoles ? nil : caller.roles.sorted() }

    /// Whether a workflow may run as the role for this caller: as with memberships, one of its own roles, or any role for an administrator
    /// of the workspace.
    func mayUse(_ role: String) -> Bool { caller.administersWorkspace || roles.contains(role) }

    /// - Throws: ``Refusal`` `forbidden`.
    func checkRole(_ role: String) throws(Refusal) {
        guard !mayUse(role) else { return }
        guard !caller.roles.contains(role) else {
            throw Refusal(.forbidden, "role: '\(role.prefix(60))' brings roles with which you do not act in this request: \(names)")
        }
        throw Refusal(.forbidden, "role: '\(role.prefix(60))' is more than your own roles: \(names)")
    }

    private var names: String { caller.roles.isEmpty ? "you have none here" : "you act as \(caller.roles.joined(separator: ", "))" }

    /// Checks that a workflow does only what the credential may do.
    /// - Throws: ``Refusal`` `forbidden` with the missing scope.
    func check(_ content: WorkflowContent) throws(Refusal) {
        try checkRole(content.role)
        try checkScopes(content)
    }

    /// The same check without the role, because people who approve do not need the workflow's role.
    func checkScopes(_ content: WorkflowContent) throws(Refusal) {
        for (scope, reason) in Self.needs(of: content) where !caller.scopes.contains(scope) {
            throw Refusal(.forbidden, "\(reason), and your credential is without the scope '\(scope)'")
        }
    }

    private static func needs(of content: WorkflowContent) -> [(Scope, String)] {
        var needs: [(Scope, String)] = content.type == .collection ? [(.read(.record), "the trigger reads rows")] : []
        for node in content.allNodes {
            switch node.type {
            case .query: needs.append((.read(.record), "node '\(node.key)' reads rows"))
            case .create, .update, .destroy: needs.append((.write(.record), "node '\(node.key)' changes rows"))
            case .ask: needs.append((.ask, "node '\(node.key)' asks a question"))
            default: continue
            }
        }
        return needs
    }

    /// Whether the caller may see the data that nodes read, and the data that triggered an execution.
    func seesData(of role: String) -> Bool { caller.scopes.contains(.read(.record)) && mayUse(role) }
}

extension Domains {
    /// The caller's permissions for workflows.
    func workflowPermissions(of caller: Caller) async throws -> WorkflowPermissions {
        var roles = Set(caller.roles)
        // A credential or request that excludes some of its owner's roles excludes them from a workflow too.
        if !caller.administersWorkspace, !caller.actsWithAllRoles {
            for role in caller.roles {
                let given = try await self.roles.given(by: Name(parsing: role, argument: "role"), in: caller.workspace.organization)
                if !roles.isSuperset(of: given.map(\.text)) { roles.remove(role) }
            }
        }
        return WorkflowPermissions(caller: caller, roles: roles)
    }

    /// An execution that a caller may see: any for a workspace administrator, otherwise one that waits for the caller.
    /// - Throws: ``Refusal`` `notFound`.
    func execution(_ id: ExecutionID, for caller: Caller) async throws -> (execution: Execution, wait: ExecutionWait?) {
        let executions = workflows.executions
        do {
            let execution = try await executions.find(id, in: caller.workspace.id)
            let wait = try await executions.waits(of: [execution])[id]
            if caller.administersWorkspace || wait?.node.assignees.include(caller) == true { return (execution, wait) }
        } catch let refusal as Refusal where refusal.code == .notFound && !caller.administersWorkspace {
            // Refused below, with the same message as an execution that waits for other people.
        }
        throw Refusal(.notFound, "filterByTk: no execution \(id.rawValue) waits for you; executions_list names those that do")
    }

    /// Records a person's decision at the node where an execution waits, if the person may decide now.
    /// - Throws: ``Refusal``.
    func decide(_ id: ExecutionID, _ decision: ApprovalDecision, as caller: Caller) async throws {
        try await workflows.executions.decide(id, in: caller.workspace.id, decision) { node in
            guard caller.administersWorkspace || node.assignees.include(caller) else {
                throw Refusal(.forbidden, "filterByTk: execution \(id.rawValue) does not wait for you")
            }
        }
        workflows.wakeSignal.ring()
    }
}
