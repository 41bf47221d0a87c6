import Access
import Catalog
import Identity
import JSON
import Store

/// `access_rules_resume`: puts suspended rules back in force.
struct ResumeAccessRules: Tool {
    struct Input: ToolArguments {
        var id: Int64?
        var source: String?
        var role: String?
    }

    let rules: RuleStore
    let catalog: Catalog

    let name = "access_rules_resume"
    let access = ToolAccess(.server, scope: .one(.write(.rule)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    let title = "Resume access rules"
    let description = """
        Makes suspended rules count again: by one of id, dataSource, role; with id also a rule whose relation became another key.
        """
    let arguments: [Argument<Input>] = [
        .id(\.id, "From access_rules_list."),
        .text("dataSource", \.source, "All suspended rules on it."),
        .text("role", \.role, "All suspended rules of it."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let (id, source, role) = (input.id.map { RuleID($0) }, input.source, input.role)
        guard [id != nil, source != nil, role != nil].count(where: { $0 }) == 1 else {
            throw Refusal(.invalidArgument, "id, dataSource, role: expected one of them")
        }
        let bound = try CredentialBound(call.caller)
        let own = call.caller.isOperator ? [] : call.caller.heldRoles
        let isChosen: @Sendable (Rule) -> Bool = { rule in
            id.map { rule.id == $0 } ?? source.map { rule.source == $0 } ?? (rule.role == role)
        }
        let workspace = call.caller.workspace.id
        let chosen = try await rules.list(in: workspace).filter(isChosen)
        let contents = await catalog.reachable(of: chosen.filter(\.content.filter.entersRelations), in: workspace, call.bounds)
        let resumed = try await rules.resume(isChosen, in: workspace) { rule in
            // A relation's new key is accepted only for a single named rule, not for many rules that were suspended for another reason.
            guard id != nil, rule.content.filter.entersRelations, let catalog = contents[rule.source], let collection = catalog[rule.collection]
            else {
                return nil
            }
            return rule.content.filter.relationKeys(from: collection, in: catalog)
        } check: { rules in
            guard rules.allSatisfy({ $0.role.map { !own.contains($0) } ?? true }) else {
                throw Refusal(.forbidden, "role: you cannot change the rights of your own roles")
            }
            try bound.checkScopesOfRoles()
        }
        return .object(changed: resumed.count, objects: resumed.map { "rule/\($0.rawValue)" }) { writer in
            writer.array("resumed") { writer in for id in resumed { writer.int(id.rawValue) } }
        }
    }
}
