package import SQL
package import Store

extension Users {
    /// A part of an organization's users, or, without one, of all.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<User> {
        try await store.read { connection in
            try Self.table.page(query, where: organization.map { "users.organization_id = \($0)" } ?? "1 = 1", on: connection, User.init)
        }
    }

    /// The user with this e-mail address or telephone number; nil when there is none.
    package func find(_ organization: OrganizationID, email: String?, phone: String?) async throws -> User? {
        try await store.read { connection in
            var query: Statement = "SELECT \(User.columns) FROM users WHERE organization_id = \(organization)"
            if let email { query += " AND users.email_key = \(User.key(ofEmail: email) ?? "")" }
            if let phone { query += " AND users.phone_key = \(User.key(ofPhone: phone) ?? "")" }
            return try connection.first(query, User.init)
        }
    }

    package static func require(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> User {
        let found = try connection.first(
            "SELECT \(User.columns) FROM users WHERE organization_id = \(organization) AND name = \(name)", User.init)
        guard let found else { throw IdentityError.notFound("user", name) }
        return found
    }

    static func require(_ organization: OrganizationID, _ id: UserID, on connection: any Connection) throws -> User {
        let found = try connection.first("SELECT \(User.columns) FROM users WHERE organization_id = \(organization) AND id = \(id)", User.init)
        guard let found else { throw IdentityError.notFound("user", id.rawValue) }
        return found
    }

    static func insert(
        _ organization: OrganizationID, _ name: Name, hash: String?, displayName: String, email: String, isAdministrator: Bool, at time: Timestamp,
        on connection: any Connection
    ) throws -> UserID {
        UserID(
            try connection.insertedID(
                """
                INSERT INTO users
                (organization_id, name, name_key, display_name, email, password_hash, password_at, is_admin, created_at, updated_at)
                VALUES (\(organization), \(name), \(name.key), \(displayName), \(email), \(hash), \(hash.map { _ in time }),
                \(isAdministrator ? 1 : 0), \(time), \(time)) RETURNING id
                """))
    }

    /// - Throws: `conflict` for an e-mail address or telephone number that another user of the organization has.
    static func save(_ user: User, at time: Timestamp, on connection: any Connection) throws {
        let (email, phone) = (User.key(ofEmail: user.email), User.key(ofPhone: user.phone))
        if let email, try isTaken("email_key = \(email)", by: user, on: connection) { throw IdentityError(.conflict, "Email already exists") }
        if let phone, try isTaken("phone_key = \(phone)", by: user, on: connection) { throw IdentityError(.conflict, "Phone already exists") }
        try connection.execute(
            """
            UPDATE users SET display_name = \(user.displayName), email = \(user.email), email_key = \(email), phone = \(user.phone),
            phone_key = \(phone), is_admin = \(user.isAdministrator ? 1 : 0), disabled_at = \(user.disabledAt), ip_allow = \(user.addresses.stored),
            details = \(user.details.stored), updated_at = \(time) WHERE id = \(user.id)
            """)
    }

    static func setHash(_ hash: String?, of id: UserID, at time: Timestamp, on connection: any Connection) throws {
        try connection.execute("UPDATE users SET password_hash = \(hash), password_at = \(time), updated_at = \(time) WHERE id = \(id)")
    }

    private static func isTaken(_ condition: Statement, by user: User, on connection: any Connection) throws -> Bool {
        try connection.exists("SELECT 1 FROM users WHERE organization_id = \(user.organization) AND id <> \(user.id) AND \(condition)")
    }

    private static let table = ListedTable(
        columns: User.columns, source: "users",
        texts: ["name": "users.name", "displayName": "users.display_name", "email": "users.email", "phone": "users.phone"],
        times: ["updatedTime": "users.updated_at"], created: "users.created_at", id: "users.id")
}
