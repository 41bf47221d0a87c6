import OAuth
import SQL
package import Store

/// The clients that a person has consented to, and their removal.
package struct ConnectedClients: Sendable {
    let store: AuthorizationStore

    /// The clients that can act for a person, sorted by name.
    package func list(_ session: SessionPrincipal) async throws -> [ClientConnection] {
        let time = store.now()
        let rows = try await store.read { [damaged = store.rows.damaged] connection in
            try connection.all(
                of: "authorization_grants",
                """
                SELECT authorization_grants.id, authorization_grants.application_id, applications.display_name, applications.source, authorization_grants.scope,
                authorization_grants.resource, authorization_grants.created_at, authorization_grants.rotated_at, applications.redirect_uris,
                applications.is_vouched
                FROM authorization_grants JOIN applications ON applications.id = authorization_grants.application_id
                WHERE authorization_grants.user_id = \(session.user) AND authorization_grants.revoked_at IS NULL
                AND authorization_grants.expires_at > \(time)
                """
            ) { row in try damaged.readable { try ClientGrant(row) } }.compactMap(\.self)
        }
        return Dictionary(grouping: rows, by: \.application).values.compactMap(Self.connection).sorted {
            ($0.clientName, $0.application) < ($1.clientName, $1.application)
        }
    }

    /// Ends everything that an application can do for a person: grants, tokens and remembered consents.
    /// - Throws: ``IdentityError`` `not_found` when there is nothing to end.
    package func end(_ application: ApplicationID, _ session: SessionPrincipal) async throws {
        let time = store.now()
        let user = session.user
        try await store.audit.run(.session("disconnect", session.qualifiedName, objects: ["application/\(application.rawValue)"])) {
            try await store.change { connection, changed in
                changed.insert(.user(user))
                let grants = try GrantRow.live(of: user, for: application, on: connection)
                let forgotten = try connection.execute("DELETE FROM consents WHERE user_id = \(user) AND application_id = \(application)")
                guard !grants.isEmpty || forgotten > 0 else { throw IdentityError.notFound("application", application.rawValue) }
                for grant in grants {
                    changed.insert(.grant(grant))
                    try GrantRow.revoke(grant, at: time, on: connection)
                }
            }
        }
    }

    private static func connection(_ grants: [ClientGrant]) -> ClientConnection? {
        guard let first = grants.first else { return nil }
        return ClientConnection(
            application: first.application, clientName: ClientName(cleaning: first.name, fallback: "unnamed client").text,
            isVerified: first.source == .registered && first.isVouched, hosts: first.hosts,
            scopes: Set(grants.flatMap(\.scopes)).sorted(),
            resources: Set(grants.map(\.resource)).sorted(), since: grants.map(\.since).min() ?? first.since,
            lastUsedAt: grants.map(\.lastUsed).max() ?? first.lastUsed)
    }
}

private struct ClientGrant: Sendable {
    let application: ApplicationID
    let name: String
    let source: Application.Source
    let hosts: [String]
    let scopes: [String]
    let resource: String
    let since: Timestamp
    let lastUsed: Timestamp
    let isVouched: Bool

    init(_ row: StoredRow) throws {
        application = try row["application_id", .id()]
        name = try row["display_name", .text]
        source = try row["source", .word()]
        scopes = try row["scope", .words]
        resource = try row["resource", .text]
        since = try row["created_at", .time]
        lastUsed = try row["rotated_at", .time]
        hosts = Set(try row["redirect_uris", .texts].compactMap(RedirectURI.host(ofPresented:))).sorted()
        isVouched = try row["is_vouched", .flag]
    }
}

/// A client that can act for a person, as the page "My connections" lists it.
package struct ClientConnection: Hashable, Sendable {
    package let application: ApplicationID
    /// Sanitized for display.
    package let clientName: String
    /// Whether a caller with the right to do so created the client.
    package let isVerified: Bool
    /// Hosts of its redirects, sorted; empty if it has no redirects.
    package let hosts: [String]
    /// All granted scopes, sorted.
    package let scopes: [String]
    /// The endpoints, by their canonical ids, sorted.
    package let resources: [String]
    /// The start of uninterrupted access.
    package let since: Timestamp
    /// When it last got a token.
    package let lastUsedAt: Timestamp
}
