package import OAuth
import SQL
import Store

/// What a client may learn of tokens, and how it ends them (RFC 7662, RFC 7009).
extension AuthorizationServer {
    /// A confidential client asks about a token of its own, or, when it was registered, of its own organization (A44).
    /// - Throws: `OAuthError`; ``Throttled``.
    package func introspect(_ parameters: Parameters, authorization: String?, _ call: AuthorizationCall) async throws -> Introspection {
        let client = try PresentedClient(authorization: authorization, parameters: parameters)
        let application = try await authenticate(client, call)
        guard !application.isPublic else { throw OAuthError(.invalidClient, "this client is public: only a client with a secret may ask") }
        let request = try TokenHintRequest(parameters)
        return try await serving(client) { try await introspect(request, by: application, call) }
    }

    private func introspect(
        _ request: TokenHintRequest, by application: Application, _ call: AuthorizationCall
    ) async throws -> Introspection {
        if let digest = SecretText.refresh.digest(of: request.token) { return try await introspect(refresh: digest, by: application, call) }
        guard let token = PresentedToken(request.token) else { return .inactive }
        let time = now()
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
            scopes: rules.inForce(
                ScopeNames(principal.scopeNames),
                client: principal.applicationScopeText.map { ScopeNames($0.split(separator: " ").map(String.init)) },
                person: principal.user == nil ? nil : .person(isAdministrator: principal.isUserAdministrator)),
            issuedAt: found.issued, expires: expires, id: name)
        return .accessToken(claims, username: principal.userName.map { "\(principal.organizationName)/\($0)" })
    }

    /// A client ends a token that it has: with a token of a person's grant the whole grant (A14). A token that is not the client's is left alone, and the
    /// answer is the same.
    /// - Throws: `OAuthError` for the client's own credentials; ``Throttled``.
    package func revoke(_ parameters: Parameters, authorization: String?, _ call: AuthorizationCall) async throws {
        let application = try await authenticate(try PresentedClient(authorization: authorization, parameters: parameters), call)
        let request = try TokenHintRequest(parameters)
        let time = now()
        let refresh = SecretText.refresh.digest(of: request.token)
        guard let digest = refresh ?? PresentedToken(request.token)?.digest else { return }
        let isKnown = try await store.read { connection in
            try connection.exists(refresh == nil ? Self.token(digest, of: application) : Self.refreshToken(digest, of: application))
        }
        // An unknown token: nothing to revoke, nothing to log.
        guard isKnown else { return }
        let holder = try await grants.grant(
            in: refresh == nil ? "SELECT grant_id FROM access_tokens WHERE hash = \(digest.bytes)" : Self.refreshToken(digest, of: application))
        try await audit.run(.client("revoke_token", application, for: holder?.userName)) {
            try await store.change { connection, changed in
                changed.insert(.credential(digest.bytes))
                if refresh != nil {
                    let grant: GrantID? = try connection.value(of: "refresh_tokens", Self.refreshToken(digest, of: application), .id())
                    if let grant {
                        changed.insert(.grant(grant))
                        try GrantRow.revoke(grant, at: time, on: connection)
                    }
                    return
                }
                try Tokens.revoke(in: Self.token(digest, of: application), at: time, &changed, on: connection)
            }
        }
    }

    private static func token(_ digest: SecretDigest, of application: Application) -> Statement {
        "SELECT id, grant_id FROM access_tokens WHERE hash = \(digest.bytes) AND application_id = \(application.id)"
    }

    private static func refreshToken(_ digest: SecretDigest, of application: Application) -> Statement {
        """
        SELECT authorization_grants.id FROM refresh_tokens JOIN authorization_grants ON authorization_grants.id = refresh_tokens.grant_id
        WHERE refresh_tokens.hash = \(digest.bytes) AND authorization_grants.application_id = \(application.id)
        """
    }

    private func introspect(
        refresh digest: SecretDigest, by application: Application, _ call: AuthorizationCall
    ) async throws -> Introspection {
        let time = now()
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
        // A grant of another origin of this server is no token here.
        guard let grant = try? person.grant(call.resources) else { return .inactive }
        return .refreshToken(
            grant, issuer: call.origin, issued: person.rotatedAt, expires: person.expiresAt, username: person.userName.description)
    }
}

extension Application {
    /// Whether it may learn of a token: its own, or one that an application of its organization has for somebody of its organization.
    fileprivate func mayExamine(_ other: ApplicationID, of organization: OrganizationID, for holder: OrganizationID) -> Bool {
        other == id || (source == .registered && organization == self.organization && holder == self.organization)
    }
}
