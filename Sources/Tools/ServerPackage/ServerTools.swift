import Access
package import JSON
import MCP
package import Store

extension ToolDefinition {
    /// `server_info`, `audit_list`: the package that is there only when it is asked for.
    static func server(_ domains: Domains) -> [ToolDefinition] { [information(domains), audit(domains)] }

    private static func information(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "server_info", in: .server, scope: nil, for: .anyone, .reads, title: "Server information",
            description: "Tells the server's version, protocol revisions and uptime."
        ) { _, _, _ in
            .object { writer in
                writer.member("name", "gatehouse")
                writer.member("version", domains.information.version)
                writer.member("protocolVersions", Revision.supportedNames)
                writer.member("uptimeSeconds", domains.information.started.duration(to: .now).components.seconds)
            }
        }
    }

    private static func audit(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "audit_list", in: .server, scope: .readAudit, for: .organizationAdministrators, .reads, title: "Read the audit log",
            description: "Lists calls, newest first: who called what on what, and how it ended. Never arguments or rows.",
            properties: [
                "since": Property.string("RFC 3339 time of the first call."),
                "user": Property.string("ORGANIZATION/NAME of the person."),
                "tool": Property.string("The tool's name."),
                "outcome": Property.choice(AuditOutcome.Outcome.allCases.map(\.rawValue), "How the call ended."),
                "limit": Property.int("Calls at most; 100 when absent.", 1...1000), "cursor": PageRequest.cursor,
            ]
        ) { grant, input, context in
            let request = try PageRequest("audit_list", input, grant, context, domains, size: "limit", usual: 100)
            let since = input.string("since").map { Timestamp(rfc3339: $0) }
            if let since, since == nil { throw Refusal(.invalidArgument, "argument 'since': expected an RFC 3339 time such as 2026-01-31T00:00:00Z") }
            let query = AuditQuery(
                since: since ?? nil, organization: grant.caller.isOperator ? nil : grant.caller.organization?.name, user: input.string("user"),
                tool: input.string("tool"), outcome: input.string("outcome").flatMap(AuditOutcome.Outcome.init), limit: request.count + 1,
                after: request.position.flatMap(AuditEntry.Place.init(text:)))
            // One more than a page tells whether there is another page.
            let entries = try await domains.store.audit.list(query)
            let page = try ToolPage(Array(entries.prefix(request.count)), of: request, hasMore: entries.count > request.count) { entry in
                JSONFragment { writer in writer.object { writer in entry.write(to: &writer) } }
            } position: { _, last in
                last.place.text
            }
            return .page("calls", page)
        }
    }
}

extension AuditEntry {
    /// The members of one row, as the tool and the command line give it.
    package func write(to writer: inout JSONWriter) {
        writer.member("id", call.id)
        writer.member("time", call.time)
        writer.member("node", place.node)
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
        for (name, count) in [("rows", outcome?.rows), ("changed", outcome?.changed)] {
            writer.key(name)
            if let count { writer.int(count) } else { writer.null() }
        }
        writer.key("durationMicroseconds")
        if let duration = outcome?.duration.components {
            writer.int(duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000)
        } else {
            writer.null()
        }
    }
}
