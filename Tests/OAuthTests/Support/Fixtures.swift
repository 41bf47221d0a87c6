import JSON
import Notation
import OAuth

/// The common fixtures of this target: one server, its clients, and a point in time.
enum Fixtures {
    static let origin = "https://gate.example"
    static let resources = Resources(origin: origin)
    /// 2026-01-01T00:00:00Z.
    static let start = Timestamp(seconds: 1_767_225_600)
    static let callback = "https://client.example/callback"
    // RFC 7636 appendix B
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    static func client(
        redirects: [String] = [callback], grants: Set<GrantType> = [.authorizationCode, .refreshToken], authentication: ClientAuthentication = .none,
        origin: Client.Origin = .registered
    ) throws -> Client {
        Client(
            id: "client-1", name: "Client", origin: origin, redirectURIs: try redirects.map { try RedirectURI(registering: $0) }, grantTypes: grants,
            authentication: authentication)
    }

    /// The parameters of a good authorization request, with changes; nil leaves one out.
    static func authorization(_ changes: [String: String?] = [:]) throws -> Parameters {
        var items: [(String, String)] = [
            ("response_type", "code"), ("client_id", "client-1"), ("redirect_uri", callback), ("state", "s"), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            items.removeAll { $0.0 == name }
            if let value { items.append((name, value)) }
        }
        return try Parameters(query: items.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }.joined(separator: "&"))
    }

    static func grant(scopes: String = "mcp offline_access") throws -> AuthorizationGrant {
        AuthorizationGrant(clientID: "client-1", subject: "user-7", scopes: try ScopeNames(parsing: scopes), resource: resources.main)
    }

    /// The token request with these parameters.
    static func tokenRequest(_ items: [String: String]) throws -> TokenRequest {
        try TokenRequest(Parameters(query: items.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")))
    }

    static func codeRequest(verifier: String = verifier, redirect: String? = callback) throws -> CodeRequest {
        var items = ["grant_type": "authorization_code", "code": "c", "code_verifier": verifier]
        items["redirect_uri"] = redirect
        guard case .authorizationCode(let request) = try tokenRequest(items) else { throw OAuthError(.serverError, "another grant") }
        return request
    }

    static func claims(
        issuer: String = origin, audience: String = resources.main.text, issuedAt: Timestamp = start, lifetime: Duration = Lifetime.accessToken
    ) throws -> AccessTokenClaims {
        AccessTokenClaims(
            issuer: issuer, subject: "user-7", audience: audience, clientID: "client-1", scopes: try ScopeNames(parsing: "read:application mcp"),
            issuedAt: issuedAt, expires: issuedAt + lifetime, id: "token-1")
    }
}

/// The code of the error that the body throws; nil when it throws none.
func code(_ body: () throws -> Void) -> OAuthError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? OAuthError)?.code ?? (error as? AuthorizationFailure)?.error.code
    }
}
