import SQL

extension AuditLog {
    /// One entry a call, in order of time, of all nodes. What is still queued is written first.
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
        // A process that was taken for dead and was not writes the outcome of a call after `unknown`, maybe to another chain: the outcome that is known
        // holds. Call ids are unique, and naming the node in the inner query would make SQLite walk the whole chain for each row instead of the index.
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
