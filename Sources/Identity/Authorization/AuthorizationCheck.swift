package import OAuth
import SQL
import Store

/// The result of checking an authorization request, before the person is asked.
package enum AuthorizationCheck: Sendable {
    /// Shows the refusal without redirecting the browser, because the redirect is unknown, or belongs to a client that nobody has vouched
    /// for; in that case the person may follow it.
    case page(OAuthError, goingOn: String? = nil)
    /// Redirects the browser with the refusal.
    case redirect(String)
    /// Asks the person to sign in first: the client's document must be fetched, and only signed-in users cause fetches.
    case signIn
    case proceed(PendingAuthorization)
}

/// The next step for the signed-in person.
package enum ConsentStep: Sendable {
    case ask(ConsentQuestion)
    /// No question: redirects the browser with a code for the remembered consent, or with a refusal.
    case redirect(String)
    /// Shows the refusal, and a link to the client with it.
    case refuse(OAuthError, goingOn: String)
}

/// The question whether a client gets access.
package struct ConsentQuestion: Hashable, Sendable {
    package struct Choice: Hashable, Sendable {
        package let name: String
        /// The developer's description; nil if there is none.
        package let words: String?
        /// Whether the person consented to it for this client at this endpoint before.
        package let isRemembered: Bool
    }

    /// Sanitized for display; it proves nothing.
    package let clientName: String
    package let trust: ClientTrust
    /// The host to which the code goes; nil for a device.
    package let redirectHost: String?
    /// Whether the request can come from any program on the person's machine.
    package let isLocal: Bool
    /// The title of the workspace.
    package let workspace: String
    /// The person who is asked, `ORG/NAME`.
    package let user: String
    package let scopes: [Choice]
}

/// A valid authorization request before the person is known: the client, the scopes, and the workspace.
package struct PendingAuthorization: Sendable {
    package let request: AuthorizationRequest
    /// Nil for a workspace that does not exist. This is not revealed before sign-in; afterwards it looks like another organization's
    /// workspace.
    package let workspace: Workspace?
    let known: KnownClient

    /// Sanitized for display; it proves nothing.
    package var clientName: String { ClientName(cleaning: request.client.name, fallback: known.document?.url.host ?? request.client.id).text }

    package var trust: ClientTrust {
        if let document = known.document { return .document(host: document.url.host) }
        return known.application?.trust ?? .itself
    }

    /// The host to which the code goes, to be shown prominently.
    package var redirectHost: String { RedirectURI.host(ofPresented: request.redirect) ?? "" }

    /// The registered redirect that matches the request's.
    var registeredRedirect: String { request.client.redirectURI(matching: request.redirect)?.text ?? request.redirect }

    /// Whether the request can come from any program on the person's machine.
    package var isLocal: Bool { request.client.redirectURI(matching: request.redirect)?.isLocal ?? false }
}

/// Consents of people to clients at endpoints, for one redirect each (A27). Another redirect needs another consent.
enum Consents {
    static func remembered(
        user: UserID, application: ApplicationID, resource: ResourceID, redirect: String, on connection: any Connection
    ) throws -> ScopeNames {
        let names = try connection.value(
            of: "consents",
            """
            SELECT scope FROM consents WHERE user_id = \(user) AND application_id = \(application) AND resource = \(resource.text)
            AND redirect = \(redirect)
            """, .words)
        return ScopeNames(names ?? [])
    }

    /// Stores earlier scopes that were not part of this question, and the scopes chosen now. Scopes that were asked for and not chosen are
    /// removed.
    static func remember(
        _ chosen: ScopeNames, of asked: ScopeNames, _ policy: any ScopePolicy, user: UserID, application: ApplicationID, resource: ResourceID,
        redirect: String, at time: Timestamp, on connection: any Connection
    ) throws {
        let old = try remembered(user: user, application: application, resource: resource, redirect: redirect, on: connection)
        let kept = old.filter { name in !policy.holds(asked, name) }.union(chosen)
        try connection.execute(
            """
            INSERT INTO consents (user_id, application_id, resource, redirect, scope, updated_at)
            VALUES (\(user), \(application), \(resource.text), \(redirect), \(kept.text), \(time))
            ON CONFLICT (user_id, application_id, resource, redirect) DO UPDATE SET scope = excluded.scope, updated_at = excluded.updated_at
            """)
    }

    /// Removes the consents at an endpoint for all redirects.
    static func forget(user: UserID, application: ApplicationID, resource: ResourceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM consents WHERE user_id = \(user) AND application_id = \(application) AND resource = \(resource.text)")
    }
}
