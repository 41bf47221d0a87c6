package import JSON
import OAuth
import SQL
import Store

/// Clients that register themselves (RFC 7591, RFC 7592).
package struct RegistrationEndpoint: Sendable {
    let store: AuthorizationStore
    let clients: Clients

    /// Creates an application from a client's metadata, tagged `dcr`. One without a consent within a day is removed, and earlier if there
    /// are too many.
    ///
    /// The application serves all organizations and belongs to `built-in`, so that strangers put nothing into the lists of another
    /// organization and learn of none.
    /// - Parameter registrationURI: the URL at which a client id can read its registration.
    /// - Returns: the response as JSON.
    /// - Throws: `access_denied` when `built-in` disables registration; `invalid_redirect_uri`, `invalid_client_metadata`;
    ///   `temporarily_unavailable` when there are too many clients; ``Throttled`` for an address that registered too many.
    package func register(_ body: [UInt8], registrationURI: (_ clientID: String) -> String, _ call: AuthorizationCall) async throws -> JSONValue {
        let metadata = try ClientMetadata(registering: body)
        let time = store.now()
        try await store.attempts.count(AttemptKey(.registration, AddressRange.group(call.address)))
        let clientID = Applications.newClientID()
        let secret = metadata.authentication.usesSecret ? SecretText.client.make() : nil
        let token = SecretText.registration.make()
        var client = try Application(registering: metadata, clientID: clientID, at: time)
        (client.metadata, client.registration) = (try JSONValue(parsing: body).withoutSecrets, token.digest)
        client.secret = secret?.digest
        let form = client
        let event = AuthorizationEvent(name: "register_client", client: metadata.name.text, objects: ["application/\(form.name)"])
        try await store.audit.run(event) {
            try await store.write { [self] connection in
                guard try Organizations.require(Organizations.builtIn(on: connection), on: connection).dcrPolicy == .open else {
                    throw OAuthError(.accessDenied, "clients do not register themselves at this server (dcrPolicy); ask its operators to add yours")
                }
                try makeRoom(at: time, on: connection)
                var application = form
                application.organization = try Organizations.builtIn(on: connection)
                _ = try Applications.insert(application, on: connection)
            }
        }
        return metadata.document(
            clientID: clientID, issuedAt: time, secret: secret?.secret.text,
            registration: (uri: registrationURI(clientID), token: token.secret.text))
    }

    /// Removes the oldest self-registered clients without a consent, to make room for one more.
    /// - Throws: `temporarily_unavailable` when all clients are used, or so new that a person may be about to use them.
    private func makeRoom(at time: Timestamp, on connection: any Connection) throws {
        let count = try connection.number(of: "applications", "SELECT count(*) FROM applications WHERE source = 'dynamic'")
        let surplus = count - clients.maximum + 1
        guard surplus > 0 else { return }
        let removed = try connection.execute(
            """
            DELETE FROM applications WHERE id IN (SELECT id FROM applications WHERE source = 'dynamic'
            AND last_used_at IS NULL AND created_at < \(time - Self.newClient)
            AND NOT EXISTS (SELECT 1 FROM authorization_grants WHERE authorization_grants.application_id = applications.id)
            AND NOT EXISTS (SELECT 1 FROM consents WHERE consents.application_id = applications.id)
            AND NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.kind = 'application' AND memberships.member_id = applications.id)
            ORDER BY id LIMIT \(surplus))
            """)
        guard removed == surplus else {
            throw OAuthError(.temporarilyUnavailable, "too many clients registered themselves; try again in ten minutes, or ask the administrator")
        }
    }

    /// Age below which a self-registered client is not removed for a new one, because a person may be signing in to it.
    private static let newClient = Duration.seconds(600)

    /// The metadata of a client's registration, without its secret.
    /// - Parameter token: the registration access token.
    /// - Throws: `invalid_token`.
    package func read(client id: String, token: String, registrationURI: String) async throws -> JSONValue {
        let application = try await registered(id, token)
        // The metadata was valid when it was registered.
        guard let body = application.metadata?.serialized else { throw Self.badRegistrationToken }
        return try ClientMetadata(registering: body).document(
            clientID: id, issuedAt: application.createdAt, secret: nil, registration: (uri: registrationURI, token: token))
    }

    /// A client replaces its metadata (RFC 7592 section 2.2); omitted members get their defaults. Another redirect removes people's
    /// consents. A client that now needs a secret gets one, and one that no longer needs it loses it.
    /// - Throws: `invalid_token`; `invalid_request` for another client's id or secret; as ``register(_:organization:registrationURI:_:)``.
    package func change(
        client id: String, token: String, _ body: [UInt8], registrationURI: String, _ call: AuthorizationCall
    ) async throws -> JSONValue {
        let application = try await registered(id, token)
        let metadata = try ClientMetadata(registering: body)
        let kept = try JSONValue(parsing: body)
        guard kept["client_id"]?.string == id else { throw OAuthError(.invalidRequest, "client_id: expected this client's own") }
        if let shown = kept["client_secret"]?.string {
            guard let own = application.secret, let digest = SecretText.client.digest(of: shown), Secret.areEqual(own.bytes, digest.bytes) else {
                throw OAuthError(.invalidRequest, "client_secret: it is not this client's; leave it out")
            }
        }
        let time = store.now()
        try await store.attempts.count(AttemptKey(.registration, AddressRange.group(call.address)))
        let made = metadata.authentication.usesSecret && !application.hasSecret ? SecretText.client.make() : nil
        var form = try Application(registering: metadata, clientID: id, at: time)
        // An administrator's limits stay, whatever the client declares.
        form.keepLimits(of: application)
        let what = form
        try await store.audit.run(.client("change_client", application)) {
            try await store.change { connection, changed in
                let old = try Applications.require(application.id, on: connection)
                changed.insert(.application(old.id))
                try Applications.store(what, over: old, at: time, on: connection)
                // Keys and methods of its earlier metadata are dropped.
                try connection.execute("UPDATE applications SET metadata = \(kept.withoutSecrets.storedText) WHERE id = \(old.id)")
                if let made {
                    try connection.execute(
                        """
                        UPDATE applications SET secret_hash = \(made.digest.bytes), secret_expires_at = NULL, secret_grant_id = NULL
                        WHERE id = \(old.id)
                        """)
                }
                if what.redirectURIs != old.redirectURIs { try connection.execute("DELETE FROM consents WHERE application_id = \(old.id)") }
            }
        }
        return metadata.document(
            clientID: id, issuedAt: application.createdAt, secret: made?.secret.text, registration: (uri: registrationURI, token: token))
    }

    /// A client deletes itself, with its grants and tokens.
    /// - Throws: `invalid_token`.
    package func remove(client id: String, token: String) async throws {
        let application = try await registered(id, token)
        try await store.audit.run(.client("unregister_client", application)) {
            try await store.change { connection, changed in
                try changed.insert(application.id, on: connection)
                try Applications.delete(application.id, on: connection)
            }
        }
    }

    private func registered(_ id: String, _ token: String) async throws -> Application {
        guard let digest = SecretText.registration.digest(of: token), let application = try await clients.applications.find(client: id),
            !clients.hasEnded(application),
            let kept = application.registration, Secret.areEqual(kept.bytes, digest.bytes)
        else { throw Self.badRegistrationToken }
        return application
    }

    private static let badRegistrationToken = OAuthError(.invalidToken, "the registration access token is not this client's")
}

