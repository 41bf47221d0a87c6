import OAuth
import Store

/// What one transaction of the token endpoint came to. A refusal is no error of the transaction: what it changed stays.
enum TokenStep: Sendable {
    case issued(TokenResponse)
    case refused(OAuthError)
    /// Something was used again that is good once: the grant has to end.
    case reused(GrantRow, OAuthError)
}
