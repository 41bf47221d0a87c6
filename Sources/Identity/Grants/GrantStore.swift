import Notation
import OAuth
import SQL
import Store

/// One grant type (RFC 6749 section 4, RFC 8628 section 3.4): it reads its request, and changes the rows of ``GrantStore``.
protocol TokenGrant: Sendable {
    associatedtype Request

    /// - Throws: `OAuthError`; ``Throttled``.
    func token(_ request: Request, by application: Application, _ call: AuthorizationCall) async throws -> TokenResponse
}

/// The shared parts of all grant types: the rows of grants and their tokens, and the keys that sign.
struct GrantStore: Sendable {
    let store: AuthorizationStore

    func keySet() async throws -> KeySet { try await store.directory.signingKeys.keySet() }

    /// The grant whose id a statement finds; nil when it finds none.
    func grant(in statement: Statement) async throws -> GrantRow? {
        try await store.read { connection in
            // A token that an application got for itself has no grant.
            let found: GrantID?? = try connection.value(of: "grants", statement, .optional(.id()))
            guard let id = found ?? nil else { return nil }
            return try GrantRow.found(id, on: connection)
        }
    }

    /// Gives a person's grant its first tokens.
    func firstTokens(_ person: GrantRow, _ grant: AuthorizationGrant, by type: GrantType, _ exchange: TokenExchange) throws -> TokenResponse {
        let (application, time, connection) = (exchange.application, exchange.time, exchange.connection)
        let token = try exchange.order(person, grant.scopes, grant.resource, by: type).issue(exchange.keys, at: time, on: connection)
        var refresh: String?
        if application.client.grantTypes.contains(.refreshToken) {
            let made = SecretText.refresh.make()
            try connection.execute(
                "INSERT INTO refresh_tokens (hash, grant_id, generation) VALUES (\(made.digest.bytes), \(person.id), 0)")
            try connection.execute(
                """
                UPDATE authorization_grants SET generation = 0, rotated_at = \(time), expires_at = \(application.refreshEnd(from: time))
                WHERE id = \(person.id)
                """)
            refresh = made.secret.text
        } else {
            try connection.execute("UPDATE authorization_grants SET expires_at = \(token.expires) WHERE id = \(person.id)")
        }
        try connection.execute("UPDATE applications SET last_used_at = \(time) WHERE id = \(application.id)")
        return TokenResponse(
            accessToken: token.text, lifetime: token.expires.since(time.wholeSeconds), scopes: grant.scopes, refreshToken: refresh)
    }

    /// Exchanges a code or a refresh token for tokens, in one transaction.
    /// - Parameters:
    ///   - digest: of the presented text; nil when it does not have the form of a code or token.
    ///   - table: stores it, with its grant.
    ///   - names: events for the audit log: the exchange, and a second use.
    ///   - redeem: applies the rules, with its row locked.
    /// - Throws: `OAuthError`: `unknown` for a code or token that was never issued.
    func exchange(
        _ digest: SecretDigest?, in table: StaticString, by application: Application, _ type: GrantType, names: (event: String, reuse: String),
        unknown: OAuthError, _ call: AuthorizationCall, _ redeem: @escaping @Sendable (SecretDigest, TokenExchange) throws -> TokenStep
    ) async throws -> TokenResponse {
        guard let digest,
            let known = try await grant(in: "SELECT grant_id FROM \(Identifier(table.description)) WHERE hash = \(digest.bytes)")
        else { throw try await store.audit.unknownGrant(.client(names.event, application, type), unknown) }
        return try await store.audit.run(.client(names.event, application, for: known.userName, type)) {
            try await write(application, call, reuse: names.reuse) { exchange in try redeem(digest, exchange) }
        }
    }

    /// Runs one exchange in its transaction.
    /// - Parameters:
    ///   - reuse: the audit event of a second use.
    ///   - step: makes the change; if it throws an `OAuthError`, its earlier changes stay.
    func write(
        _ application: Application, _ call: AuthorizationCall, reuse event: String,
        _ step: @escaping @Sendable (TokenExchange) throws -> TokenStep
    ) async throws -> TokenResponse {
        let (keys, time) = (try await keySet(), store.now())
        let done = try await store.write { connection in
            do {
                return try step(TokenExchange(application: application, call: call, keys: keys, time: time, connection: connection))
            } catch let error as OAuthError {
                return .refused(error)
            }
        }
        switch done {
        case .issued(let response): return response
        case .refused(let error): throw error
        case .reused(let grant, let error):
            let time = store.now()
            return try await store.audit.run(.client(event, application, for: grant.userName)) {
                try await store.change { connection, changed in
                    changed.insert(.grant(grant.id))
                    try GrantRow.revoke(grant.id, at: time, on: connection)
                }
                throw error
            }
        }
    }
}

extension Application {
    /// The expiry of a refresh token that is made at the given time.
    func refreshEnd(from time: Timestamp) -> Timestamp { time + .seconds(refreshExpireInHours * 3_600) }
}

extension Timestamp {
    /// The time in whole seconds, as in a token.
    var wholeSeconds: Timestamp { Timestamp(seconds: seconds) }
}

/// The context of a grant in its transaction.
struct TokenExchange {
    let application: Application
    let call: AuthorizationCall
    let keys: KeySet
    let time: Timestamp
    let connection: any Connection

    func order(_ person: GrantRow, _ scopes: ScopeNames, _ resource: ResourceID, by type: GrantType) -> AccessTokenOrder {
        AccessTokenOrder(application: application, person: person, scopes: scopes, resource: resource, grant: type, issuer: call.origin)
    }
}

/// An access token to be issued: it is signed, and stored as a token object.
struct AccessTokenOrder: Sendable {
    let application: Application
    /// Nil for an application that acts for itself.
    let person: GrantRow?
    let scopes: ScopeNames
    let resource: ResourceID
    let grant: GrantType
    let issuer: String

    /// - Returns: the token and its expiry.
    func issue(_ keys: KeySet, at time: Timestamp, on connection: any Connection) throws -> (text: String, expires: Timestamp) {
        let end = time + .seconds(application.expireInHours * 3_600)
        // Tokens that an application gets with its secret end with the secret.
        let expires = person == nil ? min(end, application.secretExpires ?? end) : end
        let claims = AccessTokenClaims(
            issuer: issuer, subject: person.map { String($0.user.rawValue) } ?? application.clientID, audience: resource.text,
            clientID: application.clientID, scopes: scopes, issuedAt: time,
            expires: expires, id: Self.newName())
        let text = try keys.sign(claims)
        try connection.execute(
            """
            INSERT INTO access_tokens (name, hash, grant_id, application_id, organization_id, user_id, scope, resource, grant_type, created_at,
            expires_at)
            VALUES (\(claims.id), \(SecretDigest(text).bytes), \(person?.id), \(application.id),
            \(person?.organization ?? application.organization), \(person?.user), \(scopes.text), \(resource.text), \(grant.rawValue),
            \(claims.issuedAt), \(claims.expires))
            """)
        return (text, claims.expires)
    }

    /// 128 random bits: 32 hexadecimal digits.
    private static func newName() -> String { Hexadecimal.encode(RandomBytes.make(16)) }
}

/// The result of one transaction of the token endpoint. A refusal does not roll the transaction back, so its changes stay.
enum TokenStep: Sendable {
    case issued(TokenResponse)
    /// The step threw this `OAuthError`.
    case refused(OAuthError)
    /// A single-use code or token was used again: the grant must end.
    case reused(GrantRow, OAuthError)
}
