import Access
import Catalog
import Identity
import JSON
import SQLGuard
import Store

extension ToolDefinition {
    /// `access_rules_set`, `_list`, `_remove`, `_explain`: what roles may do with collections.
    static func accessRules(_ domains: Domains) -> [ToolDefinition] {
        [set(domains), list(domains), remove(domains), resume(domains), explain(domains)]
    }

    private static let dataSource = Property.string("The data source's name; main when absent.")

    private static func set(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "access_rules_set", in: .acl, scope: .write(.rule), for: .workspaceAdministrators, .writes, title: "Set an access rule",
            description: "Says what a role may do with a collection. Rules of a role on a collection replace its defaults there; deny beats allow.",
            idempotent: true,
            properties: [
                "role": Property.string("The role's name."), "dataSource": dataSource, "resource": Property.string("The collection's name."),
                "actions": [
                    "type": "array", "items": ["type": "string", "enum": .array(RecordAction.allCases.map { .string($0.rawValue) })],
                    "description": "What the role may do.",
                ],
                "effect": Property.choice(["allow", "deny"], "allow when absent."),
                "columns": Property.strings("The only columns it sees or writes; all when absent."),
                "mask": Property.strings("Columns shown without their value."), "hide": Property.strings("Columns that do not exist for it."),
                "filter": Property.object("The rows it reaches; {{$user.id}} stands for the caller's own id."),
                "expires": Property.string("When the rule ends: 30d, or an RFC 3339 time."),
            ],
            required: ["role", "resource", "actions"]
        ) { grant, input, context in
            let place = grant.caller.workspace
            let role = try Name(parsing: try input.required("role"), argument: "role")
            _ = try await domains.roles.find(place.organization, role)
            guard !grant.caller.heldRoles.contains(role.text) || grant.caller.isOperator else {
                throw Refusal(.forbidden, "role: nobody changes the rights of their own roles")
            }
            let source = input.string("dataSource") ?? DataSource.mainName
            let contents = try await domains.catalog.contents(of: source, in: place.id, context.bounds)
            let draft = RuleDraft(
                role: role.text, source: source, collection: try input.required("resource"), actions: input.strings("actions") ?? [],
                effect: input.string("effect"), columns: input.strings("columns"), masked: input.strings("mask") ?? [],
                hidden: input.strings("hide") ?? [], filter: input["filter"], expires: try Timestamp(endingAt: input.string("expires")))
            let bound = try CredentialBound(grant.caller)
            let rule = try await domains.rules.set(
                try draft.content(in: contents), role: role.text, source: source, collection: draft.collection, in: place.id,
                ifItGives: { try bound.checkScopesOfRoles() })
            return .object(changed: 1, objects: ["rule/\(rule.id.rawValue)"]) { writer in rule.write(to: &writer) }
        }
    }

    private static func list(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "access_rules_list", in: .acl, scope: .read(.rule), for: .workspaceAdministrators, .reads, title: "List access rules",
            description: "Lists the rules of this workspace.",
            properties: PageRequest.properties.with([
                "role": Property.string("Only rules of this role."), "dataSource": Property.string("Only rules on this data source."),
            ]),
            about: [.init(argument: "dataSource")]
        ) { grant, input, context in
            let request = try PageRequest("access_rules_list", input, grant, context, domains)
            let rules = try await domains.rules.list(in: grant.caller.workspace.id).filter { rule in
                (input.string("role").map { rule.role == $0 } ?? true) && (input.string("dataSource").map { rule.source == $0 } ?? true)
            }
            let part = request.part(of: rules)
            let contents = await Self.contents(of: part.items.filter { $0.content.filter != .always }, grant, domains, context)
            return try .page("rules", part, of: request) { writer, rule in
                let source = contents[rule.source]
                rule.write(
                    to: &writer, obstacle: source.flatMap { rule.content.obstacle(on: rule.collection, in: $0) },
                    closed: source.flatMap { rule.content.changeOfRelations(in: $0) })
            }
        }
    }

    /// The sources of the rules, by name, as far as they answer.
    private static func contents(of rules: [Rule], _ grant: Grant, _ domains: Domains, _ context: ToolContext) async -> [String: SourceCatalog] {
        var contents: [String: SourceCatalog] = [:]
        for source in Set(rules.map(\.source)) {
            // A source that is gone or down has rules all the same.
            contents[source] = try? await domains.catalog.contents(of: source, in: grant.caller.workspace.id, context.bounds)
        }
        return contents
    }

    private static func remove(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "access_rules_remove", in: .acl, scope: .write(.rule), for: .workspaceAdministrators, .writes, title: "Remove an access rule",
            description: "Removes a rule; without any, the role's defaults hold again.", destructive: true,
            properties: ["id": Property.id("The rule's id, from access_rules_list.")], required: ["id"],
            about: [.init(kind: "rule", argument: "id")]
        ) { grant, input, _ in
            let place = grant.caller.workspace
            let id = RuleID(try input.requiredID("id"))
            let rule = try await domains.rules.list(in: place.id).first { $0.id == id }
            if let rule, rule.permission != nil {
                throw Refusal(.invalidArgument, "id: rule \(id.rawValue) was made of a permission; change that with update_permission")
            }
            if let role = rule?.role, grant.caller.heldRoles.contains(role), !grant.caller.isOperator {
                throw Refusal(.forbidden, "id: nobody changes the rights of their own roles")
            }
            let bound = try CredentialBound(grant.caller)
            try await domains.rules.remove(id, in: place.id, ifItGives: { try bound.checkScopesOfRoles() })
            return .object(changed: 1, objects: ["rule/\(id.rawValue)"]) { writer in writer.member("id", id.rawValue) }
        }
    }

    private static func resume(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "access_rules_resume", in: .acl, scope: .write(.rule), for: .workspaceAdministrators, .writes, title: "Resume access rules",
            description: """
                Makes rules count again that were suspended when their data source or role was removed, and opens what was closed for \
                them. Give one of id, dataSource, role. With id also a rule whose relation became another key.
                """, idempotent: true,
            properties: [
                "id": Property.id("One rule's id, from access_rules_list."),
                "dataSource": Property.string("All suspended rules on this data source."),
                "role": Property.string("All suspended rules of this role."),
            ]
        ) { grant, input, context in
            let (id, source, role) = (
                try input["id"].map { _ in RuleID(try input.requiredID("id")) }, input.string("dataSource"), input.string("role")
            )
            guard [id != nil, source != nil, role != nil].count(where: { $0 }) == 1 else {
                throw Refusal(.invalidArgument, "id, dataSource, role: expected one of them")
            }
            let bound = try CredentialBound(grant.caller)
            let own = grant.caller.isOperator ? [] : grant.caller.heldRoles
            let isChosen: @Sendable (Rule) -> Bool = { rule in
                id.map { rule.id == $0 } ?? source.map { rule.source == $0 } ?? (rule.role == role)
            }
            let chosen = try await domains.rules.list(in: grant.caller.workspace.id).filter(isChosen)
            let contents = await Self.contents(of: chosen.filter(\.content.filter.entersRelations), grant, domains, context)
            let resumed = try await domains.rules.resume(isChosen, in: grant.caller.workspace.id) { rule in
                // What a relation has become is accepted for one rule that is named, never for many that were suspended for another reason.
                guard id != nil, rule.content.filter.entersRelations, let catalog = contents[rule.source], let collection = catalog[rule.collection]
                else {
                    return nil
                }
                return rule.content.filter.relationKeys(from: collection, in: catalog)
            } check: { rules in
                guard rules.allSatisfy({ $0.role.map { !own.contains($0) } ?? true }) else {
                    throw Refusal(.forbidden, "role: nobody changes the rights of their own roles")
                }
                try bound.checkScopesOfRoles()
            }
            return .object(changed: resumed.count, objects: resumed.map { "rule/\($0.rawValue)" }) { writer in
                writer.key("resumed")
                writer.array { writer in for id in resumed { writer.int(id.rawValue) } }
            }
        }
    }

    private static func explain(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "access_rules_explain", in: .acl, scope: .read(.rule), for: .members, .reads, title: "Explain rights",
            description: """
                Says what you may do with a collection, and which role or rule gives or denies it. Of a statement for run_sql it says whether it would \
                run, why not, and what your rights leave out; nothing is run.
                """,
            properties: [
                "resource": Property.string("The collection's name."), "sql": Property.string("A statement for run_sql."), "dataSource": dataSource,
            ],
            about: [.dataSource]
        ) { grant, input, context in
            let source = input.string("dataSource") ?? DataSource.mainName
            let administers = grant.caller.isOperator || grant.caller.roles.contains(BuiltInRole.admin.rawValue)
            let resource = input.string("resource")
            guard resource != nil || input.string("sql") != nil else {
                throw Refusal(.invalidArgument, "argument 'resource': expected the name of a collection, or a statement in 'sql'")
            }
            var rights: ExplainedRights?
            if let resource { rights = try await Self.rights(resource, source, grant, administers, domains, context) }
            var opinion: GuardOpinion?
            if let sql = input.string("sql") {
                opinion = try await domains.sqlGuard.opinion(on: sql, of: grant.caller, source: source, revealing: administers, context.bounds)
            }
            let objects = (rights.map { [$0.resource] } ?? []) + (opinion?.tables.map(\.name) ?? [])
            return .object(objects: objects.map { "\(source)/\($0)" }) { writer in
                writer.member("dataSource", source)
                rights?.write(to: &writer)
                opinion?.write(to: &writer)
            }
        }
    }

    private struct ExplainedRights {
        let resource: String
        let actions: [RecordAction]
        let explanation: [String]

        func write(to writer: inout JSONWriter) {
            writer.member("resource", resource)
            writer.member("actions", actions.map(\.rawValue))
            writer.member("explanation", explanation)
        }
    }

    private static func rights(
        _ name: String, _ source: String, _ grant: Grant, _ administers: Bool, _ domains: Domains, _ context: ToolContext
    ) async throws -> ExplainedRights {
        let contents = try await domains.catalog.contents(of: source, in: grant.caller.workspace.id, context.bounds)
        let rights = try await domains.rules.rights(of: grant.caller, in: contents)
        guard let collection = contents[name], case let own = rights.on(collection), administers || !own.isEmpty else {
            throw Refusal(.notFound, "collection '\(name.prefix(60))' not found in data source '\(source)'; collections_list names yours")
        }
        return ExplainedRights(resource: name, actions: own.actions, explanation: rights.explained(on: collection, revealing: administers))
    }
}

extension GuardOpinion {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("runs", refusal == nil)
        if let refusal {
            writer.member("code", refusal.code.rawValue)
            writer.member("reason", refusal.reason)
        }
        writer.member("sql", sql)
        writer.member("rulesApplied", rulesApplied)
        writer.member("tables", tables) { writer, table in
            writer.member("name", table.name)
            writer.member("explanation", table.explanation)
        }
    }
}

extension Rule {
    /// - Parameters:
    ///   - obstacle: what keeps it from being applied.
    ///   - closed: which relations of its filter are other keys than when it was set.
    fileprivate func write(to writer: inout JSONWriter, obstacle: RuleContent.Obstacle? = nil, closed: String? = nil) {
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
        writer.key("filter")
        writer.value(content.filter.json)
        writer.member("expires", content.expires)
        if let relations = content.relations, !relations.isEmpty {
            writer.key("relations")
            writer.value(.array(relations.map(\.json)))
        }
        if let reason = suspension?.rawValue ?? obstacle?.rawValue { writer.member("suspended", reason) }
        if let closed { writer.member("closed", closed) }
    }
}
