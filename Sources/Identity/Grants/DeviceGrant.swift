import OAuth
import SQL
import Store

/// The device grant: a device without a browser polls for its tokens (RFC 8628 section 3.4).
struct DeviceGrant: TokenGrant {
    let grants: GrantStore

    /// The device polls for its token. Only a decided request has a row in the audit log, because a device polls every few seconds.
    func token(_ request: DeviceCodeRequest, by application: Application, _ call: AuthorizationCall) async throws -> TokenResponse {
        let event = AuthorizationEvent.client("issue_token", application, .deviceCode)
        let resources = call.resources
        guard let digest = SecretText.device.digest(of: request.code),
            let known = try await grants.store.read({ try DeviceRow.found("device_codes.hash = \(digest.bytes)", resources, on: $0) })
        else { throw try await grants.store.audit.unknownGrant(event, DeviceAuthorization.unknown) }
        guard case .approved = known.authorization.state else { return try await poll(digest, request, by: application, call, isAudited: false) }
        var approved = event
        approved.user = try await userName(known.user)
        return try await grants.store.audit.run(approved) { try await poll(digest, request, by: application, call, isAudited: true) }
    }

    /// - Parameter isAudited: whether the intent is in the audit log; without it no token is issued.
    private func poll(
        _ digest: SecretDigest, _ request: DeviceCodeRequest, by application: Application, _ call: AuthorizationCall, isAudited: Bool
    ) async throws -> TokenResponse {
        try await grants.write(application, call, reuse: "device_code_reuse") { [grants] exchange in
            let (resources, time, connection) = (call.resources, exchange.time, exchange.connection)
            guard var row = try DeviceRow.locked("device_codes.hash = \(digest.bytes)", resources, on: connection) else {
                throw DeviceAuthorization.unknown
            }
            _ = try resources.resolve(asked: request.resources, granted: row.resource)
            let outcome = row.authorization.poll(by: application.clientID, at: time)
            // The person decided just now: the device gets its token with the next poll.
            if case .issue = outcome, !isAudited { throw DeviceAuthorization.unanswered }
            try row.save(on: connection)
            guard case .issue(let grant) = outcome else {
                if case .refuse(let error) = outcome { throw error }
                throw DeviceAuthorization.unknown
            }
            let id = try GrantRow.insert(
                application.id, row.user ?? UserID(0), grant.scopes, grant.resource, expires: time, at: time, on: connection)
            guard let person = try GrantRow.locked(id, on: connection) else { throw DeviceAuthorization.unknown }
            try person.check(from: call.address)
            return .issued(try grants.firstTokens(person, grant, by: .deviceCode, exchange))
        }
    }

    private func userName(_ user: UserID?) async throws -> QualifiedName? {
        guard let user else { return nil }
        return try await grants.store.read { connection in
            try connection.first(
                of: "users",
                "SELECT users.name, organizations.name AS organization FROM users JOIN organizations ON organizations.id = users.organization_id WHERE users.id = \(user)"
            ) { QualifiedName(organization: try $0["organization", .name], name: try $0["name", .name]) }
        }
    }
}
