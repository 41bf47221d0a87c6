package import OAuth
import SQL
import Store

/// Introspection of tokens (RFC 7662).
package struct IntrospectionEndpoint: Sendable {
    let store: AuthorizationStore
    let clients: Clients

    /// A confidential client asks about one of its own tokens or, if an administrator registered it, about a token of its organization
    /// (A44).
    /// - Throws: `OAuthError`; ``Throttled``.
    package func introspect(_ parameters: Parameters, authorization: String?, _ call: AuthorizationCall) async throws -> Introspection {
        let client = try PresentedClient(authorization: authorization, parameters: parameters)
        let application = try await clients.authenticate(client, call)
        guard !application.isPublic else { throw OAuthError(.invalidClient, "this client is public: only a client with a secret may ask") }
        let request = try TokenHintRequest(parameters)
        return try await clients.serving(client) { try await introspect(request, by: application, call) }
    }

    private func introspect(
        _ request: TokenHintRequest, by application: Application, _ call: AuthorizationCall
    ) async throws -> Introspection {
        if let digest = SecretText.refresh.digest(of: request.token) { return try await introspect(refresh: digest, by: application, call) }
        guard let token = PresentedToken(request.token) else { return .inactive }
        let time = store.now()
        let found = try await store.read { connection in
            try connection.first(
                of: "access_tokens",
                """
                SELECT \(Principal.tokenColumns), applications.client_id, applications.organization_id AS home_id, access_tokens.created_at
                FROM \(Principal.liveTokens) AND access_tokens.hash = \(token.digest.bytes) AND access_tokens.expires_at > \(time)
                """
            ) { row in
                (
                    principal: try Principal(token: row), clientID: try row["client_id", .text],
                    organization: try row["home_id", .id()] as OrganizationID, issued: try row["created_at", .time]
                )
            }
        }
        guard let found, case .accessToken(_, let name) = found.principal.credential, let holder = found.principal.application,
            let audience = found.principal.audience, let expires = found.principal.expires,
            application.mayExamine(holder, of: found.organization, for: found.principal.organization)
        else { return .inactive }
        let principal = found.principal
        let claims = AccessTokenClaims(
            issuer: call.origin, subject: principal.user.map { String($0.rawValue) } ?? found.clientID, audience: audience,
            clientID: found.clientID,
            scopes: store.rules.inForce(
                ScopeNames(principal.scopeNames),
                client: principal.applicationScopeText.map { ScopeNames($0.split(separator: " ").map(String.init)) },
                person: principal.user == nil ? nil : .person(isAdministrator: principal.isUserAdministrator)),
            issuedAt: found.issued, expires: expires, id: name)
        return .accessToken(claims, username: principal.userName.map { "\(principal.organizationName)/\($0)" })
    }

    private func introspect(
        refresh digest: SecretDigest, by application: Application, _ call: AuthorizationCall
    ) async throws -> Introspection {
        let time = store.now()
        let found = try await store.read { connection -> (GrantRow, OrganizationID)? in
            let row = try connection.first(
                of: "refresh_tokens",
                """
                SELECT refresh_tokens.grant_id, applications.organization_id FROM refresh_tokens
                JOIN authorization_grants ON authorization_grants.id = refresh_tokens.grant_id
                JOIN applications ON applications.id = authorization_grants.application_id
                WHERE refresh_tokens.hash = \(digest.bytes) AND refresh_tokens.generation = authorization_grants.generation
                AND applications.is_enabled = 1
                """
            ) { (try $0["grant_id", .id()] as GrantID, try $0["organization_id", .id()] as OrganizationID) }
            guard let row, let grant = try GrantRow.found(row.0, on: connection) else { return nil }
            return (grant, row.1)
        }
        guard let (person, organization) = found, !person.isRevoked, person.isUserEnabled, person.expiresAt > time,
            application.mayExamine(person.application, of: organization, for: person.organization)
        else { return .inactive }
        // A grant for another origin of this server is not a token here.
        guard let grant = try? person.grant(call.resources) else { return .inactive }
        return .refreshToken(
            grant, issuer: call.origin, issued: person.rotatedAt, expires: person.expiresAt, username: person.userName.description)
    }
}

extension Application {
    /// Whether it may see a token: its own, or one that an application of its organization has for a person of its organization.
    fileprivate func mayExamine(_ other: ApplicationID, of organization: OrganizationID, for holder: OrganizationID) -> Bool {
        other == id || (source == .registered && organization == self.organization && holder == self.organization)
    }
}
