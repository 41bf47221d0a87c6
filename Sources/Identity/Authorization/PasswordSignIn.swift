import SQL
package import Store

/// Sign-in with a password, and sign-out.
package struct PasswordSignIn: Sendable {
    let store: AuthorizationStore
    let users: Users
    let hasher: PasswordHasher

    /// Begins a session for a person with a correct password. A wrong name and a wrong password cost the same and cannot be distinguished
    /// (A25).
    ///
    /// Guesses are delayed for each address, for each account from one address, and for each account from all addresses, in this order. The
    /// first refusal ends the counting, so that no single address can keep an account from its owner. A browser in which the account signed
    /// in before has its own limit instead, so that strangers' guesses do not lock the owner out there. No refusal is permanent, and live
    /// sessions continue (A24). All nodes count together, before the password is hashed.
    /// - Parameters:
    ///   - interface: where the password is given.
    ///   - replacing: the browser's session cookie; that session ends (D09).
    ///   - device: the browser's ``KnownDevice`` cookie for this account.
    /// - Returns: nil when name or password is wrong.
    /// - Throws: ``Throttled``; ``IdentityError`` `busy`, `forbidden` with a reason to show.
    package func signIn(
        organization: String, username: String, password: Secret, at interface: SignInInterface = .signIn, replacing cookie: String? = nil,
        device: String? = nil, _ call: AuthorizationCall
    ) async throws -> NewSession? {
        let who = Self.name(organization, username)
        let account = KnownDevice.account(organization, username)
        let known = try await knownDevice(device, account, who)
        let attempt = PasswordAttempt(account: account, address: AddressRange.group(call.address), device: known, interface: interface)
        try await store.attempts.count(attempt.counted)
        let user: User?
        var passwordTime: Timestamp?
        if let who {
            // Read before the password is checked, so that a password set in between invalidates the cookie.
            passwordTime = try await users.passwordTime(of: who)
            user = try await users.verifyPassword(who, password)
        } else {
            _ = try await hasher.verify(password, against: nil)
            user = nil
        }
        guard let user, let who, let passwordTime else {
            try store.audit.noteRefusal(AuthorizationEvent(name: "sign_in", user: who, isSession: true), "wrong_password")
            return nil
        }
        try await store.attempts.settle(once: attempt.takenBack, wholly: attempt.forgotten)
        let cookieOfDevice = (known ?? KnownDevice()).cookie(for: account, since: passwordTime, store.rows.secrets)
        return try await store.audit.run(.session("sign_in", who)) {
            var session = try await store.sessions.begin(user.id, replacing: cookie.flatMap(PresentedSession.init))
            session.device = cookieOfDevice
            do { try session.principal.addresses.check(call.address) } catch {
                if let presented = PresentedSession(session.cookie.text) { try await store.sessions.end(presented) }
                throw error
            }
            return session
        }
    }

    /// Ends the session of a cookie on the server; an unknown session is not an error.
    package func signOut(_ cookie: String) async throws {
        guard let presented = PresentedSession(cookie), let session = try await store.directory.session(presented) else { return }
        try await store.audit.run(.session("sign_out", session.qualifiedName)) { try await store.sessions.end(presented) }
    }

    private func knownDevice(_ cookie: String?, _ account: String, _ who: QualifiedName?) async throws -> KnownDevice? {
        guard let cookie, let who, let time = try await users.passwordTime(of: who) else { return nil }
        return KnownDevice(cookie: cookie, for: account, since: time, store.rows.secrets)
    }

    private static func name(_ organization: String, _ username: String) -> QualifiedName? {
        // An invalid name belongs to no account.
        guard let organization = try? Name(parsing: organization), let name = try? Name(parsing: username) else { return nil }
        return QualifiedName(organization: organization, name: name)
    }
}
