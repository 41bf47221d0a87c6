package import OAuth
import SQL
import Store

/// The token endpoint (RFC 6749 section 3.2).
extension AuthorizationServer {
    /// - Parameters:
    ///   - authorization: the `Authorization` header.
    ///   - grant: what is meant where `grant_type` may be left out.
    /// - Throws: `OAuthError`; ``Throttled``.
    package func token(
        _ parameters: Parameters, authorization: String?, grant: GrantType? = nil, _ call: AuthorizationCall
    ) async throws -> TokenResponse {
        let client = try PresentedClient(authorization: authorization, parameters: parameters)
        let application = try await authenticate(client, call)
        let request = try TokenRequest(parameters, grant: grant)
        try application.client.require(request.grant)
        // To go on with a sign-in is to be signed in: codes, devices and refresh tokens that are out wait until people may again.
        if request.grant != .clientCredentials { try Self.checkSignIn(to: application) }
        return try await serving(client) {
            switch request {
            case .authorizationCode(let request): try await redeem(request, by: application, call)
            case .refreshToken(let request): try await refresh(request, by: application, call)
            case .clientCredentials(let request): try await issue(request, to: application, call)
            case .deviceCode(let request): try await poll(request, by: application, call)
            }
        }
    }

    /// An application gets a token for itself (RFC 6749 section 4.4): no refresh token, since it can ask again.
    private func issue(
        _ request: ClientCredentialsRequest, to application: Application, _ call: AuthorizationCall
    ) async throws -> TokenResponse {
        try await audited(.client("issue_token", application, .clientCredentials)) {
            let scopes = try rules.atClientCredentials(asked: request.scopes, registered: application.scopeNames)
            let resource = try call.resources.resolve(asked: request.resources)
            guard let workspace = try await workspace(of: resource), try await reaches(workspace, application) else { throw Self.unknownResource }
            try Self.check(application, opens: workspace)
            let keys = try await signingKeys.keySet()
            let time = now()
            let order = AccessTokenOrder(
                application: application, person: nil, scopes: scopes, resource: resource, grant: .clientCredentials, issuer: call.origin)
            let token = try await store.write(changesRights: false) { try order.issue(keys, at: time, on: $0) }
            return TokenResponse(accessToken: token.text, lifetime: token.expires.since(time.wholeSeconds), scopes: scopes)
        }
    }

    /// Gives a person's grant its first tokens.
    func firstTokens(
        _ person: GrantRow, _ grant: AuthorizationGrant, to application: Application, by type: GrantType, issuer: String, _ keys: KeySet,
        at time: Timestamp, on connection: any Connection
    ) throws -> TokenResponse {
        let order = AccessTokenOrder(
            application: application, person: person, scopes: grant.scopes, resource: grant.resource, grant: type, issuer: issuer)
        let token = try order.issue(keys, at: time, on: connection)
        var refresh: String?
        if application.client.grantTypes.contains(.refreshToken) {
            let made = SecretText.refresh.make()
            try connection.execute(
                "INSERT INTO refresh_tokens (hash, grant_id, generation) VALUES (\(made.digest.bytes), \(person.id), 0)")
            try connection.execute(
                """
                UPDATE authorization_grants SET generation = 0, rotated_at = \(time), expires_at = \(application.refreshEnd(from: time))
                WHERE id = \(person.id)
                """)
            refresh = made.secret.text
        } else {
            try connection.execute("UPDATE authorization_grants SET expires_at = \(token.expires) WHERE id = \(person.id)")
        }
        try connection.execute("UPDATE applications SET last_used_at = \(time) WHERE id = \(application.id)")
        return TokenResponse(
            accessToken: token.text, lifetime: token.expires.since(time.wholeSeconds), scopes: grant.scopes, refreshToken: refresh)
    }

    /// Does what a step asks for besides.
    func finish(_ step: TokenStep, _ application: Application, event: String) async throws -> TokenResponse {
        switch step {
        case .issued(let response): return response
        case .refused(let error): throw error
        case .reused(let grant, let error):
            let time = now()
            return try await audited(.client(event, application, for: grant.userName)) {
                try await store.change { connection, changed in
                    changed.insert(.grant(grant.id))
                    try GrantRow.revoke(grant.id, at: time, on: connection)
                }
                throw error
            }
        }
    }

    private func reaches(_ workspace: Workspace, _ application: Application) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == application.organization { return true }
        return try await !directory.roles(of: application.id, in: workspace.id).isEmpty
    }
}

extension Application {
    /// When a refresh token that is made at a moment ends.
    func refreshEnd(from time: Timestamp) -> Timestamp { time + .seconds(refreshExpireInHours * 3_600) }
}

extension Timestamp {
    /// The moment as a token has it.
    var wholeSeconds: Timestamp { instant.seconds == 0 ? self : Timestamp(microseconds: instant.seconds * 1_000_000) }
}
