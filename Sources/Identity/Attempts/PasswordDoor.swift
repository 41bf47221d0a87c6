/// Where a password is given.
package enum PasswordDoor: Sendable {
    /// The sign-in page and its API.
    case signIn
    /// `mcp_start` of the question server.
    case questionServer

    /// Guesses at one account from everywhere are counted apart at each door: those at one keep the owner waiting at this one alone.
    var accountKind: AttemptKey.Kind {
        switch self {
        case .signIn: .passwordForAccount
        case .questionServer: .questionPasswordForAccount
        }
    }
}
