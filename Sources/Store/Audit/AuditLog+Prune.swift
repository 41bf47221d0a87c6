import SQL

extension AuditLog {
    /// Removes the rows of every chain that are older than a moment, and signs a checkpoint where the chain then begins, so that it stays verifiable.
    ///
    /// Rows go from the oldest on: the first row that is not older, or an intent without an outcome, keeps those after it. One page of rows is one
    /// transaction, so that other processes go on writing.
    /// - Returns: how many rows were removed.
    /// - Throws: `StoreError` `audit_broken` when the log is not intact: a checkpoint would hide what was changed.
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
        // The lock keeps a second prune away.
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
