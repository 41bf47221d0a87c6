import OAuth
import SQL
package import Store

/// Tokens for the question server only. Clients get them for a name and a password, because the question server's interface works that way.
package struct QuestionTokens: Sendable {
    let store: AuthorizationStore
    let applications: Applications
    let passwords: PasswordSignIn

    /// The application of `built-in` that owns such tokens: people see it among their connected clients, and can end its access.
    static let client: Name = "question-server"
    /// Lifetime of a token. Unit: hours.
    private static let hours = 1

    /// Signs in and returns a token; the session ends. Guesses are delayed as in ``PasswordSignIn``.
    /// - Parameter audience: the question server's URL.
    /// - Returns: nil when name or password is wrong.
    /// - Throws: ``Throttled``; `OAuthError`; ``IdentityError``.
    package func token(
        organization: String, username: String, password: Secret, audience: String, _ call: AuthorizationCall
    ) async throws -> Secret? {
        guard let session = try await passwords.signIn(organization: organization, username: username, password: password, at: .questionServer, call)
        else {
            return nil
        }
        if let presented = PresentedSession(session.cookie.text) { try await store.sessions.end(presented) }
        let application = try await self.application()
        try application.checkSignIn()
        let who = session.principal
        return try await store.audit.run(.client("issue_token", application, for: who.qualifiedName)) {
            let keys = try await store.directory.signingKeys.keySet()
            let time = store.now()
            let resource = ResourceID(text: audience, path: "/mcp", workspace: nil)
            return try await store.write { connection in
                let scopes = ScopeNames(["ask"])
                let expires = time + .seconds(Self.hours * 3_600)
                let id = try GrantRow.insert(application.id, who.user, scopes, resource, expires: expires, at: time, on: connection)
                guard let person = try GrantRow.found(id, on: connection) else { throw IdentityError.notFound("grant", id.rawValue) }
                try person.check(from: call.address)
                let order = AccessTokenOrder(
                    application: application, person: person, scopes: scopes, resource: resource, grant: .authorizationCode, issuer: call.origin)
                return Secret(try order.issue(keys, at: time, on: connection).text)
            }
        }
    }

    /// The question server's application, created at its first use.
    private func application() async throws -> Application {
        let builtIn = try await store.read { try Organizations.builtIn(on: $0) }
        if let known = try await ownApplication(of: builtIn) { return known }
        var change = ApplicationChange()
        change.displayName = .set("Question server")
        change.description = .set("Tokens of the question server, one hour each, for people who signed in there with their password.")
        change.grantTypes = .set([])
        change.expireInHours = .set(Self.hours)
        change.scopes = .set([ApplicationScope(name: "ask")])
        do {
            return try await applications.add(builtIn, Self.client, change, bound: .terminal(builtIn, scopes: ["ask"])).application
        } catch let error as IdentityError where error.code == .conflict {
            // Another call created it a moment ago.
            guard let known = try await ownApplication(of: builtIn) else { throw error }
            return known
        }
    }

    private func ownApplication(of builtIn: OrganizationID) async throws -> Application? {
        guard let known = try await applications.find(Self.client), known.organization == builtIn else { return nil }
        guard known.isEnabled else { throw IdentityError(.forbidden, "the application '\(Self.client)' is disabled") }
        return known
    }
}
