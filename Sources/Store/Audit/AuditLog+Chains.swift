import SQL
import SQLSyntax
import Synchronization

/// Assigns chains to processes. Before its first row a process takes a chain that no living process holds; it ends the chain when it
/// closes. If a process died, another process ends its chain.
extension AuditLog {
    /// An upper bound, above the number of processes that run at once under one name.
    private static let maximumChains = 10_000

    /// The chain to which this process appends.
    func heldChain() async throws -> String {
        let (held, known) = state.withLock { ($0.node, $0.known) }
        if let held { return held }
        let (node, end) = try await database.write(.within(Store.patience)) { [self] in try take(known, on: $0) }
        state.withLock { state in
            state.node = node
            state.known[node] = end
        }
        return node
    }

    /// Writes the queue and ends the chain of this process. Running calls get the outcome `unknown`.
    func finish() async {
        await flush()
        guard let node = state.withLock({ $0.node }) else { return }
        state.withLock { $0.node = nil }
        let process = process
        // If the chain cannot be ended here, another process ends it, as after a kill.
        _ = try? await database.write(.within(Store.patience)) { [self] connection in
            guard let head = try AuditHead.locked(node, secrets, on: connection), head.process == process else { return }
            _ = try end(node, head, on: connection)
        }
        locks?.release(node)
    }

    /// Renews the lease of this process, and ends the chains of dead processes. A failure is retried in the next round.
    func attend() async {
        try? await renewLease()
        try? await endDeadChains()
    }

    /// Ends the chain of every dead process: gives its open intents the outcome `unknown` and appends an `end` row.
    func endDeadChains() async throws {
        let own = state.withLock { $0.node }
        let taken = try await database.read(.within(Store.patience)) { connection in
            try connection.all(of: "audit_heads", "SELECT node, lease_ends FROM audit_heads WHERE process IS NOT NULL") { row in
                (try row["node", .text], try row["lease_ends", .optional(.time)])
            }
        }
        for (node, leaseEnds) in taken where node != own {
            guard try await database.read(.within(Store.patience), { [self] in try isDead(node, leaseEnds, on: $0) }) else { continue }
            do {
                try await database.write(.within(Store.patience)) { [self] connection in
                    guard let head = try AuditHead.locked(node, secrets, on: connection), head.process != nil,
                        try isDead(node, head.leaseEnds, on: connection)
                    else { return }
                    _ = try end(node, head, on: connection)
                }
            } catch let error as StoreError where error.code == .auditBroken {
                // Nothing is appended to a chain that was changed from outside; `verify` reports it.
                continue
            }
        }
    }

    private func renewLease() async throws {
        guard case .lease(let duration) = liveness, let node = state.withLock({ $0.node }) else { return }
        let process = process
        let isOwn = try await database.write(.within(Store.patience)) { connection in
            let end = try Self.now(on: connection) + duration
            return try connection.execute("UPDATE audit_heads SET lease_ends = \(end) WHERE node = \(node) AND process = \(process)") > 0
        }
        if !isOwn { state.withLock { if $0.node == node { $0.node = nil } } }
    }

    private func take(_ known: [String: AuditChain], on connection: any Connection) throws -> (String, AuditChain) {
        for number in 1...Self.maximumChains {
            let node = number == 1 ? label : "\(label)-\(number)"
            let head = try AuditHead.locked(node, secrets, on: connection) ?? AuditHead.make(node, secrets, on: connection)
            try Self.check(head.chain, known[node])
            // An earlier attempt took the chain, but the result of its commit was lost.
            if head.process == process { return (node, head.chain) }
            if head.process != nil, try !isDead(node, head.leaseEnds, on: connection) { continue }
            if let locks, try !locks.take(node) { continue }
            let start = head.process == nil ? head.chain : try end(node, head, on: connection)
            let chain = try append([row(.begin, process, node)], to: node, after: start, on: connection)
            var leaseEnds: Timestamp?
            if case .lease(let duration) = liveness { leaseEnds = try Self.now(on: connection) + duration }
            try connection.execute("UPDATE audit_heads SET process = \(process), lease_ends = \(leaseEnds) WHERE node = \(node)")
            return (node, chain)
        }
        throw StoreError(.auditFull, "too many processes write to the audit log under one name")
    }

    /// Ends a chain whose head is locked.
    private func end(_ node: String, _ head: AuditHead, on connection: any Connection) throws -> AuditChain {
        let open = try connection.values(of: "audit_open", "SELECT call_id FROM audit_open WHERE node = \(node)", .text)
        let unknown = AuditOutcome(decision: .allowed, duration: .zero, outcome: .unknown)
        let outcomes = open.map { Link(AuditRecord.outcome(callID: $0, time: .now, unknown).fields, node: node) }
        let end = row(.end, head.process ?? "", node)
        let chain = try append((outcomes + [end])[...], to: node, after: head.chain, on: connection)
        try connection.execute("UPDATE audit_heads SET process = NULL, lease_ends = NULL WHERE node = \(node)")
        return chain
    }

    /// A row that is not a call: it names the process that begins or ends with the chain, and the process that wrote the row.
    private func row(_ kind: AuditRecord.Kind, _ holder: String, _ node: String) -> Link {
        Link(AuditFields(kind: kind.rawValue, callID: holder, time: .now, detail: #"{"by":"\#(process)"}"#), node: node)
    }

    private func isDead(_ node: String, _ leaseEnds: Timestamp?, on connection: any Connection) throws -> Bool {
        if let locks { return try !locks.isHeldByOther(node) }
        return try (leaseEnds ?? .earliest) <= Self.now(on: connection)
    }

    /// The time of the state's database, because the clocks of nodes may differ.
    private static func now(on connection: any Connection) throws -> Timestamp {
        guard connection.dialect == .postgresql else { return .now }
        return Timestamp(
            microseconds: try connection.number(of: "the clock", "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint"))
    }
}
