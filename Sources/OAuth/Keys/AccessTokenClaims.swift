import JSON
package import Notation

/// What an access token says (RFC 9068 section 2.2).
package struct AccessTokenClaims: Hashable, Sendable {
    package let issuer: String
    /// The person, or the client itself when it acts for no person.
    package let subject: String
    /// The one endpoint that it is for.
    package let audience: String
    package let clientID: String
    package let scopes: ScopeNames
    package let issuedAt: Timestamp
    package let expires: Timestamp
    /// The `jti`.
    package let id: String

    /// - Parameters:
    ///   - issuedAt: kept to the second, as the token has it.
    ///   - expires: likewise.
    package init(
        issuer: String, subject: String, audience: String, clientID: String, scopes: ScopeNames, issuedAt: Timestamp, expires: Timestamp, id: String
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.clientID = clientID
        self.scopes = scopes
        self.issuedAt = Timestamp(seconds: issuedAt.seconds)
        self.expires = Timestamp(seconds: expires.seconds)
        self.id = id
    }

    /// The claims as JSON.
    var payload: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in
            writer.member("iss", issuer)
            writer.member("sub", subject)
            writer.member("aud", audience)
            writer.member("client_id", clientID)
            writer.member("scope", scopes.text)
            writer.member("iat", issuedAt.seconds)
            writer.member("exp", expires.seconds)
            writer.member("jti", id)
        }
        return writer.bytes
    }
}
