package import OAuth
import SQL
import Store

/// The authorization endpoint (RFC 6749 section 4.1).
package struct AuthorizationEndpoint: Sendable {
    let store: AuthorizationStore
    let clients: Clients

    /// Checks a request before the person is asked: first the client and its redirect, then the rest.
    /// - Parameter visitor: the subject of the signed-in user; nil without one, and then no document is fetched.
    package func check(_ parameters: Parameters, visitor: String? = nil, _ call: AuthorizationCall) async throws -> AuthorizationCheck {
        do {
            let id = try AuthorizationRequest.clientID(of: parameters)
            guard let known = try await clients.client(toAuthorize: id, visitor: visitor) else {
                let isSilent = try AuthorizationRequest.prompts(parameters["prompt"]).contains(.none)
                return isSilent ? .page(Self.notSignedIn) : .signIn
            }
            return try await check(parameters, known, visitor: visitor, call)
        } catch let failure as AuthorizationFailure {
            return .page(failure.error)
        } catch let error as OAuthError {
            return .page(error)
        }
    }

    private func check(
        _ parameters: Parameters, _ known: KnownClient, visitor: String?, _ call: AuthorizationCall
    ) async throws -> AuthorizationCheck {
        let request: AuthorizationRequest
        do throws(AuthorizationFailure) {
            request = try AuthorizationRequest(parameters, client: known.client, resources: call.resources)
        } catch {
            switch error {
            case .page(let error): return .page(error)
            case .redirect(let location, let error): return Self.refusal(error, to: known.client, location)
            }
        }
        if visitor == nil, request.prompts.contains(.none) {
            return Self.refusal(Self.notSignedIn, to: known.client, request.response.location(error: Self.notSignedIn))
        }
        return .proceed(PendingAuthorization(request: request, workspace: try await store.directory.workspace(of: request.resource), known: known))
    }

    /// The refusal for a client. An unverified client gets no redirect unless the person wants it: otherwise any site could use this server
    /// to redirect browsers to any address that it registers (RFC 9700 section 4.11.2).
    private static func refusal(_ error: OAuthError, to client: Client, _ location: String) -> AuthorizationCheck {
        client.origin == .registered ? .redirect(location) : .page(error, goingOn: location)
    }

    /// The question to the signed-in person, or the step that replaces it.
    package func question(_ pending: PendingAuthorization, _ session: SessionPrincipal) async throws -> ConsentStep {
        do {
            let offered = try await offered(pending, to: session)
            let remembered = try await remembered(pending, by: session)
            let prompts = pending.request.prompts
            let isRemembered = offered.names.allSatisfy { store.policy.holds(remembered, $0) }
            // The client has no secret, and any local program can receive the redirect, so the person is asked each time (A30).
            let isBorrowable = pending.known.isPublic && pending.isLocal
            if isRemembered, !isBorrowable, prompts.isDisjoint(with: [.consent, .selectAccount]) {
                return .redirect(try await issueCode(pending, offered, session, remembers: false))
            }
            if prompts.contains(.none) { throw OAuthError(.consentRequired, "the person has to be asked") }
            return .ask(
                ConsentQuestion(
                    clientName: pending.clientName, trust: pending.trust, redirectHost: pending.redirectHost, isLocal: pending.isLocal,
                    workspace: pending.workspace?.title ?? "",
                    user: session.qualifiedName.description,
                    scopes: offered.names.map { name in
                        ConsentQuestion.Choice(
                            name: name, words: pending.known.application?.words(for: name), isRemembered: store.policy.holds(remembered, name))
                    }))
        } catch let error as OAuthError {
            let location = pending.request.response.location(error: error)
            // A person who consented to this client before knows where the browser goes.
            let isTrusted = pending.trust == .registered ? true : try await !remembered(pending, by: session).isEmpty
            return isTrusted ? .redirect(location) : .refuse(error, goingOn: location)
        }
    }

    /// The person allows a part or all of the requested scopes.
    /// - Parameter scopes: the chosen names.
    /// - Returns: where the browser goes.
    package func allow(_ pending: PendingAuthorization, scopes: [String], _ session: SessionPrincipal) async throws -> String {
        do {
            let chosen = try store.rules.narrowed(try await offered(pending, to: session), to: ScopeNames(scopes))
            return try await issueCode(pending, chosen, session, remembers: true)
        } catch let error as OAuthError {
            return pending.request.response.location(error: error)
        }
    }

    /// The person refuses; earlier consents to the client at this endpoint are removed.
    /// - Returns: where the browser goes.
    package func deny(_ pending: PendingAuthorization, _ session: SessionPrincipal) async throws -> String {
        try store.audit.noteRefusal(Self.event("authorize", pending, session), OAuthError.Code.accessDenied.rawValue)
        if let application = pending.known.application?.id {
            let resource = pending.request.resource
            try await store.write {
                try Consents.forget(user: session.user, application: application, resource: resource, on: $0)
            }
        }
        return pending.request.response.location(error: OAuthError(.accessDenied, "the person refused"))
    }

    /// The requested scopes that this person may grant, if the person may use the client.
    private func offered(_ pending: PendingAuthorization, to session: SessionPrincipal) async throws -> ScopeNames {
        // Checked first, so that no other refusal distinguishes a hidden workspace from one that does not exist (E15).
        guard let workspace = pending.workspace, try await store.directory.reaches(workspace, session) else { throw OAuthError.unknownResource }
        try pending.known.client.origin.check(admittedBy: session)
        try pending.known.application?.check(serves: session)
        try pending.known.application?.check(opens: workspace.id)
        // An administrator's settings of a client take precedence over its document.
        let limit = pending.known.application.flatMap { $0.scopes.isEmpty ? nil : $0.scopeNames } ?? pending.request.client.scopes
        return try store.rules.atAuthorize(
            asked: pending.request.scopes, client: limit, holder: .person(isAdministrator: session.isAdministrator))
    }

    /// - Parameter remembers: whether the person has just been asked, so that the consent is stored.
    private func issueCode(
        _ pending: PendingAuthorization, _ scopes: ScopeNames, _ session: SessionPrincipal, remembers: Bool
    ) async throws -> String {
        try await store.audit.run(Self.event(remembers ? "authorize" : "authorize_again", pending, session)) {
            do {
                return try await writeCode(pending, scopes, session, remembers: remembers)
            } catch let error as DatabaseError where error.code == .constraint && pending.known.document != nil {
                // Another person consented to the same client for the first time at the same moment; its application exists now.
                return try await writeCode(pending, scopes, session, remembers: remembers)
            }
        }
    }

    private static func event(_ name: String, _ pending: PendingAuthorization, _ session: SessionPrincipal) -> AuthorizationEvent {
        let application = pending.known.application?.qualifiedName.description ?? pending.request.client.id
        return .session(name, session.qualifiedName, client: pending.request.client.name, objects: ["application/\(application)"])
    }

    private func writeCode(
        _ pending: PendingAuthorization, _ scopes: ScopeNames, _ session: SessionPrincipal, remembers: Bool
    ) async throws -> String {
        let made = SecretText.code.make()
        let time = store.now()
        let request = pending.request
        let policy = store.policy
        let asked = request.scopes ?? policy.standard
        let write: @Sendable (any Connection, inout ChangedTopics) throws -> Void = { [clients] connection, changed in
            let application: ApplicationID
            if let document = pending.known.document {
                application = try clients.keep(document, at: time, &changed, on: connection)
            } else {
                application = try Applications.require(pending.known.application?.id ?? ApplicationID(0), on: connection).id
            }
            let grant = AuthorizationGrant(
                clientID: request.client.id, subject: session.subject, scopes: scopes, resource: request.resource)
            let code = AuthorizationCode(request, grant: grant, issued: time)
            let id = try GrantRow.insert(
                application, session.user, scopes, request.resource, expires: code.expires, at: time, on: connection)
            try connection.execute(
                """
                INSERT INTO authorization_codes (hash, grant_id, redirect_uri, challenge, expires_at)
                VALUES (\(made.digest.bytes), \(id), \(request.redirect), \(request.challenge.text), \(code.expires))
                """)
            if remembers {
                try Consents.remember(
                    scopes, of: asked, policy, user: session.user, application: application, resource: request.resource,
                    redirect: pending.registeredRedirect, at: time, on: connection)
            }
        }
        if pending.known.document == nil {
            try await store.write { connection in
                var changed = ChangedTopics()
                try write(connection, &changed)
            }
        } else {
            // The document may have changed, and other nodes cache the client too.
            try await store.change { connection, changed in
                changed.insert(.client(request.client.id))
                try write(connection, &changed)
            }
        }
        return request.response.location(code: made.secret.text)
    }

    private func remembered(_ pending: PendingAuthorization, by session: SessionPrincipal) async throws -> ScopeNames {
        guard let application = pending.known.application?.id else { return .none }
        let (resource, redirect) = (pending.request.resource, pending.registeredRedirect)
        return try await store.read {
            try Consents.remembered(user: session.user, application: application, resource: resource, redirect: redirect, on: $0)
        }
    }

    private static let notSignedIn = OAuthError(.loginRequired, "nobody is signed in")
}

extension SessionPrincipal {
    /// The person's id as it appears in `sub`.
    package var subject: String { String(user.rawValue) }
}
