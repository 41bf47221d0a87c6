import HTTPTypes
import Identity
import OAuth
import Store

/// "My connections": the page that lists the clients with access to a person's account and lets the person end that access.
struct ConnectionPages: Sendable {
    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        [("/connections", Route("connections", .ownOrigin, get: { try await show(&$0) }, post: { try await disconnect(&$0) }))]
    }

    private func show(_ context: inout RequestContext) async throws -> Response {
        guard let session = try await visitors.session(of: context) else { return Visitors.signIn(returningTo: "/connections") }
        context.entry.caller = "session:\(session.label)"
        let wasEnded = try context.parameters()["ended"] != nil
        let entries = try await authorization.connections.list(session).map { ConnectionsPage.Entry($0) }
        let page = ConnectionsPage(token: session.formToken, entries: entries, note: wasEnded ? "It is disconnected." : nil)
        return context.page(page.page, for: session).response()
    }

    private func disconnect(_ context: inout RequestContext) async throws -> Response {
        guard let session = try await visitors.session(of: context) else { throw FormError.stale }
        let form = try await visitors.form(context, of: session)
        context.entry.caller = "session:\(session.label)"
        // Another person's connection looks like one that was just ended.
        if let id = form["disconnect"].flatMap({ Int64($0) }),
            let own = try await authorization.connections.list(session).first(where: { $0.application.rawValue == id })
        {
            try await authorization.connections.end(own.application, session)
        }
        return .seeOther("/connections?ended=1")
    }
}

extension ConnectionsPage.Entry {
    fileprivate init(_ connection: ClientConnection) {
        self.init(
            id: "\(connection.application.rawValue)", name: UntrustedText(connection.clientName).text, isVerified: connection.isVerified,
            hosts: connection.hosts, scopes: connection.scopes, workspaces: connection.resources.map(Self.workspaceName),
            since: String(connection.since.rfc3339.prefix(10)), lastUsed: String(connection.lastUsedAt.rfc3339.prefix(10)))
    }

    /// The name of the workspace in the path of an endpoint.
    private static func workspaceName(_ resource: String) -> String {
        let parts = resource.split(separator: "/")
        guard let mark = parts.firstIndex(of: "__app"), mark + 1 < parts.count else { return "main" }
        return String(parts[mark + 1])
    }
}
