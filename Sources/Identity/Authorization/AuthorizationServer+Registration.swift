package import JSON
import OAuth
import SQL
import Store

/// Clients that register themselves (RFC 7591, RFC 7592).
extension AuthorizationServer {
    /// Makes an application of what a client says of itself, tagged `dcr`. One that nobody allows anything within a day is gone again.
    ///
    /// It serves everybody, and stands with the operators' applications: strangers put nothing into the lists of an organization, and learn of none.
    /// - Parameter registrationURI: where the client with an id finds itself again.
    /// - Returns: the answer's JSON.
    /// - Throws: `invalid_redirect_uri`, `invalid_client_metadata`; `temporarily_unavailable` when there are too many clients; ``Throttled`` for an
    ///   address that registered too many.
    package func register(_ body: [UInt8], registrationURI: (_ clientID: String) -> String, _ call: AuthorizationCall) async throws -> JSONValue {
        let metadata = try ClientMetadata(registering: body)
        let time = now()
        if let wait = registrations.take(AddressRange.group(call.address), at: time) { throw Throttled(retryAfter: wait) }
        let clientID = Applications.newClientID()
        let secret = metadata.authentication.usesSecret ? SecretText.client.make() : nil
        let token = SecretText.registration.make()
        let form = try ApplicationForm(registering: metadata, clientID: clientID)
        let kept = try JSONValue(parsing: body)
        try await store.write(changesRights: false) { connection in
            let count = try connection.first("SELECT count(*) FROM applications WHERE source = 'dynamic'") { $0.int(0) ?? 0 } ?? 0
            guard count < Self.maximumUnregistered else {
                throw OAuthError(.temporarilyUnavailable, "too many clients registered themselves; try again tomorrow, or ask the administrator")
            }
            _ = try Applications.insert(
                Self.builtIn(on: connection), form, clientID: clientID, secret: secret?.digest, source: .dynamic, metadata: kept,
                registration: token.digest, at: time, on: connection)
        }
        try note("register_client", user: nil, client: metadata.name.text, objects: ["application/\(form.name)"])
        return metadata.document(
            clientID: clientID, issuedAt: time.instant, secret: secret?.secret.text,
            registration: (uri: registrationURI(clientID), token: token.secret.text))
    }

    /// What a client registered, without its secret.
    /// - Parameter token: the registration access token.
    /// - Throws: `invalid_token`.
    package func registration(client id: String, token: String, registrationURI: String) async throws -> JSONValue {
        let application = try await registered(id, token)
        // It was taken when it came.
        guard let body = application.metadata?.serialized else { throw Self.badRegistrationToken }
        return try ClientMetadata(registering: body).document(
            clientID: id, issuedAt: application.createdAt.instant, secret: nil, registration: (uri: registrationURI, token: token))
    }

    /// A client takes itself away, with all that it holds.
    /// - Throws: `invalid_token`.
    package func unregister(client id: String, token: String) async throws {
        let application = try await registered(id, token)
        try await store.write { try Applications.delete(application.id, on: $0) }
        try note("unregister_client", user: nil, client: application.displayName, objects: ["application/\(application.name)"])
    }

    private func registered(_ id: String, _ token: String) async throws -> Application {
        guard let digest = SecretText.registration.digest(of: token), let application = try await applications.find(client: id),
            let kept = application.registration, Secret.areEqual(kept.bytes, digest.bytes)
        else { throw Self.badRegistrationToken }
        return application
    }

    private static let badRegistrationToken = OAuthError(.invalidToken, "the registration access token is not this client's")
}

extension ApplicationForm {
    /// An application for a client that registers itself: it acts for people alone, never by itself.
    fileprivate init(registering metadata: ClientMetadata, clientID: String) throws(IdentityError) {
        self.init(try Name(parsing: "dcr-\(clientID)"))
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
