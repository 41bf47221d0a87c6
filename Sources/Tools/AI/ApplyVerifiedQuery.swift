import Access
import Ask
import Catalog
import JSON
import SQLGuard
import SQLSyntax
import Store

/// `verified_queries_apply`: adds, approves, rejects or removes a question with its SQL.
struct ApplyVerifiedQuery: Tool {
    struct Input: ToolArguments {
        var action = ""
        var id: Int64?
        var source: String?
        var pattern: String?
        var slots: JSONValue?
        var sql: String?
    }

    let domains: Domains

    let name = "verified_queries_apply"
    let access = ToolAccess(
        .ai,
        scope: .byValue(
            of: "action",
            ["add", "approve", "reject", "remove"].map {
                ToolScope.Choice(value: $0, scope: .write(.source), effect: .writes, destroys: $0 == "remove")
            }),
        audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let title = "Apply a verified query"
    let description = """
        Adds, approves, rejects or removes a question with approved SQL: pattern "revenue of {store} in {year}", slots {"store": "stores.name", \
        "year": "year"}, and '{store}' in the SQL.
        """
    let arguments: [Argument<Input>] = [
        .chosen("action", \.action, "approve takes changes.").required,
        Argument.id(\.id, "Not with add.").naming("verified_query"),
        .text("dataSource", \.source, "main when absent."), .text("pattern", \.pattern, "The question, slots in braces."),
        .object("slots", \.slots, "number, year, date, period ('{p.start}', '{p.end}'), text, or table.column."),
        .text("sql", \.sql, "One SELECT; '{slot}' also for numbers."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        let person = call.caller.userLabel ?? call.caller.label
        guard input.action != "add" else {
            guard input.id == nil else { throw Refusal(.invalidArgument, "id: add makes a new one; approve changes one") }
            let source = input.source ?? DataSource.mainName
            let content = VerifiedQuery.Content(
                pattern: input.pattern ?? "", slots: try VerifiedQuery.slots(input.slots) ?? [:], sql: input.sql ?? "")
            try await check(content, on: source, call)
            let id = try await domains.verified.add(content, to: source, in: workspace, by: person, isApproved: true)
            return try await outcome(id, call)
        }
        guard let id = input.id.map({ VerifiedQueryID($0) }) else { throw Refusal(.invalidArgument, "id: expected with \(input.action)") }
        let query = try await domains.verified.find(id, in: workspace)
        switch input.action {
        case "approve":
            var content = query.content
            content.pattern = input.pattern ?? content.pattern
            content.slots = try VerifiedQuery.slots(input.slots) ?? content.slots
            content.sql = input.sql ?? content.sql
            try await check(content, on: query.source, call)
            try await domains.verified.review(id, in: workspace, .approved, content, by: person)
        case "reject": try await domains.verified.review(id, in: workspace, .rejected, query.content, by: person)
        default:
            try await domains.verified.remove(id, in: workspace)
            return .object(changed: 1, objects: ["verified_query/\(id.rawValue)"]) { writer in writer.member("id", id.rawValue) }
        }
        return try await outcome(id, call)
    }

    private func outcome(_ id: VerifiedQueryID, _ call: ToolCall) async throws -> ToolOutcome {
        let query = try await domains.verified.find(id, in: call.caller.workspace.id)
        return .object(changed: 1, objects: ["verified_query/\(id.rawValue)"]) { writer in query.write(to: &writer) }
    }

    /// Checks that the caller could run the SQL: a reviewer must not approve a query that the guard would refuse to them.
    private func check(_ content: VerifiedQuery.Content, on source: String, _ call: ToolCall) async throws {
        let contents = try await domains.catalog.contents(of: source, in: call.caller.workspace.id, call.bounds)
        let check = VerifiedQueryCheck(content, tables: try await domains.tables(of: contents, for: call.caller), in: contents.dialect)
        if let problem = check.problem { throw Refusal(.invalidArgument, problem) }
        let opinion = try await domains.sqlGuard.opinion(on: check.sample ?? "", of: call.caller, source: source, revealing: false, call.bounds)
        if let refusal = opinion.refusal {
            throw Refusal(refusal.code, "the statement would not run: \(refusal.reason)", requiredScope: refusal.requiredScope)
        }
    }
}

extension VerifiedQuery {
    /// The types of slots from the caller; nil if none were given.
    static func slots(_ given: JSONValue?) throws(Refusal) -> [String: String]? {
        guard let members = given?.object else { return nil }
        var out: [String: String] = [:]
        for (name, type) in members {
            guard let type = type.string else { throw Refusal(.invalidArgument, "slots: '\(name)' has a text as its type") }
            out[name] = type
        }
        return out
    }
}
