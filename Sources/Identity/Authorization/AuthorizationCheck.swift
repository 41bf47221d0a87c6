package import OAuth

/// The result of checking an authorization request, before anybody is asked.
package enum AuthorizationCheck: Sendable {
    /// Shows the refusal; the browser is sent nowhere by itself, since nobody knows whose the redirect is, or nobody has vouched for the client that
    /// registered it: then the person may go on there.
    case page(OAuthError, goingOn: String? = nil)
    /// Sends the browser there, with the refusal.
    case redirect(String)
    /// Lets the person sign in first: the client's document must be fetched, and only signed-in users cause fetches.
    case signIn
    case proceed(PendingAuthorization)
}

/// What the signed-in person must do next.
package enum ConsentStep: Sendable {
    case ask(ConsentQuestion)
    /// Nothing: the browser goes there, with a code for what was allowed before, or with a refusal.
    case redirect(String)
    /// Shows the refusal, and where the person may go on to with it.
    case refuse(OAuthError, goingOn: String)
}

/// What a person is asked before a client gets access.
package struct ConsentQuestion: Hashable, Sendable {
    package struct Choice: Hashable, Sendable {
        package let name: String
        /// What its maker says that it means; nil for nothing.
        package let words: String?
        /// Whether the person allowed it to this client here before.
        package let isRemembered: Bool
    }

    /// Cleaned, to be shown as text; it proves nothing.
    package let clientName: String
    package let trust: ClientTrust
    /// Where the code goes to; nil for a device.
    package let redirectHost: String?
    /// Whether any program on the person's machine may be asking.
    package let isLocal: Bool
    /// The title of the workspace.
    package let workspace: String
    /// Who is asked, `ORG/NAME`.
    package let user: String
    package let scopes: [Choice]
}
