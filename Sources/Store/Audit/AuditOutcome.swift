/// How a call ended.
package struct AuditOutcome: Hashable, Sendable {
    package enum Decision: String, Hashable, Sendable, CaseIterable { case allowed, refused }

    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case ok, error, refused
        /// The process ended between the intent and the outcome: the call may or may not have had its effect.
        case unknown
    }

    package let decision: Decision
    /// The stable code of the error or refusal; nil when the call succeeded.
    package let code: String?
    /// Rows sent to the caller; nil when the call reads none.
    package let rows: Int?
    /// Rows created, updated or removed; nil when the call changes none.
    package let changed: Int?
    package let duration: Duration
    package let outcome: Outcome
    /// What the call was about, where that was known only after its intent; empty when the intent says it.
    package let objects: [String]

    package init(
        decision: Decision = .allowed, code: String? = nil, rows: Int? = nil, changed: Int? = nil, duration: Duration, outcome: Outcome,
        objects: [String] = []
    ) {
        self.decision = decision
        self.code = code.map(AuditCall.kept)
        self.rows = rows
        self.changed = changed
        self.duration = duration
        self.outcome = outcome
        self.objects = AuditCall.kept(objects)
    }
}
