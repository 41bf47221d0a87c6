package import OAuth
import SQL
import Store

/// Revocation of tokens: by their client (RFC 7009), or by anyone who holds one (OpenID Connect RP-Initiated Logout).
package struct RevocationEndpoint: Sendable {
    let store: AuthorizationStore
    let clients: Clients

    /// A client ends one of its tokens; if the token belongs to a person's grant, the whole grant ends (A14). Another client's token stays
    /// valid, with the same response.
    /// - Throws: `OAuthError` for the client's own credentials; ``Throttled``.
    package func revoke(_ parameters: Parameters, authorization: String?, _ call: AuthorizationCall) async throws {
        let application = try await clients.authenticate(try PresentedClient(authorization: authorization, parameters: parameters), call)
        let request = try TokenHintRequest(parameters)
        if let digest = SecretText.refresh.digest(of: request.token) {
            let find = Self.refreshToken(digest, of: application)
            try await end(digest, find, grant: find, .client("revoke_token", application)) { time, changed, connection in
                let grant: GrantID? = try connection.value(of: "refresh_tokens", find, .id())
                guard let grant else { return }
                changed.insert(.grant(grant))
                try GrantRow.revoke(grant, at: time, on: connection)
            }
        } else if let digest = PresentedToken(request.token)?.digest {
            try await end(digest, "\(Self.accessToken(digest)) AND application_id = \(application.id)", .client("revoke_token", application))
        }
    }

    /// Ends the grant of an access token, or only the token if it has no grant; an unknown token is not an error.
    package func end(token text: String) async throws {
        guard let digest = PresentedToken(text)?.digest else { return }
        try await end(digest, Self.accessToken(digest), AuthorizationEvent(name: "end_token"))
    }

    private func end(_ digest: SecretDigest, _ find: Statement, _ event: AuthorizationEvent) async throws {
        try await end(digest, find, grant: "SELECT grant_id FROM access_tokens WHERE hash = \(digest.bytes)", event) { time, changed, connection in
            try Tokens.revoke(in: find, at: time, &changed, on: connection)
        }
    }

    /// - Parameters:
    ///   - find: finds the token.
    ///   - grant: finds the token's grant.
    private func end(
        _ digest: SecretDigest, _ find: Statement, grant: Statement, _ event: AuthorizationEvent,
        _ revoke: @escaping @Sendable (Timestamp, inout ChangedTopics, any Connection) throws -> Void
    ) async throws {
        let time = store.now()
        // The token is unknown: there is nothing to revoke and nothing to log.
        guard try await store.read({ try $0.exists(find) }) else { return }
        var event = event
        event.user = try await GrantStore(store: store).grant(in: grant)?.userName
        try await store.audit.run(event) {
            try await store.change { connection, changed in
                changed.insert(.credential(digest.bytes))
                try revoke(time, &changed, connection)
            }
        }
    }

    private static func accessToken(_ digest: SecretDigest) -> Statement {
        "SELECT id, grant_id FROM access_tokens WHERE hash = \(digest.bytes)"
    }

    private static func refreshToken(_ digest: SecretDigest, of application: Application) -> Statement {
        """
        SELECT authorization_grants.id FROM refresh_tokens JOIN authorization_grants ON authorization_grants.id = refresh_tokens.grant_id
        WHERE refresh_tokens.hash = \(digest.bytes) AND authorization_grants.application_id = \(application.id)
        """
    }
}
