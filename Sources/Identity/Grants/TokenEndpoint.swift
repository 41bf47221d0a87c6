package import OAuth
import SQL
import Store

/// The token endpoint (RFC 6749 section 3.2).
package struct TokenEndpoint: Sendable {
    let grants: GrantStore
    let clients: Clients

    /// - Parameters:
    ///   - authorization: the `Authorization` header.
    ///   - grant: the grant type when `grant_type` is absent.
    /// - Throws: `OAuthError`; ``Throttled``.
    package func issue(
        _ parameters: Parameters, authorization: String?, grant: GrantType? = nil, _ call: AuthorizationCall
    ) async throws -> TokenResponse {
        let client = try PresentedClient(authorization: authorization, parameters: parameters)
        let application = try await clients.authenticate(client, call)
        let request = try TokenRequest(parameters, grant: grant)
        try application.client.require(request.grant)
        // Exchanging a code is a sign-in too. Codes, devices and refresh tokens stay valid, but wait until sign-in is enabled again.
        if request.grant != .clientCredentials { try application.checkSignIn() }
        return try await clients.serving(client) {
            switch request {
            case .authorizationCode(let request): try await CodeGrant(grants: grants).token(request, by: application, call)
            case .refreshToken(let request): try await RefreshGrant(grants: grants).token(request, by: application, call)
            case .clientCredentials(let request):
                try await ClientCredentialsGrant(grants: grants).token(request, by: application, call)
            case .deviceCode(let request): try await DeviceGrant(grants: grants).token(request, by: application, call)
            }
        }
    }
}

/// The client credentials grant: an application gets tokens for itself (RFC 6749 section 4.4).
struct ClientCredentialsGrant: TokenGrant {
    let grants: GrantStore

    /// Issues no refresh token, because the application can ask again.
    func token(_ request: ClientCredentialsRequest, by application: Application, _ call: AuthorizationCall) async throws -> TokenResponse {
        try await grants.store.audit.run(.client("issue_token", application, .clientCredentials)) {
            let scopes = try grants.store.rules.atClientCredentials(asked: request.scopes, registered: application.scopeNames)
            let resource = try call.resources.resolve(asked: request.resources)
            guard let workspace = try await grants.store.directory.workspace(of: resource),
                try await grants.store.directory.reaches(workspace, application)
            else {
                throw OAuthError.unknownResource
            }
            try application.check(opens: workspace.id)
            let keys = try await grants.keySet()
            let time = grants.store.now()
            let order = AccessTokenOrder(
                application: application, person: nil, scopes: scopes, resource: resource, grant: .clientCredentials, issuer: call.origin)
            let token = try await grants.store.write { try order.issue(keys, at: time, on: $0) }
            return TokenResponse(accessToken: token.text, lifetime: token.expires.since(time.wholeSeconds), scopes: scopes)
        }
    }
}
