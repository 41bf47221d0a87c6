package import OAuth
import SQL
import Store

/// The authorization endpoint (RFC 6749 section 4.1).
extension AuthorizationServer {
    /// Judges a request before anybody is asked: the client and its redirect first, then all else.
    /// - Parameter visitor: the subject of who is signed in; nil for nobody, for whom no document is fetched.
    package func check(_ parameters: Parameters, visitor: String? = nil, _ call: AuthorizationCall) async throws -> AuthorizationCheck {
        do {
            let id = try AuthorizationRequest.clientID(of: parameters)
            guard let known = try await client(toAuthorize: id, visitor: visitor) else {
                let isSilent = try AuthorizationRequest.prompts(parameters["prompt"]).contains(.none)
                return isSilent ? .page(Self.nobodySignedIn) : .signIn
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
            return Self.refusal(Self.nobodySignedIn, to: known.client, request.response.location(error: Self.nobodySignedIn))
        }
        return .proceed(PendingAuthorization(request: request, workspace: try await workspace(of: request.resource), known: known))
    }

    /// What nobody has vouched for is told nothing unless the person wants it: else any site could send browsers on from here, to wherever it registered
    /// itself (RFC 9700 section 4.11.2).
    private static func refusal(_ error: OAuthError, to client: Client, _ location: String) -> AuthorizationCheck {
        client.origin == .registered ? .redirect(location) : .page(error, goingOn: location)
    }

    /// What the signed-in person has to be asked.
    package func question(_ pending: PendingAuthorization, _ session: SessionPrincipal) async throws -> ConsentStep {
        do {
            let offered = try await offered(pending, to: session)
            let remembered = try await remembered(pending, by: session)
            let prompts = pending.request.prompts
            let isRemembered = offered.names.allSatisfy { policy.holds(remembered, $0) }
            // A client without a secret and a redirect that any local program can take: the person is asked each time (A30).
            let isBorrowable = pending.known.isPublic && pending.isLocal
            if isRemembered, !isBorrowable, prompts.isDisjoint(with: [.consent, .selectAccount]) {
                return .redirect(try await issueCode(pending, offered, session, remembers: false))
            }
            if prompts.contains(.none) { throw OAuthError(.consentRequired, "the person has to be asked") }
            return .ask(
                ConsentQuestion(
                    clientName: pending.clientName, standing: pending.standing, redirectHost: pending.redirectHost, isLocal: pending.isLocal,
                    workspace: pending.workspace?.title ?? "",
                    user: session.qualifiedName.description,
                    scopes: offered.names.map { name in
                        ConsentQuestion.Choice(
                            name: name, words: pending.known.application?.words(for: name), isRemembered: policy.holds(remembered, name))
                    }))
        } catch let error as OAuthError {
            let location = pending.request.response.location(error: error)
            // Who allowed this client something here before knows where the browser goes.
            let isTrusted = pending.standing == .registered ? true : try await !remembered(pending, by: session).isEmpty
            return isTrusted ? .redirect(location) : .refuse(error, goingOn: location)
        }
    }

    /// The person allows what is left of the question.
    /// - Parameter scopes: the names that stayed chosen.
    /// - Returns: where the browser goes.
    package func allow(_ pending: PendingAuthorization, scopes: [String], _ session: SessionPrincipal) async throws -> String {
        do {
            let chosen = try rules.narrowed(try await offered(pending, to: session), to: ScopeNames(scopes))
            return try await issueCode(pending, chosen, session, remembers: true)
        } catch let error as OAuthError {
            return pending.request.response.location(error: error)
        }
    }

    /// The person refuses: what the client was allowed before at this endpoint is asked again.
    /// - Returns: where the browser goes.
    package func deny(_ pending: PendingAuthorization, _ session: SessionPrincipal) async throws -> String {
        try audit.noteRefusal(Self.event("authorize", pending, session), OAuthError.Code.accessDenied.rawValue)
        if let application = pending.known.application?.id {
            let resource = pending.request.resource
            try await store.write(changesRights: false) {
                try Consents.forget(user: session.user, application: application, resource: resource, on: $0)
            }
        }
        return pending.request.response.location(error: OAuthError(.accessDenied, "the person refused"))
    }

    /// What the client asked for and this person may have, when the person may use it at all.
    private func offered(_ pending: PendingAuthorization, to session: SessionPrincipal) async throws -> ScopeNames {
        // First, so that no other refusal tells a foreign workspace from one that does not exist (E15).
        guard let workspace = pending.workspace, try await reaches(workspace, session) else { throw Self.unknownResource }
        try Self.check(pending.known.client.origin, admittedBy: session)
        if let application = pending.known.application { try Self.check(application, serves: session) }
        if let application = pending.known.application { try Self.check(application, opens: workspace) }
        // What an administrator says of a client holds over what its document says.
        let limit = pending.known.application.flatMap { $0.scopes.isEmpty ? nil : $0.scopeNames } ?? pending.request.client.scopes
        return try rules.atAuthorize(
            asked: pending.request.scopes, client: limit, holder: .person(isAdministrator: session.isAdministrator))
    }

    /// - Parameter remembers: whether this was the person's answer just now.
    private func issueCode(
        _ pending: PendingAuthorization, _ scopes: ScopeNames, _ session: SessionPrincipal, remembers: Bool
    ) async throws -> String {
        try await audit.run(Self.event(remembers ? "authorize" : "authorize_again", pending, session)) {
            do {
                return try await writeCode(pending, scopes, session, remembers: remembers)
            } catch let error as DatabaseError where error.code == .constraint && pending.known.document != nil {
                // Somebody else allowed the same client for the first time at the same moment: its application is there by now.
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
        let time = now()
        let request = pending.request
        let asked = (request.scopes ?? policy.standard)
        let policy = policy
        let write: @Sendable (any Connection, inout ChangedTopics) throws -> Void = { [self] connection, changed in
            let application: ApplicationID
            if let document = pending.known.document {
                application = try store(document, at: time, &changed, on: connection)
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
            try await store.write(changesRights: false) { connection in
                var changed = ChangedTopics()
                try write(connection, &changed)
            }
        } else {
            // A document may say something else than before: other nodes keep the client too.
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

    /// A client of one organization serves its people; those of the operators and those that nobody registered serve everybody.
    static func check(_ application: Application, serves session: SessionPrincipal) throws(OAuthError) {
        guard
            application.source != .registered || application.organization == session.organization || application.organizationName == .builtIn
                || session.isOperator
        else { throw OAuthError(.accessDenied, "this application serves another organization") }
    }

    /// Clients that nobody registered here act for nobody whose organization does not want them.
    static func check(_ origin: Client.Origin, admittedBy session: SessionPrincipal) throws(OAuthError) {
        guard origin == .registered || session.admitsUnregistered else { throw notAdmitted }
    }

    static let notAdmitted = OAuthError(
        .accessDenied, "the person's organization takes registered applications alone (dcrPolicy); its administrator can add this one")

    /// An application that is bound to a workspace opens it alone, for itself and for people.
    static func check(_ application: Application, opens workspace: Workspace) throws(OAuthError) { try check(application, opens: workspace.id) }

    /// - Parameter workspace: nil for one that does not exist.
    static func check(_ application: Application, opens workspace: WorkspaceID?) throws(OAuthError) {
        guard workspace.map(application.opens) ?? (application.workspace == nil) else {
            throw OAuthError(.invalidTarget, "parameter 'resource': this application is bound to one workspace; name the URL of its endpoint")
        }
    }

    /// The workspace of an endpoint; nil when there is none.
    func workspace(of resource: ResourceID) async throws -> Workspace? { try await directory.workspace(of: resource) }

    /// Whether a person may know of a workspace: `main` is everybody's, others their organization's, their members' and the operators'.
    func reaches(_ workspace: Workspace, _ session: SessionPrincipal) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == session.organization || session.isOperator { return true }
        return try await !directory.roles(of: session.user, in: workspace.id).isEmpty
    }

    private static let nobodySignedIn = OAuthError(.loginRequired, "nobody is signed in")

    /// The same for an endpoint that does not exist and one that is not for this person to know.
    static let unknownResource = OAuthError(.invalidTarget, "parameter 'resource': there is no such endpoint")
}

extension SessionPrincipal {
    /// The person as `sub` has it.
    package var subject: String { String(user.rawValue) }
}

extension Directory {
    /// The workspace of an endpoint; nil when there is none.
    func workspace(of resource: ResourceID) async throws -> Workspace? { try await workspace(resource.workspace ?? Workspace.mainName) }
}
