import OAuth
import SQL
package import Store

/// Access tokens, applications' own credentials and sessions: whom they stand for, from memory until something changes that the answer depends on.
extension Directory {
    /// Whom an access token stands for at this moment, as far as memory knows. Its audience is for the caller to compare.
    ///
    /// A token that is known was verified once; only its end has to be looked at again.
    package func knownPrincipal(_ token: PresentedToken) -> Lookup<TokenPrincipal> {
        let answer = tokenPrincipals.lookup(token.digest)
        guard case .found(let principal) = answer else { return answer }
        return principal.isExpired(at: now()) ? .absent : answer
    }

    /// Whom an access token stands for; nil when it was not issued here for this endpoint, has ended or was revoked, or its application or user is gone.
    /// - Parameters:
    ///   - issuer: the origin that the endpoint is called by.
    ///   - resource: the endpoint's canonical id, the one audience that it takes.
    /// - Throws: `busy`.
    package func principal(_ token: PresentedToken, issuer: String, resource: String) async throws -> TokenPrincipal? {
        switch knownPrincipal(token) {
        case .found(let principal): return principal.resource == resource ? principal : nil
        case .absent: return nil
        case .unknown: break
        }
        let time = now()
        let keys = try await signingKeys.keySet(verifying: token.text)
        // What we did not sign is not worth a question to the store, nor memory.
        do { _ = try keys.verify(token.text, issuer: issuer, audiences: [resource], at: time.instant) } catch { return nil }
        let found = try await load(
            token.digest, into: tokenPrincipals, topics: { $0?.topics ?? [.credential(token.digest.bytes), .returnedCredentials] }
        ) { [store] in
            try await store.read { connection in
                try connection.first(
                    "SELECT \(TokenPrincipal.columns) FROM \(TokenPrincipal.liveRows) AND access_tokens.hash = \(token.digest.bytes)",
                    TokenPrincipal.init)
            }
        }
        guard let found, found.resource == resource, !found.isExpired(at: time) else { return nil }
        return found
    }

    /// Whom a client id and secret stand for, as far as memory knows.
    package func knownPrincipal(_ secret: PresentedSecret) -> Lookup<ApplicationPrincipal> {
        let answer = applicationPrincipals.lookup(secret)
        guard case .found(let principal) = answer else { return answer }
        return principal.isExpired(at: now()) ? .absent : answer
    }

    /// Whom a client id and secret stand for; nil when they are wrong or over, or the application is disabled or may not act by itself.
    /// - Throws: `busy`.
    package func principal(_ secret: PresentedSecret) async throws -> ApplicationPrincipal? {
        switch knownPrincipal(secret) {
        case .found(let principal): return principal
        case .absent: return nil
        case .unknown: break
        }
        let time = now()
        return try await load(secret, into: applicationPrincipals, topics: { $0?.topics ?? [.client(secret.client), .returnedCredentials] }) {
            [store] in
            let found = try await store.read { try Applications.find(client: secret.client, on: $0) }
            guard let found, let kept = found.secret(at: time), Secret.areEqual(kept.bytes, secret.digest.bytes) else { return nil }
            return ApplicationPrincipal(found)
        }
    }

    /// Whom a session stands for at this moment, as far as memory knows; a found one counts as used.
    package func knownPrincipal(_ session: PresentedSession) -> Lookup<SessionPrincipal> {
        let answer = sessionPrincipals.lookup(session)
        guard case .found(let principal) = answer else { return answer }
        return sessions.use(principal) ? answer : .absent
    }

    /// Whom a session stands for; nil when there is none, it has ended or was idle for too long, or its user is disabled.
    /// - Throws: `busy`.
    package func principal(_ session: PresentedSession) async throws -> SessionPrincipal? {
        switch knownPrincipal(session) {
        case .found(let principal): return principal
        case .absent: return nil
        case .unknown: break
        }
        let found = try await load(
            session, into: sessionPrincipals, topics: { ($0?.topics ?? [.returnedCredentials]) + [.credential(session.digest.bytes)] }
        ) { [sessions] in try await sessions.find(session) }
        guard let found, sessions.use(found) else { return nil }
        return found
    }
}
