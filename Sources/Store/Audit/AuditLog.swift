import SQL
import Synchronization

/// The append-only log of every call, one hash chain a node.
///
/// A writing call is logged as an intent before it runs and as an outcome after; a reading call as one row after it ran. Rows reach the database
/// in groups: an intent before ``begin(_:)`` returns, all else within 50 ms while ``run(clock:)`` runs. What cannot be logged must not run: both
/// ways in throw when the queue is full or the chain broken.
package final class AuditLog: Sendable {
    /// Most rows in memory.
    package static let capacity = 100_000
    private static let interval = Duration.milliseconds(50)

    struct State {
        var queue: AuditQueue
        /// Set when the chain in the database is not the one this log wrote; never unset.
        var broken: StoreError?
        /// The end of the chain as this process last wrote it.
        var known: AuditChain?
        /// A group whose commit may or may not have happened: the chain's end after it, and how many of its rows went back to the queue.
        var doubtful: (end: AuditChain, rows: Int)?
    }

    let database: any Database
    let secrets: SecretBox
    /// Names this server's chain.
    package let node: String
    let state: Mutex<State>
    private let process = String(UInt64.random(in: .min ... .max), radix: 36)
    private let calls = Atomic<UInt64>(0)

    init(_ database: any Database, secrets: SecretBox, node: String, capacity: Int = AuditLog.capacity) {
        self.database = database
        self.secrets = secrets
        self.node = node
        state = Mutex(State(queue: AuditQueue(capacity: capacity)))
    }

    /// An id for the next call, unique in the instance.
    package func makeCallID() -> String {
        process + "-" + String(calls.wrappingAdd(1, ordering: .relaxed).newValue, radix: 36)
    }

    /// How many rows wait in memory; a metric.
    package var queueLength: Int { state.withLock { $0.queue.count } }

    /// Makes the intent of a writing call durable.
    /// - Throws: when it is not; then the call must not run.
    package func begin(_ intent: AuditCall) async throws -> AuditTicket {
        try await durably { $0.add(.intent(intent), waiter: $1) }
        return AuditTicket(callID: intent.id)
    }

    /// Queues the outcome of a writing call. Its place was kept by ``begin(_:)``, so that it is never refused.
    package func end(_ ticket: AuditTicket, _ outcome: AuditOutcome) {
        let record = AuditRecord.outcome(callID: ticket.callID, time: .now, outcome)
        state.withLock { $0.queue.addOwed(record) }
    }

    /// Queues a reading call with its outcome.
    /// - Throws: `StoreError` `audit_full` or `audit_broken`; then the result must not be sent.
    package func record(_ call: consuming AuditCall, _ outcome: AuditOutcome) throws {
        let record = AuditRecord.call(call, outcome)
        let refusal: StoreError? = state.withLock { state in
            if let broken = state.broken { return broken }
            return state.queue.add(record) ? nil : Self.full
        }
        if let refusal { throw refusal }
    }

    /// Returns when everything queued before is durable, or could not be written and waits for the next attempt.
    package func flush() async {
        if state.withLock({ $0.queue.isEmpty }) { return }
        // Rows that could not be written are still in the queue, and the calls that depend on them have been told.
        try? await durably { $0.addMark($1) }
    }

    /// Writes what is queued every 50 ms until the task is cancelled, and once more then.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        while !Task.isCancelled {
            // Cancellation ends the sleep, and the loop with it.
            try? await clock.sleep(for: Self.interval)
            await flush()
        }
    }

    /// Gives every intent that an earlier process of this node left open the outcome `unknown`.
    func recover() async throws {
        let node = node
        let open = try await database.read(.within(Store.patience)) { connection in
            try connection.all("SELECT call_id FROM audit_open WHERE node = \(node)") { $0.text(0) ?? "" }
        }
        guard !open.isEmpty else { return }
        let time = Timestamp.now
        let outcome = AuditOutcome(decision: .allowed, duration: .zero, outcome: .unknown)
        state.withLock { state in
            for callID in open { state.queue.addOwed(.outcome(callID: callID, time: time, outcome)) }
        }
        try await durably { $0.addMark($1) }
    }

    /// Adds an entry and returns when it is durable.
    private func durably(_ add: (inout AuditQueue, AuditQueue.Waiter) -> AuditQueue.Admission) async throws {
        try await withCheckedThrowingContinuation { (waiter: AuditQueue.Waiter) in
            let admission: Result<AuditQueue.Admission, StoreError> = state.withLock { state in
                if let broken = state.broken { return .failure(broken) }
                return .success(add(&state.queue, waiter))
            }
            switch admission {
            case .failure(let broken): waiter.resume(throwing: broken)
            case .success(.refused): waiter.resume(throwing: Self.full)
            case .success(.waits): break
            // Of no call's own: the end of the call that happens to come first must not end the writing for the others.
            case .success(.writes): Task { await drain() }
            }
        }
    }

    private static let full = StoreError(.auditFull, "the audit log cannot be written fast enough; try again later")
}
