/// Which calls of the audit log to list. Each member that is not nil is one more condition.
package struct AuditQuery: Hashable, Sendable {
    /// Calls at this moment and later.
    package var since: Timestamp?
    /// The organization's name.
    package var organization: String?
    /// As `organization/name`.
    package var user: String?
    package var tool: String?
    package var outcome: AuditOutcome.Outcome?
    package var newestFirst: Bool
    /// Most calls in one answer.
    package var limit: Int
    /// The last entry of the answer before: the list goes on after it.
    package var after: AuditEntry.Position?

    package static let defaultLimit = 1_000

    package init(
        since: Timestamp? = nil, organization: String? = nil, user: String? = nil, tool: String? = nil, outcome: AuditOutcome.Outcome? = nil,
        newestFirst: Bool = true, limit: Int = AuditQuery.defaultLimit, after: AuditEntry.Position? = nil
    ) {
        self.since = since
        self.organization = organization
        self.user = user
        self.tool = tool
        self.outcome = outcome
        self.newestFirst = newestFirst
        self.limit = limit
        self.after = after
    }
}
