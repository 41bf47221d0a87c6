import GatehouseTesting
import Identity
import JSON
import OAuth
import Store
import Testing

/// The requests of clients and browsers, built from texts.
extension IdentityFixture {
    static let origin = "https://gatehouse.example"
    static let main = "https://gatehouse.example/api/mcp"
    static let here = AuthorizationCall(origin: origin, address: "192.0.2.7")
    static let redirect = "https://client.example/callback"
    // RFC 7636 appendix B
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    static func call(from address: String) -> AuthorizationCall { AuthorizationCall(origin: origin, address: address) }

    static func parameters(_ members: [String: String]) throws -> Parameters {
        try Parameters(json: JSONValue.object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })).serialized)
    }

    /// An application that signs people in and acts for itself; its secret is `secret`.
    func application(
        _ name: Name, in organization: OrganizationID, scopes: [String] = [], isPublic: Bool = false, whitelist: String = ""
    ) async throws -> Registered {
        var change = ApplicationChange()
        change.redirectURIs = .set([Self.redirect])
        change.grantTypes = .set(
            ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"] + (isPublic ? [] : ["client_credentials"]))
        change.isPublic = .set(isPublic)
        change.scopes = .set(scopes.map { ApplicationScope(name: $0) })
        change.ipWhitelist = .set(whitelist)
        let bound = CredentialBound.terminal(try await organizations.find(.builtIn).id, scopes: Set(FixturePolicy.parts.keys))
        let made = try await applications.add(organization, name, change, bound: bound)
        return Registered(application: made.application, secret: made.secret?.text)
    }

    /// The person who signs in with the password that ``tenant(_:)`` gave.
    func session(_ who: String = "acme/ann", password: String = "ann's password", _ call: AuthorizationCall = IdentityFixture.here) async throws
        -> SessionPrincipal
    {
        let parts = who.split(separator: "/").map(String.init)
        let made = try await authorization.passwords.signIn(organization: parts[0], username: parts[1], password: Secret(password), call)
        return try #require(made).principal
    }

    /// An authorization request, as far as it goes before the person is asked.
    /// - Parameter visitor: who is signed in; nil for nobody.
    func ask(_ client: String, _ more: [String: String] = [:], visitor: String? = "1") async throws -> AuthorizationCheck {
        let standard = [
            "response_type": "code", "client_id": client, "redirect_uri": Self.redirect, "code_challenge": Self.challenge,
            "code_challenge_method": "S256", "state": "s1",
        ]
        return try await authorization.authorize.check(try Self.parameters(standard.merging(more) { $1 }), visitor: visitor, Self.here)
    }

    func pending(_ client: String, _ more: [String: String] = [:]) async throws -> PendingAuthorization {
        guard case .proceed(let pending) = try await ask(client, more) else {
            throw OAuthError(.serverError, "the request was refused")
        }
        return pending
    }

    /// A code for the scopes that a person allows.
    func code(
        for client: Registered, _ session: SessionPrincipal, scopes: [String] = ["mcp"], _ more: [String: String] = [:]
    ) async throws -> String {
        let pending = try await pending(client.id, more.merging(["scope": scopes.joined(separator: " ")]) { first, _ in first })
        return try #require(Self.member("code", of: try await authorization.authorize.allow(pending, scopes: scopes, session)))
    }

    /// A member of a redirect's query. Codes and error words need no decoding.
    static func member(_ name: String, of location: String) -> String? {
        location.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix(name + "=") }.map {
            String($0.dropFirst(name.utf8.count + 1))
        }
    }

    func token(_ members: [String: String], by server: AuthorizationServer? = nil, _ call: AuthorizationCall = IdentityFixture.here) async throws
        -> TokenPair
    {
        let response = try await (server ?? authorization).token.issue(try Self.parameters(members), authorization: nil, call)
        return TokenPair(access: response.accessToken, refresh: response.refreshToken, scope: response.scopes.text, lifetime: response.lifetime)
    }

    /// The token response for a code.
    func redeem(_ code: String, by client: Registered, verifier: String = IdentityFixture.verifier, at server: AuthorizationServer? = nil)
        async throws
        -> TokenPair
    {
        try await token(
            client.proof.merging([
                "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirect, "code_verifier": verifier,
            ]) { $1 }, by: server)
    }

    func refresh(
        _ token: String, by client: Registered, scope: String? = nil, at server: AuthorizationServer? = nil
    ) async throws -> TokenPair {
        var members = client.proof.merging(["grant_type": "refresh_token", "refresh_token": token]) { $1 }
        members["scope"] = scope
        return try await self.token(members, by: server)
    }

    /// The principal of an access token at the main endpoint now.
    func principal(_ token: String, at server: AuthorizationServer? = nil, resource: String = IdentityFixture.main) async throws -> Principal? {
        let presented = try #require(PresentedToken(token))
        return try await (server ?? authorization).directory.principal(presented, issuer: Self.origin, resource: resource)
    }

    /// Expects this refusal of OAuth, and not one row changed by it.
    func refuses(
        _ code: OAuthError.Code, changes: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
    ) async throws {
        let before = try await contents()
        do {
            try await call()
            Issue.record("expected the refusal \(code)", sourceLocation: sourceLocation)
        } catch let error as OAuthError {
            #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        }
        if !changes { #expect(try await contents() == before, sourceLocation: sourceLocation) }
    }

    struct Registered: Sendable {
        let application: Application
        let secret: String?
        var id: String { application.clientID }

        /// Its own credentials as the MCP endpoint is shown them.
        var presented: PresentedSecret {
            get throws {
                let secret = try #require(secret)
                return try #require(PresentedSecret(client: id, secret: secret))
            }
        }

        /// The client's credentials.
        var proof: [String: String] {
            var members = ["client_id": id]
            members["client_secret"] = secret
            return members
        }
    }

    struct TokenPair: Hashable, Sendable {
        let access: String
        let refresh: String?
        let scope: String
        let lifetime: Duration
    }
}

extension IdentityFixture {
    /// Who was given a role in a workspace itself.
    func memberships(_ organization: OrganizationID, workspace: WorkspaceID) async throws -> [RoleHolder] {
        try await members.holders(organization, workspace: workspace, ListPart()).items.filter { $0.source == .membership }
    }
}
