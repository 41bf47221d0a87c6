import SQL

extension AuditLog {
    /// Calls of all nodes, one entry each, ordered by time. Queued rows are written first.
    package func list(_ query: AuditQuery) async throws -> [AuditEntry] {
        await flush()
        let statement = Self.statement(for: query)
        return try await database.read(.within(Store.patience)) { connection in
            try connection.all(statement) { row in
                let end = row.text(11).map { ($0, row.text(12) ?? "") }
                return AuditEntry(
                    node: row.text(0) ?? "", sequence: row.int(1) ?? 0, fields: AuditFields(row, from: 2), end: end)
            }
        }
    }

    static func statement(for query: AuditQuery) -> Statement {
        let columns: Statement = """
            a.node, a.sequence, a.kind, a.call_id, a.time, a.organization, a.workspace, a.user_name, a.tool, a.outcome, a.detail,
            o.outcome, o.detail
            """
        // A process that was wrongly taken for dead may write a call's outcome after `unknown`, possibly to another chain: the known
        // outcome counts. Call ids are unique. If the inner query named the node, SQLite would scan the whole chain for each row instead of
        // using the index.
        let join: Statement = """
            audit o ON a.kind = 'intent' AND o.kind = 'outcome' AND o.call_id = a.call_id AND NOT EXISTS (SELECT 1 FROM audit l
            WHERE l.kind = 'outcome' AND l.call_id = a.call_id
            AND (l.outcome <> 'unknown', l.node, l.sequence) > (o.outcome <> 'unknown', o.node, o.sequence))
            """
        let order: Statement =
            query.newestFirst ? "a.time DESC, a.node DESC, a.sequence DESC" : "a.time, a.node, a.sequence"
        return """
            SELECT \(columns) FROM audit a LEFT JOIN \(join) WHERE \(.joined(conditions(of: query), by: " AND "))
            ORDER BY \(order) LIMIT \(max(0, query.limit))
            """
    }

    private static func conditions(of query: AuditQuery) -> [Statement] {
        var all: [Statement] = ["a.kind IN ('call', 'intent')"]
        if let since = query.since { all.append("a.time >= \(since)") }
        if let organization = query.organization { all.append("a.organization = \(organization)") }
        if let user = query.user { all.append("a.user_name = \(user)") }
        if let tool = query.tool { all.append("a.tool = \(tool)") }
        if let outcome = query.outcome { all.append("COALESCE(o.outcome, a.outcome) = \(outcome.rawValue)") }
        if let position = query.after {
            let comparison: Statement = query.newestFirst ? "<" : ">"
            all.append("(a.time, a.node, a.sequence) \(comparison) (\(position.time), \(position.node), \(position.sequence))")
        }
        return all
    }
}

/// Which calls of the audit log to list. Each member that is not nil adds a condition.
package struct AuditQuery: Hashable, Sendable {
    /// Calls at this time or later.
    package var since: Timestamp?
    /// The organization's name.
    package var organization: String?
    /// As `organization/name`.
    package var user: String?
    package var tool: String?
    package var outcome: AuditOutcome.Outcome?
    package var newestFirst: Bool
    /// Most calls in one page.
    package var limit: Int
    /// The last entry of the previous page; the list continues after it.
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

extension AuditLog {
    /// Removes the rows of every chain that are older than a given time, and signs a checkpoint as the chain's new beginning, so that it
    /// stays verifiable.
    ///
    /// Rows are removed from the oldest on. The first row that is not older, or an intent without an outcome, keeps all rows after it. Each
    /// transaction removes one page, so that other processes can write.
    /// - Returns: the number of removed rows.
    /// - Throws: `StoreError` `audit_broken` when the log is not intact, because a checkpoint would hide the change.
    package func prune(before time: Timestamp) async throws -> Int {
        guard try await verify().isIntact else { throw Self.broken }
        let nodes = try await database.read(.within(Self.patience)) {
            try $0.values(of: "audit_heads", "SELECT node FROM audit_heads ORDER BY node", .text)
        }
        var removed = 0
        for node in nodes {
            var count = 0
            repeat {
                count = try await database.write(.within(Self.patience)) { [self] in try removePage(of: node, before: time, on: $0) }
                removed += count
            } while count > 0
        }
        return removed
    }

    private func removePage(of node: String, before time: Timestamp, on connection: any Connection) throws -> Int {
        // The lock excludes a concurrent prune.
        guard let head = try AuditHead.locked(node, secrets, on: connection) else { throw Self.broken }
        let open = Set(try connection.values(of: "audit_open", "SELECT call_id FROM audit_open WHERE node = \(node)", .text))
        let found = try page(of: node, after: .start, upTo: head.chain.sequence, on: connection) { fields in
            fields.time < time && !(fields.kind == AuditRecord.Kind.intent.rawValue && open.contains(fields.callID))
        }
        guard found.problems.isEmpty else { throw Self.broken }
        guard found.rows > 0 else { return 0 }
        try connection.execute("DELETE FROM audit WHERE node = \(node) AND sequence <= \(found.end.sequence)")
        try AuditCheckpoint.save(found.end, of: node, secrets, on: connection)
        return found.rows
    }
}
