package import JSON
import OAuth
import SQL
import Store

/// The claims about the person of a token (OpenID Connect Core section 5.3).
package struct UserInfoEndpoint: Sendable {
    let store: AuthorizationStore
    let users: Users

    /// - Parameter bearer: an access token for the main endpoint.
    /// - Returns: the claims that the token's scopes permit.
    /// - Throws: `invalid_token`.
    package func claims(bearer: String, _ call: AuthorizationCall) async throws -> JSONValue {
        let resource = call.resources.main
        guard let token = PresentedToken(bearer),
            let principal = try await store.directory.principal(token, issuer: call.origin, resource: resource.text),
            principal.opens(Workspace.mainID)
        else { throw OAuthError(.invalidToken, "the access token is unknown, has ended, or is for another endpoint") }
        do { try principal.addresses.check(call.address) } catch { throw OAuthError(.invalidToken, error.reason) }
        let scopes = ScopeNames(principal.scopeNames)
        guard let user = principal.user, let name = principal.userName else {
            guard let id = principal.application else { throw OAuthError(.invalidToken, "the access token belongs to no user or application") }
            let application = try await store.read { try Applications.require(id, on: $0) }
            return UserClaims(
                subject: application.clientID, issuer: call.origin, audience: resource.text, username: application.qualifiedName.description,
                name: application.displayName, email: nil
            ).document(for: scopes)
        }
        let person = try await users.get(principal.organization, user)
        return try await claims(
            of: person, QualifiedName(organization: principal.organizationName, name: name), call
        ).document(for: scopes)
    }

    /// All claims of the signed-in person.
    package func claims(_ session: SessionPrincipal, _ call: AuthorizationCall) async throws -> JSONValue {
        let person = try await users.get(session.organization, session.user)
        return try await claims(of: person, session.qualifiedName, call).document(for: ScopeNames(["openid", "profile", "email"]))
    }

    private func claims(of person: User, _ name: QualifiedName, _ call: AuthorizationCall) async throws -> UserClaims {
        let roles = try await store.directory.roles(of: person.id, in: Workspace.mainID)
        return UserClaims(
            subject: String(person.id.rawValue), issuer: call.origin, audience: call.resources.main.text,
            username: name.description, name: person.displayName, email: person.email.isEmpty ? nil : person.email, roles: roles.map(\.text))
    }
}
