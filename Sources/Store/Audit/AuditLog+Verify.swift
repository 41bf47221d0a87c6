import SQL
import Synchronization

extension AuditLog {
    /// Rows read in one transaction. Unit: rows.
    private static let pageSize: Int64 = 1_000
    /// How long one such transaction may take.
    private static let patience = Duration.seconds(30)

    /// Walks the chain of every node and compares it with its signed end.
    ///
    /// A changed row, a removed one and a cut end are found. What cannot be found from inside the database alone: the whole database put back to an
    /// earlier state while no server runs (a running one remembers its chain's end).
    package func verify() async throws -> AuditVerification {
        await flush()
        let known = state.withLock { $0.known }
        var found = AuditVerification()
        for end in try await ends() {
            var isSigned = false
            if let stored = end.stored { isSigned = stored.chain.isSigned(by: stored.signature, node: end.node, secrets: secrets) }
            let isSetBack = end.node == node && (known?.sequence ?? 0) > (end.stored?.chain.sequence ?? 0)
            if !isSigned || isSetBack { found.note(.end, node: end.node, at: end.stored?.chain.sequence ?? 0) }
            try await walk(end, &found)
        }
        return found
    }

    private struct End: Sendable {
        let node: String
        let stored: (chain: AuditChain, signature: [UInt8])?
        /// The highest sequence number among the node's rows.
        let lastRow: Int64
    }

    /// The ends of all chains as one snapshot shows them, this node's also when nothing of it is left.
    private func ends() async throws -> [End] {
        let own = node
        return try await database.read(.within(Self.patience)) { connection in
            let heads = try connection.all("SELECT node, sequence, hash, signature FROM audit_heads") { row in
                (row.text(0) ?? "", (chain: AuditChain(sequence: row.int(1) ?? 0, hash: row.bytes(2) ?? []), signature: row.bytes(3) ?? []))
            }
            let rows = try connection.all("SELECT node, MAX(sequence) FROM audit GROUP BY node") { ($0.text(0) ?? "", $0.int(1) ?? 0) }
            let stored = Dictionary(uniqueKeysWithValues: heads)
            let last = Dictionary(uniqueKeysWithValues: rows)
            var nodes = Set(stored.keys).union(last.keys)
            if self.state.withLock({ $0.known != nil }) { nodes.insert(own) }
            return nodes.sorted().map { End(node: $0, stored: stored[$0], lastRow: last[$0] ?? 0) }
        }
    }

    private func walk(_ end: End, _ found: inout AuditVerification) async throws {
        let node = end.node
        let last = end.lastRow
        var chain = AuditChain.start
        while chain.sequence < last {
            let from = chain
            let page = try await database.read(.within(Self.patience)) { connection in
                try Self.page(of: node, after: from, upTo: last, on: connection)
            }
            found.rows += page.rows
            for problem in page.problems { found.note(problem.kind, node: node, at: problem.sequence) }
            if page.rows == 0 { break }
            chain = page.end
        }
        guard let stored = end.stored?.chain else { return }
        if chain.sequence < stored.sequence {
            found.note(.missing, node: node, at: chain.sequence + 1)
        } else if chain.sequence > stored.sequence {
            found.note(.added, node: node, at: stored.sequence + 1)
        } else if chain.hash != stored.hash {
            found.note(.changed, node: node, at: chain.sequence)
        }
    }

    private struct Page: Sendable {
        var rows = 0
        var end: AuditChain
        var problems: [(kind: AuditVerification.Problem.Kind, sequence: Int64)] = []
    }

    private static func page(of node: String, after start: AuditChain, upTo last: Int64, on connection: any Connection) throws -> Page {
        var page = Page(end: start)
        let statement: Statement = """
            SELECT sequence, hash, \(AuditFields.columns) FROM audit WHERE node = \(node) AND sequence > \(start.sequence) AND sequence <= \(last)
            ORDER BY sequence LIMIT \(pageSize)
            """
        _ = try connection.query(statement, limits: .none, columns: { _ in }) { row in
            let stored = AuditChain(sequence: row.int(0) ?? 0, hash: row.bytes(1) ?? [])
            var expected = page.end
            if stored.sequence == expected.sequence + 1 {
                expected.append(AuditFields(row, from: 2).canonicalBytes(node: node))
                if expected != stored { page.problems.append((.changed, stored.sequence)) }
            } else {
                page.problems.append((.missing, expected.sequence + 1))
            }
            // Going on from what is stored names each damaged row once.
            page.end = stored
            page.rows += 1
            return .more
        }
        return page
    }
}
