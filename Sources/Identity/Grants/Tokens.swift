import SQL
package import Store

/// The access tokens of an organization as objects, which can be listed and ended but not made or changed.
package struct Tokens: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// A part of those that have not ended, of an organization or, without one, of all.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<TokenObject> {
        let time = now()
        return try await store.read { [damaged = store.damaged] connection in
            var live: Statement = "access_tokens.revoked_at IS NULL AND access_tokens.expires_at > \(time)"
            if let organization { live += " AND access_tokens.organization_id = \(organization)" }
            return try TokenObject.stored.page(query, where: live, on: connection, telling: damaged)
        }
    }

    /// - Throws: `not_found`, also for a token of another organization or user.
    package func get(_ organization: OrganizationID, _ name: String, user: UserID? = nil) async throws -> TokenObject {
        try await store.read { try Self.require(organization, name, user, on: $0) }
    }

    /// Ends a token, and with a token of a person's grant the whole grant: its refresh token would only make another.
    /// - Throws: `not_found`, also for a token of another organization or user.
    package func remove(_ organization: OrganizationID, _ name: String, user: UserID? = nil) async throws {
        let time = now()
        try await store.change { connection, changed in
            let object = try Self.require(organization, name, user, on: connection)
            try Self.revoke(object.id, grant: object.grant, at: time, &changed, on: connection)
            try connection.execute("DELETE FROM access_tokens WHERE id = \(object.id)")
        }
    }

    static func revoke(
        _ id: AccessTokenID, grant: GrantID?, at time: Timestamp, _ changed: inout ChangedTopics, on connection: any Connection
    ) throws {
        changed.insert(.token(id))
        if let grant { changed.insert(.grant(grant)) }
        try connection.execute("UPDATE access_tokens SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL")
        if let grant { try GrantRow.revoke(grant, at: time, on: connection) }
    }

    /// Ends the token whose `id` and `grant_id` a statement finds, when it finds one.
    static func revoke(in statement: Statement, at time: Timestamp, _ changed: inout ChangedTopics, on connection: any Connection) throws {
        let found = try connection.first(of: "access_tokens", statement) { row in
            (id: try row["id", .id()] as AccessTokenID, grant: try row["grant_id", .optional(.id())] as GrantID?)
        }
        if let found { try revoke(found.id, grant: found.grant, at: time, &changed, on: connection) }
    }

    private static func require(
        _ organization: OrganizationID, _ name: String, _ user: UserID?, on connection: any Connection
    ) throws -> TokenObject {
        var condition: Statement = "access_tokens.organization_id = \(organization) AND access_tokens.name = \(name)"
        if let user { condition += " AND access_tokens.user_id = \(user)" }
        return try TokenObject.stored.require(condition, on: connection, orThrow: .notFound("token", name.prefix(64)))
    }
}
