package import JSON
package import OAuth
import SQL
import Store

/// Devices without a browser (RFC 8628): the device authorization endpoint, and the page on which people decide.
package struct DeviceEndpoint: Sendable {
    let store: AuthorizationStore
    let clients: Clients

    /// A device requests a code to show.
    /// - Parameter verificationURI: where people type the code.
    /// - Returns: the response as JSON.
    /// - Throws: `OAuthError`; ``Throttled``.
    package func authorize(
        _ parameters: Parameters, authorization: String?, verificationURI: String, _ call: AuthorizationCall
    ) async throws -> JSONValue {
        let application = try await clients.authenticate(try PresentedClient(authorization: authorization, parameters: parameters), call)
        try application.client.require(.deviceCode)
        try application.checkSignIn()
        let request = try DeviceRequest(parameters)
        let resource = try call.resources.resolve(asked: request.resources)
        // Only a person who signs in learns whether the endpoint exists (E15).
        try application.check(opens: try await store.directory.workspace(of: resource)?.id)
        try await store.attempts.count(AttemptKey(.deviceRequest, AddressRange.group(call.address)))
        let made = SecretText.device.make()
        let userCode = UserCode(random: RandomBytes.make(8))
        let device = DeviceAuthorization(clientID: application.clientID, scopes: request.scopes, resource: resource, issued: store.now())
        try await store.audit.run(.client("request_device", application)) {
            try await store.write { connection in
                try connection.execute(
                    """
                    INSERT INTO device_codes (hash, user_code_hash, application_id, scope, resource, state, interval_seconds, expires_at)
                    VALUES (\(made.digest.bytes), \(SecretDigest(userCode.key).bytes), \(application.id), \(request.scopes?.text ?? ""),
                    \(resource.text), 'pending', \(device.interval.components.seconds), \(device.expires))
                    """)
            }
        }
        return DeviceAuthorization.document(deviceCode: made.secret.text, userCode: userCode, verificationURI: verificationURI)
    }

    /// The question to a person who typed a device's code.
    /// - Throws: ``IdentityError`` `not_found` for a code that is unknown, already decided or expired; ``Throttled`` for guesses.
    package func question(userCode: String, _ session: SessionPrincipal, _ call: AuthorizationCall) async throws -> ConsentQuestion {
        let (application, row, offered) = try await device(userCode, session, call)
        let workspace = try await store.directory.workspace(of: row.resource)
        let pendingName = ClientName(cleaning: application.displayName, fallback: application.clientID).text
        return ConsentQuestion(
            clientName: pendingName, trust: application.trust, redirectHost: nil, isLocal: false, workspace: workspace?.title ?? "",
            user: session.qualifiedName.description,
            scopes: offered.names.map { ConsentQuestion.Choice(name: $0, words: application.words(for: $0), isRemembered: false) })
    }

    /// The person allows the device the chosen scopes.
    /// - Throws: as ``question(userCode:_:_:)``; `OAuthError` when no scope was chosen.
    package func allow(userCode: String, scopes: [String], _ session: SessionPrincipal, _ call: AuthorizationCall) async throws {
        let (application, _, offered) = try await device(userCode, session, call)
        let chosen = try store.rules.narrowed(offered, to: ScopeNames(scopes))
        try await store.audit.run(Self.event("authorize_device", application, session)) {
            try await answer(userCode, call) { device, time throws(OAuthError) in
                try device.approve(subject: session.subject, scopes: chosen, at: time)
            } by: {
                session.user
            }
        }
    }

    /// The person refuses the device. Earlier consents to its client at the same endpoint are removed.
    /// - Throws: as ``question(userCode:_:_:)``.
    package func deny(userCode: String, _ session: SessionPrincipal, _ call: AuthorizationCall) async throws {
        let (application, row, _) = try await device(userCode, session, call)
        try await store.audit.run(Self.event("deny_device", application, session)) {
            try await answer(userCode, call) { device, time throws(OAuthError) in
                try device.deny(at: time)
            } by: {
                nil
            }
            try await store.write {
                try Consents.forget(user: session.user, application: application.id, resource: row.resource, on: $0)
            }
        }
    }

    private static func event(_ name: String, _ application: Application, _ session: SessionPrincipal) -> AuthorizationEvent {
        .session(name, session.qualifiedName, client: application.displayName, objects: ["application/\(application.qualifiedName)"])
    }

    /// The device of a code that a person typed, and the scopes that the person may grant it.
    private func device(
        _ typed: String, _ session: SessionPrincipal, _ call: AuthorizationCall
    ) async throws -> (Application, DeviceRow, ScopeNames) {
        let attempt = AttemptKey(.userCode, session.subject)
        try await store.attempts.count(attempt)
        guard let code = UserCode(typed: typed) else { throw Self.unknownUserCode }
        let time = store.now()
        let found = try await store.read { connection -> (Application, DeviceRow)? in
            let condition: Statement = "device_codes.user_code_hash = \(SecretDigest(code.key).bytes)"
            guard let row = try DeviceRow.found(condition, call.resources, on: connection) else { return nil }
            return (try Applications.require(row.application, on: connection), row)
        }
        guard let (application, row) = found, row.authorization.state == .pending, time < row.authorization.expires, application.isEnabled
        else { throw Self.unknownUserCode }
        // The code was correct, so this attempt is not counted. Earlier wrong ones stay counted, so that having one's own device does not
        // allow more guesses.
        try await store.attempts.settle(once: attempt)
        do {
            guard let workspace = try await store.directory.workspace(of: row.resource), try await store.directory.reaches(workspace, session) else {
                throw OAuthError.unknownResource
            }
            try application.checkSignIn()
            try application.client.origin.check(admittedBy: session)
            try application.check(serves: session)
            let offered = try store.rules.atAuthorize(
                asked: row.authorization.scopes, client: application.client.scopes, holder: .person(isAdministrator: session.isAdministrator))
            return (application, row, offered)
        } catch let error as OAuthError {
            throw IdentityError(.forbidden, error.reason)
        }
    }

    private func answer(
        _ typed: String, _ call: AuthorizationCall,
        _ decide: @escaping @Sendable (inout DeviceAuthorization, Timestamp) throws(OAuthError) -> Void, by user: @escaping @Sendable () -> UserID?
    ) async throws {
        guard let code = UserCode(typed: typed) else { throw Self.unknownUserCode }
        let time = store.now()
        try await store.write { connection in
            let condition: Statement = "device_codes.user_code_hash = \(SecretDigest(code.key).bytes)"
            guard var row = try DeviceRow.locked(condition, call.resources, on: connection) else { throw Self.unknownUserCode }
            do { try decide(&row.authorization, time) } catch { throw Self.unknownUserCode }
            try row.save(user: user(), on: connection)
        }
    }

    private static let unknownUserCode = IdentityError(
        .notFound, "code: it is unknown, was answered before, or has expired; look at the device again")
}
