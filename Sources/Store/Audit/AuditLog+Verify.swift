import SQL
import Synchronization

extension AuditLog {
    /// Rows read in one transaction. Unit: rows.
    static let pageSize: Int64 = 1_000
    /// Time limit of one such transaction.
    static let patience = Duration.seconds(30)

    /// Verifies the chain of every node against its signed end.
    ///
    /// It finds changed rows, removed rows and truncated ends; rows before a signed checkpoint were removed by ``prune(before:)``. It
    /// cannot find one change: the whole database restored to an earlier state while no server runs (a running server remembers its chain's
    /// end).
    package func verify() async throws -> AuditVerification {
        await flush()
        let known = state.withLock { $0.known }
        var found = AuditVerification()
        for end in try await ends() {
            var isSigned = false
            if let stored = end.stored { isSigned = stored.chain.isSigned(by: stored.signature, node: end.node, secrets: secrets) }
            let isSetBack = (known[end.node]?.sequence ?? 0) > (end.stored?.chain.sequence ?? 0)
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

    /// The ends of all chains in one snapshot, including those of this process even if their rows are gone.
    private func ends() async throws -> [End] {
        let own = state.withLock { Set($0.known.keys) }
        return try await database.read(.within(Self.patience)) { connection in
            let heads = try connection.all(of: "audit_heads", "SELECT node, sequence, hash, signature FROM audit_heads") { row in
                let chain = AuditChain(sequence: try row["sequence", .integer], hash: try row["hash", .bytes])
                return (try row["node", .text], (chain: chain, signature: try row["signature", .bytes]))
            }
            let rows = try connection.all(of: "audit", "SELECT node, MAX(sequence) AS last FROM audit GROUP BY node") { row in
                (try row["node", .text], try row["last", .integer])
            }
            let stored = Dictionary(uniqueKeysWithValues: heads)
            let last = Dictionary(uniqueKeysWithValues: rows)
            return own.union(stored.keys).union(last.keys).sorted().map { End(node: $0, stored: stored[$0], lastRow: last[$0] ?? 0) }
        }
    }

    private func walk(_ end: End, _ found: inout AuditVerification) async throws {
        let node = end.node
        let last = end.lastRow
        var chain = AuditChain.start
        repeat {
            let from = chain
            let read = try await database.read(.within(Self.patience)) { [self] connection in
                try page(of: node, after: from, upTo: last, on: connection)
            }
            found.rows += read.rows
            for problem in read.problems { found.note(problem.kind, node: node, at: problem.sequence) }
            chain = read.end
            if read.rows == 0 { break }
        } while chain.sequence < last
        guard let stored = end.stored?.chain else { return }
        // Meanwhile a prune removed all rows that existed when this began.
        if chain.sequence > max(last, stored.sequence) { return }
        if chain.sequence < stored.sequence {
            found.note(.missing, node: node, at: chain.sequence + 1)
        } else if chain.sequence > stored.sequence {
            found.note(.added, node: node, at: stored.sequence + 1)
        } else if chain.hash != stored.hash {
            found.note(.changed, node: node, at: chain.sequence)
        }
    }

    struct Page: Sendable {
        var rows = 0
        var end: AuditChain
        var problems: [(kind: AuditVerification.Problem.Kind, sequence: Int64)] = []
    }

    /// Verifies the next rows of a chain, from its checkpoint if that is later.
    /// - Parameter isWanted: the page ends before the first row that is not wanted.
    func page(
        of node: String, after start: AuditChain, upTo last: Int64, on connection: any Connection,
        while isWanted: (AuditFields) -> Bool = { _ in true }
    ) throws -> Page {
        var page = Page(end: start)
        if let checkpoint = try AuditCheckpoint.find(node, on: connection), checkpoint.chain.sequence > start.sequence {
            if checkpoint.isSigned(node, secrets) {
                page.end = checkpoint.chain
            } else {
                page.problems.append((.checkpoint, checkpoint.chain.sequence))
            }
        }
        let statement: Statement = """
            SELECT sequence, hash, \(AuditFields.columns) FROM audit WHERE node = \(node) AND sequence > \(page.end.sequence) AND sequence <= \(last)
            ORDER BY sequence LIMIT \(Self.pageSize)
            """
        _ = try connection.query(statement, limits: .none, columns: { _ in }) { row in
            let stored = AuditChain(sequence: row.int(0) ?? 0, hash: row.bytes(1) ?? [])
            let fields = AuditFields(row, from: 2)
            guard isWanted(fields) else { return .stop }
            var expected = page.end
            if stored.sequence == expected.sequence + 1 {
                expected.append(fields.canonicalBytes(node: node))
                if expected != stored { page.problems.append((.changed, stored.sequence)) }
            } else {
                page.problems.append((.missing, expected.sequence + 1))
            }
            // Continues from the stored hash, so that each damaged row is reported once.
            page.end = stored
            page.rows += 1
            return .more
        }
        return page
    }
}

/// The result of verifying every chain of the audit log.
package struct AuditVerification: Hashable, Sendable {
    package struct Problem: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            /// A row's contents were changed, or the row before it was rewritten.
            case changed
            /// Rows were removed before this one, or from here to the chain's end.
            case missing
            /// Rows follow the chain's end.
            case added
            /// The chain's end was changed, removed, or set back.
            case end
            /// The checkpoint before the oldest row was changed.
            case checkpoint
        }

        package let kind: Kind
        package let node: String
        /// The first affected row.
        package let sequence: Int64
    }

    /// Rows that were read.
    package var rows = 0
    /// In the order of the chains, at most ``maximumProblems``.
    package private(set) var problems: [Problem] = []

    package static let maximumProblems = 1_000

    package var isIntact: Bool { problems.isEmpty }

    mutating func note(_ kind: Problem.Kind, node: String, at sequence: Int64) {
        if problems.count < Self.maximumProblems { problems.append(Problem(kind: kind, node: node, sequence: sequence)) }
    }
}
