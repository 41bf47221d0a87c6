package import OAuth
import SQL
import Store

/// The token endpoint (RFC 6749 section 3.2).
package struct TokenEndpoint: Sendable {
    let grants: GrantStore
    let clients: Clients

    /// - Parameters:
    ///   - authorization: the `Authorization` header.
    ///   - grant: what is meant where `grant_type` may be left out.
    /// - Throws: `OAuthError`; ``Throttled``.
    package func issue(
        _ parameters: Parameters, authorization: String?, grant: GrantType? = nil, _ call: AuthorizationCall
    ) async throws -> TokenResponse {
        let client = try PresentedClient(authorization: authorization, parameters: parameters)
        let application = try await clients.authenticate(client, call)
        let request = try TokenRequest(parameters, grant: grant)
        try application.client.require(request.grant)
        // Exchanging a code is a sign-in, too: codes, devices and refresh tokens stay valid, but wait until sign-in is enabled again.
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
