import Access
package import JSON
package import Store

/// `audit_list`: calls of the audit log, newest first.
struct ListAudit: Tool {
    struct Input: ToolArguments {
        var since: String?
        var user: String?
        var tool: String?
        var outcome: AuditOutcome.Outcome?
        var page = PageArguments()
    }

    let audit: AuditLog
    let secrets: SecretBox

    let name = "audit_list"
    let access = ToolAccess(.server, scope: .one(.readAudit), audience: .organizationAdministrators, effect: .reads, secrets: .none)
    let title = "Read the audit log"
    let description = "Lists calls, newest first: who called what on what, and how it ended. Never arguments or rows."
    let arguments: [Argument<Input>] = [
        .text("since", \.since, "RFC 3339 time of the first call."),
        .text("user", \.user, "ORGANIZATION/NAME of the person."),
        .text("tool", \.tool, "The tool's name."),
        .choice("outcome", \.outcome, "How the call ended."),
        .integer("limit", \.page.size, in: 1...1000, "Calls at most; 100 when absent."),
        .cursor(\.page),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, secrets, usual: 100)
        let since = input.since.map { Timestamp(rfc3339: $0) }
        if let since, since == nil { throw Refusal(.invalidArgument, "argument 'since': expected an RFC 3339 time such as 2026-01-31T00:00:00Z") }
        let query = AuditQuery(
            since: since ?? nil, organization: call.caller.isOperator ? nil : call.caller.organization?.name, user: input.user, tool: input.tool,
            outcome: input.outcome, limit: request.count + 1, after: request.position.flatMap(AuditEntry.Position.init(text:)))
        // One row more than the page shows whether there is another page.
        let entries = try await audit.list(query)
        let page = try ToolPage(Array(entries.prefix(request.count)), of: request, hasMore: entries.count > request.count) { entry in
            JSONFragment { writer in writer.object { writer in entry.write(to: &writer) } }
        } position: { _, last in
            last.position.text
        }
        return .page(page)
    }
}

extension AuditEntry {
    /// Writes the members of one row, for the tool and the command line.
    package func write(to writer: inout JSONWriter) {
        writer.member("id", call.id)
        writer.member("time", call.time)
        writer.member("node", position.node)
        writer.member("organization", call.organization)
        writer.member("workspace", call.workspace)
        writer.member("caller", call.caller)
        writer.member("user", call.user)
        writer.member("client", call.client)
        writer.member("tool", call.tool)
        writer.member("objects", call.objects)
        writer.member("request", call.requestID)
        writer.member("decision", outcome?.decision.rawValue)
        writer.member("outcome", outcome?.outcome.rawValue)
        writer.member("code", outcome?.code)
        writer.member("rows", outcome?.rows)
        writer.member("changed", outcome?.changed)
        writer.member("durationMicroseconds", outcome?.duration.microseconds)
    }
}
