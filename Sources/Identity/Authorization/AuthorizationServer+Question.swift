import OAuth
import SQL
package import Store

/// Tokens for the question server alone, which clients get for a name and a password because its own interface says so.
extension AuthorizationServer {
    /// The application of `built-in` that such tokens belong to: people find it among their connected clients, and can end what it has.
    static let questionClient: Name = "question-server"
    /// Unit: hours.
    private static let questionHours = 1

    /// Signs in and gives a token; no session stays. Guesses are slowed down as ``signIn(organization:username:password:at:replacing:device:_:)`` says.
    /// - Parameter audience: the question server's URL.
    /// - Returns: nil when name or password is wrong.
    /// - Throws: ``Throttled``; `OAuthError`; ``IdentityError``.
    package func questionToken(
        organization: String, username: String, password: Secret, audience: String, _ call: AuthorizationCall
    ) async throws -> Secret? {
        guard let session = try await signIn(organization: organization, username: username, password: password, at: .questionServer, call) else {
            return nil
        }
        if let presented = PresentedSession(session.cookie.text) { try await sessions.end(presented) }
        let application = try await questionApplication()
        try Self.checkSignIn(to: application)
        let who = session.principal
        return try await audit.run(.client("issue_token", application, for: who.qualifiedName)) {
            let keys = try await signingKeys.keySet()
            let time = now()
            let resource = ResourceID(text: audience, path: "/mcp", workspace: nil)
            return try await store.write(changesRights: false) { connection in
                let scopes = ScopeNames(["ask"])
                let expires = time + .seconds(Self.questionHours * 3_600)
                let id = try GrantRow.insert(application.id, who.user, scopes, resource, expires: expires, at: time, on: connection)
                guard let person = try GrantRow.found(id, on: connection) else { throw IdentityError.notFound("grant", id.rawValue) }
                try person.check(from: call.address)
                let order = AccessTokenOrder(
                    application: application, person: person, scopes: scopes, resource: resource, grant: .authorizationCode, issuer: call.origin)
                return Secret(try order.issue(keys, at: time, on: connection).text)
            }
        }
    }

    /// Made when it is first needed.
    private func questionApplication() async throws -> Application {
        let builtIn = try await store.read { try Self.builtIn(on: $0) }
        if let known = try await ownApplication(of: builtIn) { return known }
        var change = ApplicationChange()
        change.displayName = .set("Question server")
        change.description = .set("Tokens of the question server, one hour each, for people who signed in there with their password.")
        change.grantTypes = .set([])
        change.expireInHours = .set(Self.questionHours)
        change.scopes = .set([ApplicationScope(name: "ask")])
        do {
            return try await applications.add(builtIn, Self.questionClient, change, bound: .terminal(builtIn, scopes: ["ask"])).application
        } catch let error as IdentityError where error.code == .conflict {
            // Another call made it a moment ago.
            guard let known = try await ownApplication(of: builtIn) else { throw error }
            return known
        }
    }

    private func ownApplication(of builtIn: OrganizationID) async throws -> Application? {
        guard let known = try await applications.find(Self.questionClient), known.organization == builtIn else { return nil }
        guard known.isEnabled else { throw IdentityError(.forbidden, "the application '\(Self.questionClient)' is disabled") }
        return known
    }
}
