package import OAuth
import SQL
import Store

/// The result of checking an authorization request, before the person is asked.
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

/// The next step of the signed-in person.
package enum ConsentStep: Sendable {
    case ask(ConsentQuestion)
    /// Nothing: the browser goes there, with a code for what was allowed before, or with a refusal.
    case redirect(String)
    /// Shows the refusal, and where the person may go on to with it.
    case refuse(OAuthError, goingOn: String)
}

/// The question to a person before a client gets access.
package struct ConsentQuestion: Hashable, Sendable {
    package struct Choice: Hashable, Sendable {
        package let name: String
        /// The meaning that its developer describes; nil for none.
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
    /// The person who is asked, `ORG/NAME`.
    package let user: String
    package let scopes: [Choice]
}

/// A valid authorization request before the person is known: the client, the scopes, and the workspace.
package struct PendingAuthorization: Sendable {
    package let request: AuthorizationRequest
    /// Nil for one that does not exist. Before sign-in that is not revealed, and afterwards it looks like a foreign workspace.
    package let workspace: Workspace?
    let known: KnownClient

    /// Cleaned, to be shown as text; it proves nothing.
    package var clientName: String { ClientName(cleaning: request.client.name, fallback: known.document?.url.host ?? request.client.id).text }

    package var trust: ClientTrust {
        if let document = known.document { return .document(host: document.url.host) }
        return known.application?.trust ?? .itself
    }

    /// Where the code goes to, to be shown prominently.
    package var redirectHost: String { RedirectURI.host(ofPresented: request.redirect) ?? "" }

    /// The registered redirect that the request's is.
    var registeredRedirect: String { request.client.redirectURI(matching: request.redirect)?.text ?? request.redirect }

    /// Whether any program on the person's machine may be asking.
    package var isLocal: Bool { request.client.redirectURI(matching: request.redirect)?.isLocal ?? false }
}

/// The consents of persons to clients at endpoints, with codes sent to one redirect (A27). Another redirect needs another consent.
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

    /// Keeps what was allowed before and was not asked again, and what was allowed now; what was asked and left out is forgotten.
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

    /// Forgets what was allowed at an endpoint, whichever redirect it was sent to.
    static func forget(user: UserID, application: ApplicationID, resource: ResourceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM consents WHERE user_id = \(user) AND application_id = \(application) AND resource = \(resource.text)")
    }
}
