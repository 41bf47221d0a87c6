import Access
import Ask
import Catalog
import Identity
import JSON
import Store

/// `verified_queries_list`: questions with the SQL that people approved for them, and proposals.
struct ListVerifiedQueries: Tool {
    struct Input: ToolArguments {
        var source: String?
        var status: VerifiedQuery.Status?
        var page = PageArguments()
    }

    let domains: Domains

    let name = "verified_queries_list"
    let access = ToolAccess(.ai, scope: .one(.read(.source)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let title = "List verified queries"
    let description = "Lists questions with approved SQL, and proposals that wait for review."
    let arguments: [Argument<Input>] =
        [
            .text("dataSource", \.source, "All when absent."), .choice("status", \.status, "All when absent."),
        ] + Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, domains.store.secrets)
        let workspace = call.caller.workspace.id
        if let source = input.source { _ = try await domains.sources.open(source, in: workspace) }
        let queries = try await domains.verified.list(in: workspace, of: input.source, input.status)
        return try .page(request.part(of: queries, by: { .int($0.id.rawValue) }), of: request) { writer, query in query.write(to: &writer) }
    }
}

extension VerifiedQuery {
    func write(to writer: inout JSONWriter) {
        writer.member("id", id.rawValue)
        writer.member("dataSource", source)
        writer.member("pattern", content.pattern)
        writer.member("slots", .object(JSONObject(content.slots.sorted { $0.key < $1.key }.map { ($0, .string($1)) })))
        writer.member("sql", content.sql)
        writer.member("status", status.rawValue)
        writer.member("proposedBy", proposedBy)
        writer.member("proposedAt", proposed)
        writer.member("reviewedBy", reviewedBy)
        writer.member("reviewedAt", reviewed)
    }
}
