import Crypto
import Notation
import SQL
import Synchronization

/// The append-only log of every call, with one hash chain for each running process.
///
/// A writing call, and a question, is logged as an intent before it runs and as an outcome after it; any other reading call as one row
/// after it ran. Rows reach the database in groups: an intent before ``begin(_:)`` returns, all other rows within 50 ms while
/// ``run(clock:)`` runs. A call that cannot be logged must not run: ``begin(_:)`` and ``record(_:_:)`` throw when the queue is full or the
/// chain broken.
package final class AuditLog: Sendable {
    /// Most rows in memory.
    package static let capacity = 100_000
    static let interval = Duration.milliseconds(50)

    struct State {
        var queue: AuditQueue
        /// Set when the chain in the database is not the one this log wrote; never reset.
        var broken: StoreError?
        /// The chain that this process holds; nil before its first row, and after another process took it for dead.
        var node: String?
        /// The end of each chain that this process has held, as it last wrote it.
        var known: [String: AuditChain] = [:]
        /// Groups whose commit is uncertain, the newest last.
        var doubts: [Doubt] = []
    }

    /// A group whose commit is uncertain.
    struct Doubt {
        let node: String
        /// The chain's end after the group.
        let end: AuditChain
        /// Number of rows at the front of the queue that are written if the group was committed.
        let rows: Int
    }

    let database: any Database
    let secrets: SecretBox
    /// Name of this process's chain; further processes with the same name have `NAME-2` and so on.
    let label: String
    let liveness: NodeLiveness
    let locks: NodeLocks?
    let state: Mutex<State>
    let process = String(UInt64.random(in: .min ... .max), radix: 36)
    private let calls = Atomic<UInt64>(0)

    init(
        _ database: any Database, secrets: SecretBox, node label: String, liveness: NodeLiveness = .lease(NodeLiveness.defaultLease),
        capacity: Int = AuditLog.capacity
    ) {
        self.database = database
        self.secrets = secrets
        self.label = label
        self.liveness = liveness
        locks = if case .lockFile(let path) = liveness { NodeLocks(path) } else { nil }
        state = Mutex(State(queue: AuditQueue(capacity: capacity)))
    }

    /// An id for the next call, unique in the instance.
    package func makeCallID() -> String {
        "\(process)-\(calls.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    /// How many rows wait in memory; a metric.
    package var queueLength: Int { state.withLock { $0.queue.count } }

    /// Makes the intent of a call durable.
    /// - Throws: when it is not durable; then the call must not run.
    package func begin(_ intent: AuditCall) async throws -> AuditTicket {
        try await durably { $0.add(.intent(intent), waiter: $1) }
        return AuditTicket(callID: intent.id)
    }

    /// Queues the outcome of a call with an intent. ``begin(_:)`` reserved its entry in the queue, so it is never refused.
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

    /// Returns when all earlier entries are durable, or could not be written and wait for the next attempt.
    package func flush() async {
        if state.withLock({ $0.queue.isEmpty }) { return }
        // Unwritten rows are still in the queue, and the calls that depend on them have been resumed.
        try? await durably { $0.addMark($1) }
    }

    /// Writes the queue every 50 ms until the task is cancelled, and once more then. It also shows other processes that this one is alive,
    /// and ends the chains of dead ones.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        var next = ContinuousClock.now
        while !Task.isCancelled {
            if next <= .now {
                await attend()
                next = .now + liveness.interval
            }
            // Cancellation ends the sleep and then the loop.
            try? await clock.sleep(for: Self.interval)
            await flush()
        }
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
            // Not part of any call, because the end of the first call must not end the writing for the others. It begins on this thread,
            // which passes the rows to the database's thread.
            case .success(.writes): Task.immediate { await drain() }
            }
        }
    }

    private static let full = StoreError(.auditFull, "the audit log cannot be written fast enough; try again later")
}

extension AuditLog {
    private static let name = "definitions"
    /// Longer than any server stays down.
    private static let lifetime = Duration.seconds(3650 * 24 * 3600)

    /// Logs a change of the tool definitions since the last start: a row of `tools/list` by the caller `server`, with the new and the
    /// previous hash (`sha256:…`) as its objects.
    /// - Parameters:
    ///   - text: all definitions, in a stable order.
    ///   - kept: stores the last hash.
    /// - Returns: whether the definitions changed. The first start has no previous hash and logs its own.
    package func noteDefinitions(_ text: [UInt8], in kept: SharedValues) async throws -> Bool {
        let hash = "sha256:" + Hexadecimal.encode(SHA256.hash(data: text))
        let before = try await kept.value(Self.name).map { String(decoding: $0, as: UTF8.self) }
        guard before != hash else { return false }
        let call = AuditCall(
            id: makeCallID(), organization: nil, workspace: nil, caller: "server", tool: "tools/list",
            objects: [hash] + (before.map { ["before " + $0] } ?? []))
        try record(call, AuditOutcome(duration: .zero, outcome: .ok))
        try await kept.save(Array(hash.utf8), as: Self.name, for: Self.lifetime)
        return before != nil
    }
}
