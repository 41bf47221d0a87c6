import Access
import Identity
import JSON
import Store

/// `access_rules_remove`.
struct RemoveAccessRule: Tool {
    struct Input: ToolArguments {
        var id: Int64 = 0
    }

    let rules: RuleStore

    let name = "access_rules_remove"
    let access = ToolAccess(.acl, scope: .one(.write(.rule)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let destroys = true
    let title = "Remove an access rule"
    let description = "Removes a rule; without any, the role's defaults hold again."
    let arguments: [Argument<Input>] = [.id(\.id, "From access_rules_list.").required.naming("rule")]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace
        let id = RuleID(input.id)
        let rule = try await rules.list(in: workspace.id).first { $0.id == id }
        if let rule, rule.permission != nil {
            throw Refusal(.invalidArgument, "id: rule \(id.rawValue) belongs to a permission; change that with update_permission")
        }
        if let role = rule?.role, call.caller.heldRoles.contains(role), !call.caller.isOperator {
            throw Refusal(.forbidden, "id: you cannot change the rights of your own roles")
        }
        let bound = try CredentialBound(call.caller)
        try await rules.remove(id, in: workspace.id, ifItGives: { try bound.checkScopesOfRoles() })
        return .object(changed: 1, objects: ["rule/\(id.rawValue)"]) { writer in writer.member("id", id.rawValue) }
    }
}
