import Access
import Workflows

/// What a caller may let a workflow do: nobody gains by one.
struct WorkflowStanding {
    let caller: Caller

    /// Whether a workflow may run as the role for this caller: as with memberships, one of its own, or any for who administers the workspace.
    func mayUse(_ role: String) -> Bool {
        let administers = caller.isOrganizationAdministrator && caller.organization?.id == caller.workspace.organization
        return caller.isOperator || administers || caller.roles.contains(BuiltInRole.admin.rawValue) || caller.roles.contains(role)
    }

    /// - Throws: ``Refusal`` `forbidden`.
    func check(_ role: String) throws(Refusal) {
        guard mayUse(role) else { throw Refusal(.forbidden, "role: '\(role.prefix(60))' is more than your own roles: \(names)") }
    }

    private var names: String { caller.roles.isEmpty ? "you have none here" : caller.roles.joined(separator: ", ") }

    /// A credential lets a workflow do only what it may do itself.
    /// - Throws: ``Refusal`` `forbidden` with the scope that is missing.
    func check(_ content: WorkflowContent) throws(Refusal) {
        try check(content.role)
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

    /// Whether what nodes read, and what set an execution off, may be shown.
    func seesData(of role: String) -> Bool { caller.scopes.contains(.read(.record)) && mayUse(role) }
}