extension JSONValue {
    /// The members of a registration that may be stored.
    fileprivate var withoutSecrets: JSONValue {
        let secrets: Set<String> = ["client_secret", "registration_access_token"]
        return object.map { .object(JSONObject($0.filter { !secrets.contains($0.key) }.map { ($0.key, $0.value) })) } ?? self
    }
}

extension Application {
    /// Keeps an administrator's settings of a self-registered application.
    fileprivate mutating func keepLimits(of old: Application) {
        (scopes, workspace, addresses, isEnabled, disablesSignIn) = (old.scopes, old.workspace, old.addresses, old.isEnabled, old.disablesSignIn)
        (expireInHours, refreshExpireInHours, details, tags) = (old.expireInHours, old.refreshExpireInHours, old.details, old.tags)
    }

    /// An application for a client that registers itself: it acts only for people, never for itself.
    fileprivate init(registering metadata: ClientMetadata, clientID: String, at time: Timestamp) throws(IdentityError) {
        self.init(OrganizationID(0), try Name(parsing: "dcr-\(clientID)"), clientID: clientID, source: .dynamic, at: time)
        displayName = metadata.name.text
        homepageURL = metadata.uri ?? ""
        category = .agent
        kind = .mcp
        tags = ["dcr"]
        isPublic = metadata.authentication == .none
        redirectURIs = metadata.redirectURIs.map(\.text)
        grantTypes = GrantType.sorted(metadata.grantTypes).filter { $0 != .clientCredentials }.map(\.rawValue)
    }
}
