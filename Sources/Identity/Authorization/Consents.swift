import OAuth
import SQL
import Store

/// What each person allowed each client at each endpoint, with codes sent to one redirect (A27). Another redirect needs another consent.
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
