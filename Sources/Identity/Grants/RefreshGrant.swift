import JSON
import OAuth
import SQL
import Store

/// The refresh grant: each refresh token is used once. Processes of one client that use it at the same time get the same result (RFC 9700
/// section 4.14.2).
struct RefreshGrant: TokenGrant {
    let grants: GrantStore

    func token(_ request: RefreshRequest, by application: Application, _ call: AuthorizationCall) async throws -> TokenResponse {
        try await grants.exchange(
            SecretText.refresh.digest(of: request.token), in: "refresh_tokens", by: application, .refreshToken,
            names: (event: "refresh_token", reuse: "refresh_token_reuse"), unknown: RefreshFamily.unknown, call
        ) { [self] digest, exchange in try refresh(digest, request, exchange) }
    }

    private func refresh(_ digest: SecretDigest, _ request: RefreshRequest, _ exchange: TokenExchange) throws -> TokenStep {
        let (application, resources, time, connection) = (exchange.application, exchange.call.resources, exchange.time, exchange.connection)
        let token = try connection.first(
            of: "refresh_tokens", "SELECT grant_id, generation FROM refresh_tokens WHERE hash = \(digest.bytes)"
        ) { row in (grant: try row["grant_id", .id()] as GrantID, generation: try row["generation", .int]) }
        // The lock on the grant keeps other processes from rotating this family.
        guard let token, let person = try GrantRow.locked(token.grant, on: connection) else { throw RefreshFamily.unknown }
        let grant = try person.grant(resources)
        _ = try resources.resolve(asked: request.resources, granted: grant.resource)
        let scopes = try grants.store.rules.atRefresh(asked: request.scopes, granted: grant.scopes, client: application.client.scopes)
        var family = RefreshFamily(
            grant: grant, state: person.isRevoked ? .revoked : .active(current: person.generation, since: person.rotatedAt),
            expires: person.expiresAt)
        switch family.present(token.generation, by: application.clientID, at: time) {
        case .refuse(let error): throw error
        case .revoke(let error): return .reused(person, error)
        case .repeatLast:
            guard let answer = try successor(of: digest, person.id, token.generation, at: time, on: connection) else {
                throw RefreshFamily.unknown
            }
            return .issued(answer)
        case .rotate(let next, _):
            try person.check(from: exchange.call.address)
            let order = exchange.order(person, scopes, grant.resource, by: .refreshToken)
            return .issued(try rotate(digest, to: next, order, person, exchange))
        }
    }

    private func rotate(
        _ digest: SecretDigest, to next: Int, _ order: AccessTokenOrder, _ person: GrantRow, _ exchange: TokenExchange
    ) throws -> TokenResponse {
        let (time, connection) = (exchange.time, exchange.connection)
        let made = SecretText.refresh.make()
        let token = try order.issue(exchange.keys, at: time, on: connection)
        let answer = RefreshAnswer(accessToken: token.text, refreshToken: made.secret.text, scopes: order.scopes, expires: token.expires)
        let sealed = try grants.store.rows.secrets.seal(answer.bytes, context: Self.context(person.id, next - 1))
        try connection.execute("UPDATE refresh_tokens SET successor = NULL WHERE grant_id = \(person.id) AND successor IS NOT NULL")
        try connection.execute("UPDATE refresh_tokens SET successor = \(sealed) WHERE hash = \(digest.bytes)")
        try connection.execute(
            "INSERT INTO refresh_tokens (hash, grant_id, generation) VALUES (\(made.digest.bytes), \(person.id), \(next))")
        // An older token is then simply unknown, and no longer recognized as reused.
        try connection.execute(
            "DELETE FROM refresh_tokens WHERE grant_id = \(person.id) AND generation < \(next - Self.rememberedGenerations)")
        try connection.execute(
            """
            UPDATE authorization_grants SET generation = \(next), rotated_at = \(time),
            expires_at = \(order.application.refreshEnd(from: time)) WHERE id = \(person.id)
            """)
        return answer.response(at: time)
    }

    private func successor(
        of digest: SecretDigest, _ grant: GrantID, _ generation: Int, at time: Timestamp, on connection: any Connection
    ) throws -> TokenResponse? {
        let statement: Statement = "SELECT successor FROM refresh_tokens WHERE hash = \(digest.bytes)"
        guard let sealed = try connection.value(of: "refresh_tokens", statement, .optional(.bytes)) ?? nil else { return nil }
        return RefreshAnswer(try grants.store.rows.secrets.open(sealed, context: Self.context(grant, generation)))?.response(at: time)
    }

    private static let rememberedGenerations = 200

    private static func context(_ grant: GrantID, _ generation: Int) -> String { "refresh_tokens/\(grant.rawValue)/\(generation)" }
}

/// The tokens that a refresh token was exchanged for, stored sealed during the grace window.
private struct RefreshAnswer {
    let accessToken: String
    let refreshToken: String
    let scopes: ScopeNames
    let expires: Timestamp

    var bytes: [UInt8] {
        let value: JSONValue = [
            "access": .string(accessToken), "refresh": .string(refreshToken), "scope": .string(scopes.text),
            "expires": .number(JSONNumber(expires.microseconds)),
        ]
        return value.serialized
    }

    func response(at time: Timestamp) -> TokenResponse {
        TokenResponse(accessToken: accessToken, lifetime: expires.since(time.wholeSeconds), scopes: scopes, refreshToken: refreshToken)
    }
}

extension RefreshAnswer {
    fileprivate init?(_ bytes: [UInt8]) {
        // Only this server seals values, so this is its own JSON.
        guard let value = try? JSONValue(parsing: bytes), let access = value["access"]?.string, let refresh = value["refresh"]?.string,
            let scope = value["scope"]?.string, let expires = value["expires"]?.int
        else { return nil }
        self.init(
            accessToken: access, refreshToken: refresh, scopes: ScopeNames(scope.split(separator: " ").map(String.init)),
            expires: Timestamp(microseconds: expires))
    }
}
