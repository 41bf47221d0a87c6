import SQL
import Synchronization

extension AuditLog {
    /// Rows in one transaction: longer ones would keep other writers waiting. Unit: rows.
    private static let groupSize = 1_000
    /// Rows in one statement. Unit: rows.
    private static let statementSizes = [64, 8, 1]

    /// Writes everything queued, group after group, until nothing is left or a group fails.
    func drain() async {
        while let taken = state.withLock({ $0.queue.take() }) {
            var start = 0
            while start < taken.count {
                let end = min(start + Self.groupSize, taken.count)
                do {
                    try await write(taken[start..<end])
                } catch {
                    let waiters = state.withLock { state in
                        if let error = error as? StoreError, error.code == .auditBroken { state.broken = error }
                        return state.queue.giveUp(taken[start...])
                    }
                    for waiter in waiters { waiter.resume(throwing: error) }
                    return
                }
                state.withLock { $0.queue.didWrite(end - start) }
                for entry in taken[start..<end] { entry.waiter?.resume() }
                start = end
            }
        }
    }

    /// One row on its way to the table. A reference, since each step goes through all of them.
    private final class Link: Sendable {
        let fields: AuditFields
        let canonicalBytes: [UInt8]
        /// Whether it goes back to the queue when the group fails.
        let isKept: Bool

        init(_ fields: AuditFields, node: String, isKept: Bool) {
            self.fields = fields
            canonicalBytes = fields.canonicalBytes(node: node)
            self.isKept = isKept
        }
    }

    private func write(_ entries: ArraySlice<AuditQueue.Entry>) async throws {
        let node = node
        let links = entries.compactMap { entry in
            entry.record.map { Link($0.fields, node: node, isKept: entry.waiter == nil) }
        }
        guard !links.isEmpty else { return }
        let known = state.withLock { $0.known }
        let end = try await database.write(.within(Store.patience)) { [self] connection in
            var chain = try head(on: connection, known: known)
            let links = unwritten(links[...], at: chain)
            if links.isEmpty { return chain }
            let places = links.map { link in
                chain.append(link.canonicalBytes)
                return chain
            }
            noteDoubt(chain, links)
            try insert(links, at: places, on: connection)
            try note(links, on: connection)
            try connection.execute(
                """
                UPDATE audit_heads SET sequence = \(chain.sequence), hash = \(chain.hash),
                signature = \(chain.signature(node: node, by: secrets)) WHERE node = \(node)
                """)
            return chain
        }
        state.withLock { state in
            state.known = end
            state.doubtful = nil
        }
    }

    /// A group that failed may have been committed all the same, its answer lost. Then its end is the chain's end, and its rows are not written twice.
    private func unwritten(_ links: ArraySlice<Link>, at chain: AuditChain) -> ArraySlice<Link> {
        let doubtful = state.withLock { $0.doubtful }
        guard let doubtful, doubtful.end == chain else { return links }
        return links.dropFirst(doubtful.rows)
    }

    private func noteDoubt(_ end: AuditChain, _ links: ArraySlice<Link>) {
        state.withLock { $0.doubtful = (end, links.count { $0.isKept }) }
    }

    /// The chain's end, locked for this transaction.
    /// - Throws: `StoreError` `audit_broken` when it is not what this node wrote: adding to it would hide that.
    private func head(on connection: any Connection, known: AuditChain?) throws -> AuditChain {
        let chain = try storedHead(on: connection) ?? makeHead(on: connection)
        if let known, chain.sequence < known.sequence || (chain.sequence == known.sequence && chain != known) { throw Self.broken }
        return chain
    }

    /// The end of a chain that has none yet. Waits for a process of the same node that makes it at the same moment, and may have added rows to it.
    private func makeHead(on connection: any Connection) throws -> AuditChain {
        let start = AuditChain.start
        try connection.execute(
            """
            INSERT INTO audit_heads (node, sequence, hash, signature)
            VALUES (\(node), \(start.sequence), \(start.hash), \(start.signature(node: node, by: secrets))) ON CONFLICT (node) DO NOTHING
            """)
        guard let chain = try storedHead(on: connection) else { throw Self.broken }
        // Rows without an end: somebody took it away.
        let hasRows = try connection.first("SELECT 1 FROM audit WHERE node = \(node) LIMIT 1") { _ in true } ?? false
        guard chain != start || !hasRows else { throw Self.broken }
        return chain
    }

    private func storedHead(on connection: any Connection) throws -> AuditChain? {
        let lock: Statement = connection.dialect == .sqlite ? "" : " FOR UPDATE"
        let stored = try connection.first("SELECT sequence, hash, signature FROM audit_heads WHERE node = \(node)\(lock)") { row in
            (AuditChain(sequence: row.int(0) ?? 0, hash: row.bytes(1) ?? []), row.bytes(2) ?? [])
        }
        guard let (chain, signature) = stored else { return nil }
        guard chain.isSigned(by: signature, node: node, secrets: secrets) else { throw Self.broken }
        return chain
    }

    private func insert(_ links: ArraySlice<Link>, at places: [AuditChain], on connection: any Connection) throws {
        let node = node.sqlValue
        // A write that fails is taken back as a whole. SQLite would keep, in a file, what is needed to take back each statement of it alone.
        let insert: Statement = connection.dialect == .sqlite ? "INSERT OR FAIL" : "INSERT"
        try inStatements(zip(links, places).map { $0.fields.row(of: node, at: $1) }) { rows in
            try connection.execute("\(insert) INTO audit (node, sequence, \(AuditFields.columns), hash) VALUES \(.rows(rows))")
        }
    }

    /// Keeps `audit_open` in step: intents in, outcomes out.
    private func note(_ links: ArraySlice<Link>, on connection: any Connection) throws {
        let node = node.sqlValue
        func calls(_ kind: AuditRecord.Kind) -> [SQLValue] { links.filter { $0.fields.kind == kind.rawValue }.map { .text($0.fields.callID) } }
        try inStatements(calls(.intent)) { intents in
            try connection.execute("INSERT INTO audit_open (node, call_id) VALUES \(.rows(intents.map { [node, $0] }[...]))")
        }
        try inStatements(calls(.outcome)) { outcomes in
            try connection.execute("DELETE FROM audit_open WHERE node = \(node) AND call_id IN \(.rows([Array(outcomes)]))")
        }
    }

    /// Few sizes, so that the engine's statements are prepared once.
    private func inStatements<Item>(_ items: [Item], _ body: (ArraySlice<Item>) throws -> Void) throws {
        var rest = items[...]
        for size in Self.statementSizes {
            while rest.count >= size {
                try body(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
        }
    }

    static let broken = StoreError(
        .auditBroken, "the audit log was changed from outside, or the key file is not the one it was written with; run the command check")
}
