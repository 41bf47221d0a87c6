package import SQL
package import Store

extension Users {
    /// A part of an organization's users, or of all users without an organization.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<User> {
        try await store.read { [damaged = store.damaged] connection in
            let condition: Statement = organization.map { "users.organization_id = \($0)" } ?? "1 = 1"
            return try User.stored.page(query, where: condition, on: connection, reporting: damaged)
        }
    }

    /// The user with this e-mail address or telephone number; nil when there is none.
    package func find(_ organization: OrganizationID, email: String?, phone: String?) async throws -> User? {
        try await store.read { connection in
            var condition: Statement = "organization_id = \(organization)"
            if let email { condition += " AND users.email_key = \(User.key(ofEmail: email) ?? "")" }
            if let phone { condition += " AND users.phone_key = \(User.key(ofPhone: phone) ?? "")" }
            return try User.stored.table.first(where: condition, on: connection)
        }
    }

    package static func require(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> User {
        try User.stored.require("organization_id = \(organization) AND name = \(name)", on: connection, orThrow: .notFound("user", name))
    }

    static func require(_ organization: OrganizationID, _ id: UserID, on connection: any Connection) throws -> User {
        try User.stored.require("organization_id = \(organization) AND id = \(id)", on: connection, orThrow: .notFound("user", id.rawValue))
    }

    /// - Returns: the user with its id.
    static func insert(_ user: User, hash: String?, on connection: any Connection) throws -> User {
        var user = user
        user.id = UserID(try User.stored.table.insert(user, on: connection))
        user.hasPassword = hash != nil
        if let hash { try setHash(hash, of: user.id, at: user.createdAt, on: connection) }
        return user
    }

    /// - Throws: `conflict` for an e-mail address or telephone number that another user of the organization has.
    static func save(_ user: User, at time: Timestamp, on connection: any Connection) throws {
        let (email, phone) = (User.key(ofEmail: user.email), User.key(ofPhone: user.phone))
        if let email, try isTaken("email_key = \(email)", by: user, on: connection) { throw IdentityError(.conflict, "Email already exists") }
        if let phone, try isTaken("phone_key = \(phone)", by: user, on: connection) { throw IdentityError(.conflict, "Phone already exists") }
        var user = user
        user.updatedAt = time
        try User.stored.table.update(user, id: user.id, on: connection)
    }

    static func setHash(_ hash: String?, of id: UserID, at time: Timestamp, on connection: any Connection) throws {
        try connection.execute("UPDATE users SET password_hash = \(hash), password_at = \(time), updated_at = \(time) WHERE id = \(id)")
    }

    private static func isTaken(_ condition: Statement, by user: User, on connection: any Connection) throws -> Bool {
        try connection.exists("SELECT 1 FROM users WHERE organization_id = \(user.organization) AND id <> \(user.id) AND \(condition)")
    }
}
