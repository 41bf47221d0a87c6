import SQL
import SQLSyntax
import Synchronization

extension AuditLog {
    /// Most rows in one transaction, so that other writers do not wait long. Unit: rows.
    private static let groupSize = 1_000
    /// Rows in one statement. Unit: rows.
    private static let statementSizes = [64, 8, 1]

    /// Writes the queue, group by group, until it is empty or a group fails.
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

    /// One row to be written. A class, because each step passes all of them on.
    final class Link: Sendable {
        let fields: AuditFields
        let canonicalBytes: [UInt8]
        /// Whether the row returns to the queue when the group fails.
        let isKept: Bool

        init(_ fields: AuditFields, node: String, isKept: Bool = false) {
            self.fields = fields
            canonicalBytes = fields.canonicalBytes(node: node)
            self.isKept = isKept
        }
    }

    private func write(_ entries: ArraySlice<AuditQueue.Entry>) async throws {
        guard entries.contains(where: { $0.record != nil }) else { return }
        do {
            try await write(entries, to: try await heldChain())
        } catch is ChainEndedElsewhere {
            state.withLock { $0.node = nil }
            try await write(entries, to: try await heldChain())
        }
    }

    /// Another process took this one for dead and ended its chain.
    private struct ChainEndedElsewhere: Error {}

    private func write(_ entries: ArraySlice<AuditQueue.Entry>, to node: String) async throws {
        let known = state.withLock { $0.known[node] }
        let end = try await database.write(.within(Store.patience)) { [self] connection in
            // Done here, because the call that starts the writing may run on an event loop, which has no time for many rows.
            let all = entries.compactMap { entry in entry.record.map { Link($0.fields, node: node, isKept: entry.waiter == nil) } }
            guard let head = try AuditHead.locked(node, secrets, on: connection) else { throw Self.broken }
            try Self.check(head.chain, known)
            guard head.process == process else { throw ChainEndedElsewhere() }
            let committed = try lastCommitted(on: connection)
            let links = all.dropFirst(committed?.rows ?? 0)
            if links.isEmpty { return head.chain }
            return try append(links, to: node, after: head.chain, on: connection) { [self] end in
                noteDoubt(Doubt(node: node, end: end, rows: all.count { $0.isKept }), after: committed)
            }
        }
        state.withLock { state in
            state.known[node] = end
            state.doubts = []
        }
    }

    /// The last group that was committed although its commit seemed to fail. Its last row is then in the chain, and its rows must not be
    /// written again.
    private func lastCommitted(on connection: any Connection) throws -> Doubt? {
        try state.withLock { $0.doubts }.last { doubt in
            try connection.first(
                "SELECT 1 FROM audit WHERE node = \(doubt.node) AND sequence = \(doubt.end.sequence) AND hash = \(doubt.end.hash)"
            ) { _ in true } != nil
        }
    }

    /// Records that a group's commit is uncertain. The previous uncertain group is kept, because its rows stay in the queue until a group
    /// succeeds.
    private func noteDoubt(_ doubt: Doubt, after committed: Doubt?) {
        state.withLock { $0.doubts = (committed.map { [$0] } ?? []) + [doubt] }
    }

    /// - Throws: `StoreError` `audit_broken` when a chain's end is older than the one that this process wrote, or differs from it:
    ///   appending would hide that.
    static func check(_ chain: AuditChain, _ known: AuditChain?) throws {
        guard let known else { return }
        if chain.sequence < known.sequence || (chain.sequence == known.sequence && chain != known) { throw broken }
    }

    /// Appends rows to a chain whose head is locked, and signs its new end.
    /// - Parameter note: receives the new end before anything is written.
    func append(
        _ links: ArraySlice<Link>, to node: String, after start: AuditChain, on connection: any Connection, _ note: (AuditChain) -> Void = { _ in }
    ) throws -> AuditChain {
        var chain = start
        let chains = links.map { link in
            chain.append(link.canonicalBytes)
            return chain
        }
        note(chain)
        try insert(links, at: chains, of: node, on: connection)
        try keepOpenIntents(links, of: node, on: connection)
        try connection.execute(
            """
            UPDATE audit_heads SET sequence = \(chain.sequence), hash = \(chain.hash),
            signature = \(chain.signature(node: node, by: secrets)) WHERE node = \(node)
            """)
        return chain
    }

    private func insert(_ links: ArraySlice<Link>, at chains: [AuditChain], of node: String, on connection: any Connection) throws {
        let node = node.sqlValue
        // A failed write is rolled back as a whole. With plain INSERT, SQLite would write a statement journal to a file.
        let insert: Statement = connection.dialect == .sqlite ? "INSERT OR FAIL" : "INSERT"
        try inStatements(zip(links, chains).map { $0.fields.row(of: node, at: $1) }) { rows in
            try connection.execute("\(insert) INTO audit (node, sequence, \(AuditFields.columns), hash) VALUES \(.rows(rows))")
        }
    }

    /// Updates `audit_open`: adds intents and removes those that have an outcome.
    private func keepOpenIntents(_ links: ArraySlice<Link>, of node: String, on connection: any Connection) throws {
        let node = node.sqlValue
        func calls(_ kind: AuditRecord.Kind) -> [SQLValue] { links.filter { $0.fields.kind == kind.rawValue }.map { .text($0.fields.callID) } }
        try inStatements(calls(.intent)) { intents in
            try connection.execute("INSERT INTO audit_open (node, call_id) VALUES \(.rows(intents.map { [node, $0] }[...]))")
        }
        try inStatements(calls(.outcome)) { outcomes in
            try connection.execute("DELETE FROM audit_open WHERE node = \(node) AND call_id IN \(.rows([Array(outcomes)]))")
        }
    }

    /// Splits rows into statements of few different sizes, so that the engine prepares each once.
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
