import SQL
import Store
import Synchronization

/// Whether the server is ready. It is not ready before it is composed, after a stop was requested, and while its state cannot be written.
package final class Readiness: Sendable {
    private struct Probe: Sendable {
        var time: ContinuousClock.Instant
        var isGood: Bool
    }

    /// How long the result of a check is reused.
    private static let interval = Duration.seconds(2)
    /// How long the write may take.
    private static let writeTimeout = Duration.seconds(3)

    private let reason = Mutex<String?>("starting")
    private let look = Mutex<Probe?>(nil)
    private let store: Store

    init(_ store: Store) { self.store = store }

    package func set(notReady why: String?) { reason.withLock { $0 = why } }

    /// Why the server is not ready. Nil if it is ready.
    package func notReady() async -> String? {
        if let reason = reason.withLock({ $0 }) { return reason }
        return await canWrite() ? nil : "state"
    }

    /// Tests the state with a write, because a full disk can still be read. The write skips one position of the node messages, which has no
    /// effect. It must change a value, because SQLite does not write an unchanged one.
    private func canWrite() async -> Bool {
        let now = ContinuousClock.now
        let known = look.withLock { look -> Bool? in
            if let last = look, now < last.time + Self.interval { return last.isGood }
            // Callers that ask during this check get the previous result.
            look = Probe(time: now, isGood: look?.isGood ?? true)
            return nil
        }
        if let known { return known }
        let isGood: Bool
        do {
            try await store.write(changesRights: false, within: Self.writeTimeout) {
                _ = try $0.execute("UPDATE node_mail_end SET position = position + 1 WHERE id = 1")
            }
            isGood = true
        } catch {
            // Failing calls log the cause.
            isGood = false
        }
        look.withLock { $0 = Probe(time: .now, isGood: isGood) }
        return isGood
    }
}
