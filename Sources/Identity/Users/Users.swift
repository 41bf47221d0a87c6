package import SQL
package import Store

/// The users of an organization.
package struct Users: Sendable {
    let store: Store
    private let hasher: PasswordHasher
    private let quotas: Quotas
    private let now: @Sendable () -> Timestamp

    package init(store: Store, hasher: PasswordHasher, quotas: Quotas = .none, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.hasher = hasher
        self.quotas = quotas
        self.now = now
    }

    /// Adds a user without a bound, as the terminal does.
    /// - Parameter password: nil for a user who signs in by other means.
    /// - Throws: `not_found` for the organization; `conflict` when the name is taken in any case; `invalid`; `limited`; `busy`.
    package func add(
        _ organization: OrganizationID, _ name: Name, password: Secret?, displayName: String? = nil, email: String? = nil,
        isAdministrator: Bool = false
    ) async throws -> User {
        var patch = Patch()
        patch.set("displayName", displayName)
        patch.set("email", email)
        if isAdministrator { patch.set("isAdmin", true) }
        return try await add(organization, name, password: password, patch, bound: nil)
    }

    /// Adds a user.
    /// - Parameter bound: of the caller; nil for the terminal.
    /// - Throws: as ``add(_:_:password:displayName:email:isAdministrator:)``, and `forbidden` for a user who could do more than the caller.
    package func add(_ organization: OrganizationID, _ name: Name, password: Secret?, _ patch: Patch, bound: CredentialBound?) async throws -> User {
        if let bound, !bound.reaches(organization) { throw IdentityError.notFound("organization", organization.rawValue) }
        let time = now()
        let quotas = quotas
        let hash = try await hash(password)
        return try await store.change(orConflict: IdentityError(.conflict, "Username already exists")) { connection, changed in
            let home = try Organizations.require(organization, on: connection)
            if let password { try PasswordRule.check(password, against: home.passwordRules) }
            try quotas.check(.user, of: organization, on: connection)
            guard try !connection.exists("SELECT 1 FROM users WHERE organization_id = \(organization) AND name_key = \(name.key)") else {
                throw IdentityError(.conflict, "Username already exists")
            }
            var user = try Self.insert(User(organization, name, at: time), hash: hash, on: connection)
            changed.insert(.user(user.id))
            try user.apply(patch, at: time)
            if let bound, password != nil || user.isAdministrator {
                try bound.checkSignIn(asAdministrator: user.isAdministrator, in: organization, isNew: true)
            }
            try Self.save(user, at: time, on: connection)
            return user
        }
    }

    /// - Throws: `not_found`.
    package func find(_ organization: OrganizationID, _ name: Name) async throws -> User {
        try await store.read { try Self.require(organization, name, on: $0) }
    }

    /// - Throws: `not_found`.
    package func get(_ organization: OrganizationID, _ id: UserID) async throws -> User {
        try await store.read { try Self.require(organization, id, on: $0) }
    }

    /// The readable users, sorted by name.
    package func list(_ organization: OrganizationID) async throws -> [User] {
        try await store.read { [damaged = store.damaged] connection in
            try User.stored.table.readable(where: "organization_id = \(organization)", by: "name_key", on: connection, reporting: damaged)
        }
    }

    /// Applies a patch.
    /// - Parameters:
    ///   - password: the change of the password.
    ///   - bound: of the caller.
    /// - Throws: `not_found`; `conflict` for an e-mail address or telephone number of another user; `invalid`; `forbidden`; `busy`.
    package func update(
        _ organization: OrganizationID, _ id: UserID, password: SecretChange = .keep, _ patch: Patch, bound: CredentialBound
    ) async throws -> User {
        guard bound.reaches(organization) else { throw IdentityError.notFound("user", id.rawValue) }
        let time = now()
        let hash = if case .set(let secret) = password { try await hash(secret) } else { String?.none }
        return try await store.change(orConflict: IdentityError(.conflict, "Email already exists")) { connection, changed in
            try changed.insert(id, on: connection)
            let before = try Self.require(organization, id, on: connection)
            var user = before
            try user.apply(patch, at: time)
            let home = try Organizations.require(organization, on: connection)
            if home.isBuiltIn, before.name == .admin, !user.isAdministrator || user.isDisabled {
                throw IdentityError(.forbidden, "cannot modify the built-in admin user identity")
            }
            try bound.checkChange(of: before, to: user, password: password)
            if before.isDisabled { changed.insert(.returnedCredentials) }
            try Self.save(user, at: time, on: connection)
            // Sessions that began with the old password end with it.
            if case .keep = password {
            } else {
                try connection.execute("DELETE FROM sessions WHERE user_id = \(id)")
                // Another person sets the password when the account may be compromised, so its connected clients end too.
                if bound.user != id { try GrantRow.revokeAll(of: id, at: time, on: connection) }
            }
            switch password {
            case .keep: return user
            case .set(let secret):
                try PasswordRule.check(secret, against: home.passwordRules)
                try Self.setHash(hash, of: id, at: time, on: connection)
            case .clear: try Self.setHash(nil, of: id, at: time, on: connection)
            }
            return try Self.require(organization, id, on: connection)
        }
    }

    /// Removes a user with its keys, memberships and entries in roles; tokens and sessions are deleted with the row.
    /// - Parameter then: runs in the same transaction, so that other domains can remove their entries for the user.
    /// - Throws: `not_found`; `forbidden` for `built-in/admin`, for the caller itself, and for an administrator if the caller is not one.
    package func remove(
        _ organization: OrganizationID, _ id: UserID, bound: CredentialBound,
        then: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> Void = { _, _ in }
    ) async throws {
        guard bound.reaches(organization) else { throw IdentityError.notFound("user", id.rawValue) }
        try await store.change { connection, changed in
            try changed.insert(id, on: connection)
            let user = try Self.require(organization, id, on: connection)
            let home = try Organizations.require(organization, on: connection)
            guard !(home.isBuiltIn && user.name == .admin) else { throw IdentityError(.forbidden, "cannot delete the built-in admin user") }
            try bound.checkRemoval(of: user)
            for statement in [
                "DELETE FROM api_keys WHERE user_id = \(id)", "DELETE FROM memberships WHERE kind = 'user' AND member_id = \(id)",
                "DELETE FROM role_users WHERE user_id = \(id)",
            ] as [Statement] {
                try connection.execute(statement)
            }
            try then(connection, &changed)
            try connection.execute("DELETE FROM users WHERE organization_id = \(organization) AND id = \(id)")
        }
    }

    /// Disables a user. Takes effect on the next call with each of the user's credentials.
    /// - Throws: `not_found`.
    package func disable(_ organization: OrganizationID, _ id: UserID) async throws {
        let time = now()
        try await store.change { connection, changed in
            try changed.insert(id, on: connection)
            _ = try Self.require(organization, id, on: connection)
            try connection.execute("UPDATE users SET disabled_at = \(time), updated_at = \(time) WHERE id = \(id) AND disabled_at IS NULL")
        }
    }

    /// - Throws: `not_found`.
    package func enable(_ organization: OrganizationID, _ id: UserID) async throws {
        let time = now()
        try await store.change { connection, changed in
            try changed.insert(id, on: connection)
            _ = try Self.require(organization, id, on: connection)
            changed.insert(.returnedCredentials)
            try connection.execute("UPDATE users SET disabled_at = NULL, updated_at = \(time) WHERE id = \(id)")
        }
    }

    /// Sets a password without a bound, as the terminal does. Sessions and connected clients of the user end; API keys stay valid.
    /// - Parameter password: nil removes the password.
    /// - Throws: `not_found`; `invalid`; `busy`.
    package func setPassword(_ organization: OrganizationID, _ id: UserID, _ password: Secret?) async throws {
        let time = now()
        let hash = try await hash(password)
        try await store.change { connection, changed in
            try changed.insert(id, on: connection)
            _ = try Self.require(organization, id, on: connection)
            if let password { try PasswordRule.check(password, against: try Organizations.require(organization, on: connection).passwordRules) }
            try Self.setHash(hash, of: id, at: time, on: connection)
            try connection.execute("DELETE FROM sessions WHERE user_id = \(id)")
            try GrantRow.revokeAll(of: id, at: time, on: connection)
        }
    }

    /// The user, if it exists, is enabled, and the password is correct; otherwise nil, after the same work (A25).
    /// - Throws: `busy`; `forbidden`, after a correct password, when the organization disables sign-in or the password is too old.
    package func verifyPassword(_ who: QualifiedName, _ password: Secret) async throws -> User? {
        let found = try await store.read { connection in
            try connection.first(
                of: "users",
                """
                SELECT \(User.stored.table.selection), users.password_hash, users.password_at, organizations.password_days,
                organizations.disables_sign_in FROM users JOIN organizations ON organizations.id = users.organization_id
                WHERE organizations.name = \(who.organization) AND users.name = \(who.name)
                """
            ) { row in
                (
                    user: try User.stored.table.read(row), hash: try row["password_hash", .optional(.text)],
                    set: try row["password_at", .optional(.time)], days: try row["password_days", .integer],
                    isClosed: try row["disables_sign_in", .flag]
                )
            }
        }
        let isRight = try await hasher.verify(password, against: found?.hash)
        guard isRight, let found, !found.user.isDisabled else { return nil }
        guard !found.isClosed else { throw IdentityError(.forbidden, "organization: signing in with a password is disabled") }
        let isFresh = found.set.map { now() < $0 + .seconds(found.days * 86_400) } ?? false
        guard found.days == 0 || isFresh else {
            throw IdentityError(.forbidden, "password: it is older than \(found.days) days; ask an administrator for a new one")
        }
        return found.user
    }

    /// When the user's password was set; nil for a user without a password or an unknown user.
    func passwordTime(of who: QualifiedName) async throws -> Timestamp? {
        try await store.read { connection in
            try connection.first(
                of: "users",
                """
                SELECT users.id, users.password_at FROM users JOIN organizations ON organizations.id = users.organization_id
                WHERE organizations.name = \(who.organization) AND users.name = \(who.name) AND users.password_hash IS NOT NULL
                """
            ) { try $0["password_at", .optional(.time)] } ?? nil
        }
    }

    private func hash(_ password: Secret?) async throws -> String? {
        guard let password else { return nil }
        return try await hasher.hash(password)
    }
}
