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

    /// Runs a change after its intent was written to the audit log, and writes its outcome afterwards.
    ///
    /// If the intent cannot be written, nothing is changed. The intent reserves the entry of the outcome, so a completed change never fails
    /// because of the log.
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

    /// As ``noteRefusal(_:_:)``, for unknown callers, which can cause only a few rows a minute (G14).
    func noteStranger(_ event: AuthorizationEvent, _ code: String) async throws {
        if await strangerRows.admits() { try noteRefusal(event, code) }
    }

    /// The refusal of an unknown code or token. Its row counts as a stranger's, because anybody can name a public client.
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
    /// Named like a tool: `sign_in`, `issue_token`.
    let name: String
    /// The affected person.
    var user: QualifiedName?
    /// Whether the person acts with a session, and not a client for them.
    var isSession = false
    /// The name that the client gave itself.
    var client: String?
    var objects: [String] = []
}

extension AuthorizationEvent {
    /// An action of a person on a page.
    static func session(_ name: String, _ user: QualifiedName, client: String? = nil, objects: [String] = []) -> AuthorizationEvent {
        AuthorizationEvent(name: name, user: user, isSession: true, client: client, objects: objects)
    }

    /// An action of a client.
    static func client(_ name: String, _ application: Application, for user: QualifiedName? = nil, _ grant: GrantType? = nil) -> AuthorizationEvent {
        AuthorizationEvent(
            name: name, user: user, client: application.displayName,
            objects: ["application/\(application.qualifiedName)"] + (grant.map { ["grant/\($0.rawValue)"] } ?? []))
    }
}
