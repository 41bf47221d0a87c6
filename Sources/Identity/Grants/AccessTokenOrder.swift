import Notation
import OAuth
import SQL
import Store

/// An access token that is about to be issued: it is signed, and stored as a token object.
struct AccessTokenOrder: Sendable {
    let application: Application
    /// Nil for an application that acts by itself.
    let person: GrantRow?
    let scopes: ScopeNames
    let resource: ResourceID
    let grant: GrantType
    let issuer: String

    /// - Returns: the token, and when it ends.
    func issue(_ keys: KeySet, at time: Timestamp, on connection: any Connection) throws -> (text: String, expires: Timestamp) {
        let end = time + .seconds(application.expireInHours * 3_600)
        // What an application gets by its secret ends with it.
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
    private static func newName() -> String { Hexadecimal.text(RandomBytes.make(16)) }
}

/// The result of one transaction of the token endpoint. A refusal does not roll the transaction back: what it changed stays.
enum TokenStep: Sendable {
    case issued(TokenResponse)
    case refused(OAuthError)
    /// Something was used again that is good once: the grant has to end.
    case reused(GrantRow, OAuthError)
}
