/// The request with which a client sends a person's browser to the authorization endpoint (RFC 6749 section 4.1.1, RFC 7636 section 4.3, RFC 8707
/// section 2).
package struct AuthorizationRequest: Hashable, Sendable {
    package let client: Client
    /// The redirect as sent.
    package let redirect: String
    package let state: String?
    /// The requested scopes; nil for the default ones.
    package let scopes: ScopeNames?
    package let resource: ResourceID
    package let challenge: CodeChallenge
    package let prompts: Set<Prompt>
    /// The initial value of the name field of the sign-in page.
    package let loginHint: String?
    private let issuer: String

    /// OpenID Connect Core section 3.1.2.1; other values are ignored.
    package enum Prompt: String, Hashable, Sendable {
        case none, login, consent
        case selectAccount = "select_account"
    }

    /// Unit: bytes.
    package static let maximumStateLength = 2_048

    /// The client that the request names, which is looked up first.
    /// - Throws: ``AuthorizationFailure/page(_:)``.
    package static func clientID(of parameters: Parameters) throws(AuthorizationFailure) -> String {
        guard let id = parameters["client_id"], id.utf8.count <= PresentedClient.maximumIDLength else {
            throw .page(OAuthError(.invalidRequest, "parameter 'client_id': missing or too long"))
        }
        return id
    }

    /// Checks first the redirect, which must be the client's, then the rest; these later refusals are sent through the redirect.
    package init(_ parameters: Parameters, client: Client, resources: Resources) throws(AuthorizationFailure) {
        guard let redirect = parameters["redirect_uri"] else { throw .page(OAuthError(.invalidRequest, "parameter 'redirect_uri': missing")) }
        guard client.redirectURI(matching: redirect) != nil else {
            let shown = redirect.prefix(256)
            throw .page(OAuthError(.invalidRequest, "parameter 'redirect_uri': '\(shown)' is not registered for the client"))
        }
        let state = parameters["state"]
        // The state must be returned unchanged (RFC 6749 section 4.1.2.1), so a state that cannot be returned is not accepted.
        guard (state ?? "").utf8.count <= Self.maximumStateLength else {
            throw .page(OAuthError(.invalidRequest, "parameter 'state': longer than \(Self.maximumStateLength) bytes"))
        }
        let response = AuthorizationResponse(redirect: redirect, state: state, issuer: resources.origin)
        do throws(OAuthError) {
            try Self.checkForm(parameters)
            try client.require(.authorizationCode)
            challenge = try CodeChallenge(challenge: parameters["code_challenge"], method: parameters["code_challenge_method"])
            scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
            resource = try resources.resolve(asked: parameters.all("resource"))
            prompts = try Self.prompts(parameters["prompt"])
        } catch {
            throw .redirect(response.location(error: error), error)
        }
        loginHint = parameters["login_hint"].flatMap { $0.utf8.count <= 256 ? $0 : nil }
        self.client = client
        self.redirect = redirect
        self.state = state
        issuer = resources.origin
    }

    /// The response to the client's redirect.
    package var response: AuthorizationResponse { AuthorizationResponse(redirect: redirect, state: state, issuer: issuer) }

    private static func checkForm(_ parameters: Parameters) throws(OAuthError) {
        let type = try parameters.require("response_type")
        guard type == "code" else { throw OAuthError(.unsupportedResponseType, "parameter 'response_type': expected code") }
        guard (parameters["response_mode"] ?? "query") == "query" else {
            throw OAuthError(.invalidRequest, "parameter 'response_mode': expected query")
        }
        for name in ["request", "request_uri"] where parameters[name] != nil {
            throw OAuthError(.invalidRequest, "parameter '\(name)': not supported; send the parameters themselves")
        }
    }

    /// The values of the parameter `prompt`.
    /// - Throws: `invalid_request` for `none` together with others.
    package static func prompts(_ text: String?) throws(OAuthError) -> Set<Prompt> {
        let words = (text ?? "").split(separator: " ")
        let prompts = Set(words.compactMap { Prompt(rawValue: String($0)) })
        guard !prompts.contains(.none) || words.count == 1 else {
            throw OAuthError(.invalidRequest, "parameter 'prompt': none cannot be combined with other values")
        }
        return prompts
    }
}

/// A refusal by the authorization endpoint: shown to the person until the redirect is known to be the client's, and sent to the client
/// after that.
package enum AuthorizationFailure: Error, Hashable, Sendable {
    /// Show a page; the browser must not be redirected (RFC 6749 section 4.1.2.1).
    case page(OAuthError)
    /// Redirect to the complete `Location`; the error is for logs.
    case redirect(String, OAuthError)

    package var error: OAuthError {
        switch self {
        case .page(let error), .redirect(_, let error): error
        }
    }
}
