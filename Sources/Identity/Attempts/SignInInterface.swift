/// The interface at which a password is given.
package enum SignInInterface: Sendable {
    /// The sign-in page and its API.
    case signIn
    /// `mcp_start` of the question server.
    case questionServer

    /// Guesses at one account from everywhere are counted separately at each endpoint, so that guesses at one delay the owner only there.
    var accountKind: AttemptKey.Kind {
        switch self {
        case .signIn: .passwordForAccount
        case .questionServer: .questionPasswordForAccount
        }
    }
}
