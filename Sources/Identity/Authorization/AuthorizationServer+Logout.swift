import OAuth
import SQL
import Store

/// Ending a token without a client (OpenID Connect RP-Initiated Logout): who has it may end it.
extension AuthorizationServer {
    /// Ends the grant of an access token, or the token when it has none; a token that is unknown is no error.
    package func end(token text: String) async throws {
        guard let digest = PresentedToken(text)?.digest else { return }
        let time = now()
        let find: Statement = "SELECT id, grant_id FROM access_tokens WHERE hash = \(digest.bytes)"
        // An unknown token: nothing to revoke, nothing to log.
        guard try await store.read({ try $0.exists(find) }) else { return }
        let holder = try await grants.grant(in: "SELECT grant_id FROM access_tokens WHERE hash = \(digest.bytes)")
        try await audit.run(AuthorizationEvent(name: "end_token", user: holder?.userName)) {
            try await store.change { connection, changed in
                changed.insert(.credential(digest.bytes))
                try Tokens.revoke(in: find, at: time, &changed, on: connection)
            }
        }
    }
}
