import OAuth
import SQL
import Store

/// The device grant: a device without a browser polls for its tokens (RFC 8628 section 3.4).
struct DeviceGrant: TokenGrant {
    let grants: GrantStore

    /// The device asks whether it may. Only what a person has answered has a row of the audit log: a device asks every few seconds.
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

    /// - Parameter isAudited: whether the intent is in the audit log; else no token is issued.
    private func poll(
        _ digest: SecretDigest, _ request: DeviceCodeRequest, by application: Application, _ call: AuthorizationCall, isAudited: Bool
    ) async throws -> TokenResponse {
        let keys = try await grants.keySet()
        let time = grants.store.now()
        let step = try await grants.store.write { [self] connection -> TokenStep in
            let resources = call.resources
            guard var row = try DeviceRow.locked("device_codes.hash = \(digest.bytes)", resources, on: connection) else {
                return .refused(DeviceAuthorization.unknown)
            }
            do throws(OAuthError) {
                _ = try resources.resolve(asked: request.resources, granted: row.resource)
            } catch {
                return .refused(error)
            }
            let outcome = row.authorization.poll(by: application.clientID, at: time)
            // The person answered at this moment: the next time it asks, the device gets its token.
            if case .issue = outcome, !isAudited { return .refused(DeviceAuthorization.unanswered) }
            try row.save(on: connection)
            guard case .issue(let grant) = outcome else {
                if case .refuse(let error) = outcome { return .refused(error) }
                return .refused(DeviceAuthorization.unknown)
            }
            let id = try GrantRow.insert(
                application.id, row.user ?? UserID(0), grant.scopes, grant.resource, expires: time, at: time, on: connection)
            guard let person = try GrantRow.locked(id, on: connection) else { return .refused(DeviceAuthorization.unknown) }
            do throws(OAuthError) { try person.check(from: call.address) } catch { return .refused(error) }
            return .issued(
                try grants.firstTokens(person, grant, to: application, by: .deviceCode, issuer: call.origin, keys, at: time, on: connection))
        }
        return try await grants.finish(step, application, event: "device_code_reuse")
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
