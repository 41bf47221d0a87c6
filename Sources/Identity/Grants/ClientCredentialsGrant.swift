import OAuth
import SQL
import Store

/// An application gets tokens for itself (RFC 6749 section 4.4).
struct ClientCredentialsGrant: TokenGrant {
    let grants: GrantStore
    let directory: Directory

    /// No refresh token comes with it, since it can ask again.
    func token(_ request: ClientCredentialsRequest, by application: Application, _ call: AuthorizationCall) async throws -> TokenResponse {
        try await grants.audit.run(.client("issue_token", application, .clientCredentials)) {
            let scopes = try grants.rules.atClientCredentials(asked: request.scopes, registered: application.scopeNames)
            let resource = try call.resources.resolve(asked: request.resources)
            guard let workspace = try await directory.workspace(of: resource), try await reaches(workspace, application) else {
                throw AuthorizationServer.unknownResource
            }
            try AuthorizationServer.check(application, opens: workspace)
            let keys = try await grants.signingKeys.keySet()
            let time = grants.now()
            let order = AccessTokenOrder(
                application: application, person: nil, scopes: scopes, resource: resource, grant: .clientCredentials, issuer: call.origin)
            let token = try await grants.store.write(changesRights: false) { try order.issue(keys, at: time, on: $0) }
            return TokenResponse(accessToken: token.text, lifetime: token.expires.since(time.wholeSeconds), scopes: scopes)
        }
    }

    private func reaches(_ workspace: Workspace, _ application: Application) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == application.organization { return true }
        return try await !directory.roles(of: application.id, in: workspace.id).isEmpty
    }
}
