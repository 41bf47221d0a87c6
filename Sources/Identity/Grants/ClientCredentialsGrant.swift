import OAuth
import Store

/// The client credentials grant: an application gets tokens for itself (RFC 6749 section 4.4).
struct ClientCredentialsGrant: TokenGrant {
    let grants: GrantStore

    /// No refresh token comes with it, since it can ask again.
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
