import Access
import Catalog
import Identity
import JSON
import Store

/// `access_rules_set`: what a role may do with a collection.
struct SetAccessRule: Tool {
    struct Input: ToolArguments {
        var role = ""
        var source = DataSource.mainName
        var collection = ""
        var actions: [String] = []
        var effect: Rule.Effect?
        var columns: [String]?
        var masked: [String] = []
        var hidden: [String] = []
        var filter: JSONValue?
        var expires: String?
    }

    let domains: Domains

    let name = "access_rules_set"
    let access = ToolAccess(.acl, scope: .one(.write(.rule)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    let title = "Set an access rule"
    let description = "Says what a role may do with a collection, in place of its defaults there; deny beats allow."
    let arguments: [Argument<Input>] = [
        .text("role", \.role, "The role's name.").required,
        .text("dataSource", \.source, "main when absent."),
        .text("resource", \.collection, "The collection's name.").required,
        .choices("actions", \.actions, RecordAction.allCases.map(\.rawValue), "What the role may do.").required,
        .choice("effect", \.effect, "allow when absent."),
        .texts("columns", \.columns, "The only columns it sees or writes."),
        .texts("mask", \.masked, "Columns shown without their value."),
        .texts("hide", \.hidden, "Columns that do not exist for it."),
        .object("filter", \.filter, "The rows it reaches; {{$user.id}} is the caller's id."),
        .text("expires", \.expires, "30d, or an RFC 3339 time."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace
        let role = try Name(parsing: input.role, argument: "role")
        _ = try await domains.roles.find(workspace.organization, role)
        guard !call.caller.heldRoles.contains(role.text) || call.caller.isOperator else {
            throw Refusal(.forbidden, "role: you cannot change the rights of your own roles")
        }
        let contents = try await domains.catalog.contents(of: input.source, in: workspace.id, call.bounds)
        let draft = RuleDraft(
            role: role.text, source: input.source, collection: input.collection, actions: input.actions, effect: input.effect?.rawValue,
            columns: input.columns, masked: input.masked, hidden: input.hidden, filter: input.filter,
            expires: try Timestamp(endingAt: input.expires))
        let bound = try CredentialBound(call.caller)
        let rule = try await domains.rules.set(
            try draft.content(in: contents), role: role.text, source: input.source, collection: draft.collection, in: workspace.id,
            ifItGives: { try bound.checkScopesOfRoles() })
        return .object(changed: 1, objects: ["rule/\(rule.id.rawValue)"]) { writer in rule.write(to: &writer) }
    }
}
