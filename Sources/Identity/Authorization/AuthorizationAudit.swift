import OAuth
import Store

/// Writes the audit log rows of the authorization server.
struct AuthorizationAudit: Sendable {
    private let log: AuditLog
    private let now: @Sendable () -> Timestamp
    private let strangerRows: RowQuota

    init(_ store: Store, now: @escaping @Sendable () -> Timestamp) {
        log = store.audit
        self.now = now
        strangerRows = RowQuota("authorization", store: store, now: now)
    }

    /// Runs a change with its intent in the audit log before, and its outcome after.
    ///
    /// When the intent cannot be written nothing is changed. The place of the outcome is kept then: what was changed or given out never ends as an error
    /// of the log.
    @discardableResult
    func run<R>(_ event: AuthorizationEvent, _ body: () async throws -> R) async throws -> R {
        let start = ContinuousClock.now
        let ticket = try await log.begin(auditCall(event))
        do {
            let result = try await body()
            log.end(ticket, AuditOutcome(duration: start.duration(to: .now), outcome: .ok))
            return result
        } catch {
            log.end(ticket, Self.outcome(of: error, start.duration(to: .now)))
            throw error
        }
    }

    /// Logs a refusal that changed nothing.
    func noteRefusal(_ event: AuthorizationEvent, _ code: String) throws {
        try log.record(auditCall(event), AuditOutcome(decision: .refused, code: code, duration: .zero, outcome: .refused))
    }

    /// As ``noteRefusal(_:_:)``, for callers that have shown nothing that is known here: they fill the log with a few rows a minute (G14).
    func noteStranger(_ event: AuthorizationEvent, _ code: String) async throws {
        if await strangerRows.admits() { try noteRefusal(event, code) }
    }

    /// The refusal of a code or token that is not known here; its row counts as a stranger's, since anybody can name a public client.
    func unknownGrant(_ event: AuthorizationEvent, _ error: OAuthError) async throws -> OAuthError {
        try await noteStranger(event, error.code.rawValue)
        return error
    }

    private func auditCall(_ event: AuthorizationEvent) -> AuditCall {
        AuditCall(
            id: log.makeCallID(), time: now(), organization: event.user?.organization.text, workspace: nil,
            caller: event.isSession ? event.user.map { "session:\($0)" } ?? "client" : "client", user: event.user?.description, client: event.client,
            tool: event.name, objects: event.objects)
    }

    private static func outcome(of error: any Error, _ duration: Duration) -> AuditOutcome {
        let code: String
        switch error {
        case let error as OAuthError: code = error.code.rawValue
        case let error as IdentityError: code = error.code.rawValue
        case is Throttled: code = "throttled"
        default: return AuditOutcome(code: "internal", duration: duration, outcome: .error)
        }
        return AuditOutcome(decision: .refused, code: code, duration: duration, outcome: .refused)
    }
}

/// An action of the authorization server, as the audit log names it.
struct AuthorizationEvent {
    /// As a tool's name: `sign_in`, `issue_token`.
    let name: String
    /// The person concerned.
    var user: QualifiedName?
    /// Whether the person acts with a session, and not a client for them.
    var isSession = false
    /// The name that the client gave itself.
    var client: String?
    var objects: [String] = []
}

extension AuthorizationEvent {
    /// Something that a person does on a page.
    static func session(_ name: String, _ user: QualifiedName, client: String? = nil, objects: [String] = []) -> AuthorizationEvent {
        AuthorizationEvent(name: name, user: user, isSession: true, client: client, objects: objects)
    }

    /// Something that a client does.
    static func client(_ name: String, _ application: Application, for user: QualifiedName? = nil, _ grant: GrantType? = nil) -> AuthorizationEvent {
        AuthorizationEvent(
            name: name, user: user, client: application.displayName,
            objects: ["application/\(application.qualifiedName)"] + (grant.map { ["grant/\($0.rawValue)"] } ?? []))
    }
}
