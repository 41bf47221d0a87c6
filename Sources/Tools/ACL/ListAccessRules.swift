import Access
import Catalog
import Identity
import JSON
import SQL
import Store

/// `access_rules_list`: the rules of the workspace.
struct ListAccessRules: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
        var role: String?
        var source: String?
    }

    let rules: RuleStore
    let catalog: Catalog
    let secrets: SecretBox

    let name = "access_rules_list"
    let access = ToolAccess(.acl, scope: .one(.read(.rule)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let title = "List access rules"
    let description = "Lists the rules of this workspace."
    let arguments: [Argument<Input>] =
        Argument.page(\.page) + [
            .text("role", \.role, "Only rules of this role."),
            .text("dataSource", \.source, "Only rules on this data source.").naming(),
        ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        let request = try PageRequest(name, input.page, call, secrets)
        let rules = try await rules.list(in: workspace).filter { rule in
            (input.role.map { rule.role == $0 } ?? true) && (input.source.map { rule.source == $0 } ?? true)
        }
        let part = try request.part(of: rules) { .int($0.id.rawValue) }
        let contents = await catalog.reachable(of: part.items.filter { $0.content.filter != .always }, in: workspace, call.bounds)
        return try .page(part, of: request) { writer, rule in
            let source = contents[rule.source]
            rule.write(
                to: &writer, obstacle: source.flatMap { rule.content.obstacle(on: rule.collection, in: $0) },
                closed: source.flatMap { rule.content.changeOfRelations(in: $0) })
        }
    }
}

extension Catalog {
    /// The reachable sources of the rules, by name.
    func reachable(of rules: [Rule], in workspace: WorkspaceID, _ bounds: CallBounds) async -> [String: SourceCatalog] {
        var contents: [String: SourceCatalog] = [:]
        for source in Set(rules.map(\.source)) {
            // Rules on a source that is removed or down are listed too.
            contents[source] = try? await self.contents(of: source, in: workspace, bounds)
        }
        return contents
    }
}

extension Rule {
    /// - Parameters:
    ///   - obstacle: why the rule cannot be applied.
    ///   - closed: the relations of its filter whose keys have changed since it was set.
    func write(to writer: inout JSONWriter, obstacle: RuleContent.Defect? = nil, closed: String? = nil) {
        writer.member("id", id.rawValue)
        writer.member("role", role)
        if case .user(let user) = subject { writer.member("userId", user.rawValue) }
        if let permission { writer.member("permissionId", permission.rawValue) }
        writer.member("dataSource", source)
        writer.member("resource", collection)
        writer.member("effect", content.effect.rawValue)
        writer.member("actions", content.actions.sorted().map(\.rawValue))
        writer.key("columns")
        if let columns = content.columns {
            writer.array { writer in
                for column in columns { writer.string(column) }
            }
        } else {
            writer.null()
        }
        writer.member("mask", content.masked)
        writer.member("hide", content.hidden)
        writer.member("filter", content.filter.json)
        writer.member("expires", content.expires)
        if let relations = content.relations, !relations.isEmpty {
            writer.member("relations", .array(relations.map(\.json)))
        }
        writer.given("suspended", suspension?.rawValue ?? obstacle?.rawValue)
        writer.given("closed", closed)
    }
}
