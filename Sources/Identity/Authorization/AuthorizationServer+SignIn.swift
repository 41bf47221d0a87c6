import SQL
package import Store

/// How people sign in and out.
extension AuthorizationServer {
    /// Begins a session for whoever knows the password. A wrong name and a wrong password cost the same and are told apart by nothing (A25).
    ///
    /// Guesses are slowed down for each address, for each account from one address, and for each account from everywhere but where its owner signed in
    /// before, in this order: what is refused counts no further, so that no address alone keeps an account from its owner. Nothing is refused for good;
    /// sessions that live go on (A24).
    /// - Parameter replacing: the cookie that the browser came with; that session ends (D09).
    /// - Returns: nil when name or password is wrong.
    /// - Throws: ``Throttled``; ``IdentityError`` `busy`, `forbidden` with a reason to show.
    package func signIn(
        organization: String, username: String, password: Secret, replacing cookie: String? = nil, _ call: AuthorizationCall
    ) async throws -> NewSession? {
        let who = Self.name(organization, username)
        let account = "\(organization.prefix(64))/\(username.prefix(64))".lowercased()
        let address = AddressRange.group(call.address)
        let place = account + " " + address
        let time = now()
        if let wait = passwordsByAddress.attempt(address, at: time) ?? passwordsByPlace.attempt(place, at: time)
            ?? (knownPlaces.contains(account, address) ? nil : passwordsByAccount.attempt(account, at: time))
        {
            throw Throttled(retryAfter: wait)
        }
        let user: User?
        if let who {
            user = try await users.verifyPassword(who, password)
        } else {
            _ = try await hasher.verify(password, against: nil)
            user = nil
        }
        guard let user, let who else {
            try noteRefusal(AuthorizationEvent(name: "sign_in", user: who, isSession: true), "wrong_password")
            return nil
        }
        passwordsByPlace.forget(place)
        passwordsByAccount.forget(account)
        // Of the address only this attempt: who has an account of their own may guess at others' no longer for it.
        passwordsByAddress.takeBack(address)
        knownPlaces.add(account, address)
        return try await audited(.session("sign_in", who)) {
            let session = try await sessions.begin(user.id, replacing: cookie.flatMap(PresentedSession.init))
            do { try session.principal.addresses.check(call.address) } catch {
                if let presented = PresentedSession(session.cookie.text) { try await sessions.end(presented) }
                throw error
            }
            return session
        }
    }

    /// Ends the session of a cookie on the server; one that is no session is no error.
    package func signOut(_ cookie: String) async throws {
        guard let presented = PresentedSession(cookie), let session = try await directory.session(presented) else { return }
        try await audited(.session("sign_out", session.qualifiedName)) { try await sessions.end(presented) }
    }

    private static func name(_ organization: String, _ username: String) -> QualifiedName? {
        // What is no name is nobody's.
        guard let organization = try? Name(parsing: organization), let name = try? Name(parsing: username) else { return nil }
        return QualifiedName(organization: organization, name: name)
    }
}
