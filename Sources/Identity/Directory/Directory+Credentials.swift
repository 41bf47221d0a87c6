import OAuth
import SQL
import Store

/// The principal of each kind of credential, cached until one of its topics changes.
extension Directory {
    /// Whether a cached principal's credential has not expired. If so, it counts as used.
    package func use(_ principal: Principal) -> Bool {
        if case .session(let session) = principal.credential { return sessions.use(session) }
        let time = now()
        guard !principal.isExpired(at: time) else { return false }
        if case .apiKey(let key) = principal.credential { uses.note(key, at: time) }
        return true
    }

    /// Nil when the key is unknown, revoked or expired, or its user is disabled.
    /// - Throws: `busy` when too many look-ups wait.
    package func principal(_ key: PresentedKey) async throws -> Principal? {
        try await principal(.key(key), orAbsent: .credential(key.digest)) { [keys] in try await keys.find(key) }
    }

    /// Nil when the token was not issued here for this endpoint, has expired or was revoked, or its application or user is disabled or
    /// removed.
    /// - Parameters:
    ///   - issuer: the origin of the endpoint's URL.
    ///   - resource: the endpoint's canonical id, the only accepted audience.
    /// - Throws: `busy`.
    package func principal(_ token: PresentedToken, issuer: String, resource: String) async throws -> Principal? {
        if case .unknown = principals.lookup(.token(token)) {
            let keys = try await signingKeys.keySet(verifying: token.text)
            // A token that this server did not sign is neither looked up in the store nor cached. A cached token was verified once.
            do { _ = try keys.verify(token.text, issuer: issuer, audiences: [resource], at: now()) } catch { return nil }
        }
        let found = try await principal(.token(token), orAbsent: .credential(token.digest.bytes)) { [store] in
            try await store.read { connection in
                try connection.first(
                    of: "access_tokens",
                    "SELECT \(Principal.tokenColumns) FROM \(Principal.liveTokens) AND access_tokens.hash = \(token.digest.bytes)",
                    Principal.init(token:))
            }
        }
        return found?.audience == resource ? found : nil
    }

    /// Nil when the secret is wrong or expired, or the application is disabled or may not act for itself.
    /// - Throws: `busy`.
    package func principal(_ secret: PresentedSecret) async throws -> Principal? {
        let time = now()
        return try await principal(.secret(secret), orAbsent: .client(secret.client)) { [store] in
            let found = try await store.read { try Applications.find(client: secret.client, on: $0) }
            guard let found, let kept = found.secret(at: time), Secret.areEqual(kept.bytes, secret.digest.bytes) else { return nil }
            return Principal(found)
        }
    }

    /// Nil when the session does not exist, has ended or was idle for too long, or its user is disabled.
    /// - Throws: `busy`.
    package func principal(_ session: PresentedSession) async throws -> Principal? {
        try await principal(.session(session), orAbsent: .credential(session.digest.bytes)) { [sessions] in
            try await sessions.find(session).map(Principal.init(_:))
        }
    }

    /// The signed-in person of a session, for the pages; nil as for ``principal(_:)-(PresentedSession)``.
    package func session(_ session: PresentedSession) async throws -> SessionPrincipal? {
        guard case .session(let found) = try await principal(session)?.credential else { return nil }
        return found
    }

    /// - Parameter topic: changes when such a credential is created.
    private func principal(
        _ credential: PresentedCredential, orAbsent topic: ChangeTopic, _ ask: @Sendable () async throws -> Principal?
    ) async throws -> Principal? {
        let topics = { (found: Principal?) in found?.topics ?? [topic, .returnedCredentials] }
        var found = try await load(credential, into: principals, topics: topics, ask)
        if let known = found, known.mayBeRenewed(at: now()) {
            // The client may have renewed its grant, so the store is asked again. A missing credential is then cached as absent, and not
            // asked for again.
            principals.forget(credential)
            found = try await load(credential, into: principals, isKnown: true, topics: topics, ask)
        }
        return found.flatMap { use($0) ? $0 : nil }
    }
}

/// The workspaces of endpoints, and who may learn of them.
extension Directory {
    /// The workspace of an endpoint; nil when it does not exist.
    func workspace(of resource: ResourceID) async throws -> Workspace? { try await workspace(resource.workspace ?? Workspace.mainName) }

    /// Whether a person may learn of a workspace: everybody of `main`; of others their organization's people, their members and the
    /// operators.
    func reaches(_ workspace: Workspace, _ session: SessionPrincipal) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == session.organization || session.isOperator { return true }
        return try await !roles(of: session.user, in: workspace.id).isEmpty
    }

    /// Whether an application may learn of a workspace: every one of `main`; of others their organization's applications and their members.
    func reaches(_ workspace: Workspace, _ application: Application) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == application.organization { return true }
        return try await !roles(of: application.id, in: workspace.id).isEmpty
    }
}
