import Access
import Catalog
import JSON
import SQLGuard

/// `access_rules_explain`: explains the caller's rights by roles and rules.
struct ExplainRights: Tool {
    struct Input: ToolArguments {
        var collection: String?
        var sql: String?
        var source = DataSource.mainName
    }

    let domains: Domains

    let name = "access_rules_explain"
    let access = ToolAccess(.acl, scope: .one(.read(.rule)), audience: .members, effect: .reads, secrets: .none)
    let title = "Explain rights"
    let description = """
        Says what you may do with a collection, and by which role or rule; or whether a statement for run_sql would run, why not, and what your \
        rights leave out.
        """
    let arguments: [Argument<Input>] = [
        .text("resource", \.collection, "The collection's name."), .text("sql", \.sql, "A statement for run_sql."), .dataSource(\.source),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let administers = call.caller.isOperator || call.caller.roles.contains(BuiltInRole.admin.rawValue)
        guard input.collection != nil || input.sql != nil else {
            throw Refusal(.invalidArgument, "argument 'resource': expected the name of a collection, or a statement in 'sql'")
        }
        var rights: ExplainedRights?
        if let collection = input.collection { rights = try await self.rights(collection, input.source, administers, call) }
        var opinion: GuardExplanation?
        if let sql = input.sql {
            opinion = try await domains.sqlGuard.opinion(on: sql, of: call.caller, source: input.source, revealing: administers, call.bounds)
        }
        let objects = (rights.map { [$0.collection] } ?? []) + (opinion?.tables.map(\.name) ?? [])
        return .object(objects: objects.map { "\(input.source)/\($0)" }) { writer in
            writer.member("dataSource", input.source)
            rights?.write(to: &writer)
            opinion?.write(to: &writer)
        }
    }

    private func rights(_ name: String, _ source: String, _ administers: Bool, _ call: ToolCall) async throws -> ExplainedRights {
        let contents = try await domains.catalog.contents(of: source, in: call.caller.workspace.id, call.bounds)
        let rights = try await domains.rules.rights(of: call.caller, in: contents)
        // The explanation of a closed collection has the reason.
        let closed = contents[name].map { rights.on($0) }.flatMap { administers && $0.closing != nil ? $0 : nil }
        let own = try closed ?? rights.collection(name) { administers || !$0.isEmpty }
        return ExplainedRights(
            collection: name, actions: own.actions, explanation: rights.explained(on: own.collection, revealing: administers))
    }
}

private struct ExplainedRights {
    let collection: String
    let actions: [RecordAction]
    let explanation: [String]

    func write(to writer: inout JSONWriter) {
        writer.member("resource", collection)
        writer.member("actions", actions.map(\.rawValue))
        writer.member("explanation", explanation)
    }
}

extension GuardExplanation {
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
