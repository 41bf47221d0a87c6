import OAuth
import SQL
import Store

/// The authorization code grant: a code is exchanged for tokens once (RFC 6749 section 4.1.3).
struct CodeGrant: TokenGrant {
    let grants: GrantStore

    func token(_ request: CodeRequest, by application: Application, _ call: AuthorizationCall) async throws -> TokenResponse {
        try await grants.exchange(
            SecretText.code.digest(of: request.code), in: "authorization_codes", by: application, .authorizationCode,
            names: (event: "issue_token", reuse: "code_reuse"), unknown: AuthorizationCode.unknown, call
        ) { [self] digest, exchange in try redeem(digest, request, exchange) }
    }

    private func redeem(_ digest: SecretDigest, _ request: CodeRequest, _ exchange: TokenExchange) throws -> TokenStep {
        let (resources, time, connection) = (exchange.call.resources, exchange.time, exchange.connection)
        let row = try connection.first(
            of: "authorization_codes",
            """
            SELECT grant_id, redirect_uri, challenge, expires_at, spent_at FROM authorization_codes
            WHERE hash = \(digest.bytes)\(connection.lock)
            """
        ) { row in
            (
                grant: try row["grant_id", .id()] as GrantID, redirect: try row["redirect_uri", .text], challenge: try row["challenge", .text],
                expires: try row["expires_at", .time], isSpent: try row["spent_at", .optional(.time)] != nil
            )
        }
        guard let row, let person = try GrantRow.locked(row.grant, on: connection), let challenge = CodeChallenge(stored: row.challenge) else {
            throw AuthorizationCode.unknown
        }
        var code = AuthorizationCode(
            grant: try person.grant(resources), redirect: row.redirect, challenge: challenge, expires: row.expires, isSpent: row.isSpent)
        _ = try resources.resolve(asked: request.resources, granted: code.grant.resource)
        switch code.redeem(request, by: exchange.application.clientID, at: time) {
        case .refuse(let error): throw error
        case .revoke(let error): return .reused(person, error)
        case .spend(let error):
            try Self.spend(digest, at: time, on: connection)
            throw error
        case .issue(let grant):
            guard try Self.spend(digest, at: time, on: connection) else { return .reused(person, AuthorizationCode.unknown) }
            guard !person.isRevoked else { throw AuthorizationCode.unknown }
            try person.check(from: exchange.call.address)
            return .issued(try grants.firstTokens(person, grant, by: .authorizationCode, exchange))
        }
    }

    /// Marks a code as used; returns whether it was unused before.
    @discardableResult
    private static func spend(_ digest: SecretDigest, at time: Timestamp, on connection: any Connection) throws -> Bool {
        try connection.execute("UPDATE authorization_codes SET spent_at = \(time) WHERE hash = \(digest.bytes) AND spent_at IS NULL") == 1
    }
}
