import SQL
package import Store

/// The users of an organization.
package struct Users: Sendable {
    private let store: Store
    private let hasher: PasswordHasher
    private let now: @Sendable () -> Timestamp

    package init(store: Store, hasher: PasswordHasher, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.hasher = hasher
        self.now = now
    }

    /// - Parameter password: nil for a user that signs in by other means.
    /// - Throws: `not_found` for the organization; `conflict` when the name is taken in any case; `invalid`; `busy`.
    package func add(
        _ organization: OrganizationID, _ name: Name, password: Secret?, displayName: String? = nil, email: String? = nil,
        isAdministrator: Bool = false
    ) async throws -> User {
        let label = try Label.checked(displayName, or: name.text, argument: "displayName")
        let email = try Label.checked(email, or: "", argument: "email")
        let time = now()
        let hash = try await hash(password)
        return try await store.write(orConflict: .taken("user", name)) { connection in
            _ = try Organizations.require(organization, on: connection)
            let id = try Self.insert(
                organization, name, hash: hash, displayName: label, email: email, isAdministrator: isAdministrator, at: time, on: connection)
            return try Self.require(organization, id, on: connection)
        }
    }

    /// - Throws: `not_found`.
    package func find(_ organization: OrganizationID, _ name: Name) async throws -> User {
        try await store.read { connection in
            let found = try connection.first(
                "SELECT \(User.columns) FROM users WHERE organization_id = \(organization) AND name = \(name)", User.init)
            guard let found else { throw IdentityError.notFound("user", name) }
            return found
        }
    }

    /// - Throws: `not_found`.
    package func get(_ organization: OrganizationID, _ id: UserID) async throws -> User {
        try await store.read { try Self.require(organization, id, on: $0) }
    }

    /// Sorted by name.
    package func list(_ organization: OrganizationID) async throws -> [User] {
        try await store.read {
            try $0.all("SELECT \(User.columns) FROM users WHERE organization_id = \(organization) ORDER BY name_key", User.init)
        }
    }

    /// Takes effect on the next call of each of the user's credentials.
    /// - Throws: `not_found`.
    package func disable(_ organization: OrganizationID, _ id: UserID) async throws {
        let time = now()
        try await store.write { connection in
            _ = try Self.require(organization, id, on: connection)
            try connection.execute("UPDATE users SET disabled_at = \(time), updated_at = \(time) WHERE id = \(id) AND disabled_at IS NULL")
        }
    }

    /// - Throws: `not_found`.
    package func enable(_ organization: OrganizationID, _ id: UserID) async throws {
        let time = now()
        try await store.write { connection in
            _ = try Self.require(organization, id, on: connection)
            try connection.execute("UPDATE users SET disabled_at = NULL, updated_at = \(time) WHERE id = \(id)")
        }
    }

    /// - Parameter password: nil takes the password away.
    /// - Throws: `not_found`; `invalid`; `busy`.
    package func setPassword(_ organization: OrganizationID, _ id: UserID, _ password: Secret?) async throws {
        let time = now()
        let hash = try await hash(password)
        try await store.write { connection in
            _ = try Self.require(organization, id, on: connection)
            try connection.execute("UPDATE users SET password_hash = \(hash), updated_at = \(time) WHERE id = \(id)")
        }
    }

    /// The user, when it exists, is enabled, and this is its password; else nil, after the same work (A25).
    /// - Throws: `busy`.
    package func verifyPassword(_ who: QualifiedName, _ password: Secret) async throws -> User? {
        let found = try await store.read { connection in
            try connection.first(
                """
                SELECT \(User.columns), users.password_hash FROM users JOIN organizations ON organizations.id = users.organization_id
                WHERE organizations.name = \(who.organization) AND users.name = \(who.name)
                """
            ) { (user: User($0), hash: $0.text(9)) }
        }
        let isRight = try await hasher.verify(password, against: found?.hash)
        guard isRight, let user = found?.user, !user.isDisabled else { return nil }
        return user
    }

    private func hash(_ password: Secret?) async throws -> String? {
        guard let password else { return nil }
        return try await hasher.hash(password)
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
                INSERT INTO users (organization_id, name, name_key, display_name, email, password_hash, is_admin, created_at, updated_at)
                VALUES (\(organization), \(name), \(name.key), \(displayName), \(email), \(hash), \(isAdministrator ? 1 : 0), \(time), \(time))
                RETURNING id
                """))
    }
}
