import SQL
import Store

extension ChangedTopics {
    /// A user with what it allowed clients: keys and secrets that these made hang on it.
    mutating func insert(_ user: UserID, on connection: any Connection) throws {
        insert(.user(user))
        try insertGrants("user_id = \(user)", on: connection)
    }

    /// An application with what people allowed it, as ``insert(_:on:)-(UserID,_)`` has it.
    mutating func insert(_ application: ApplicationID, on connection: any Connection) throws {
        insert(.application(application))
        try insertGrants("application_id = \(application)", on: connection)
    }

    private mutating func insertGrants(_ condition: Statement, on connection: any Connection) throws {
        let grants: [GrantID] = try connection.values(
            of: "authorization_grants", "SELECT id FROM authorization_grants WHERE \(condition) AND revoked_at IS NULL", .id())
        for grant in grants { insert(.grant(grant)) }
    }
}
