import SQL
import Store
import Synchronization

/// Whether the server is ready: not before it is composed, not after a stop was requested, and not while its state cannot be written.
package final class Readiness: Sendable {
    private struct Probe: Sendable {
        var time: ContinuousClock.Instant
        var isGood: Bool
    }

    /// What one look at the state is good for, however many ask.
    private static let interval = Duration.seconds(2)
    /// How long the state may take.
    private static let patience = Duration.seconds(3)

    private let reason = Mutex<String?>("starting")
    private let look = Mutex<Probe?>(nil)
    private let store: Store

    init(_ store: Store) { self.store = store }

    package func set(notReady why: String?) { reason.withLock { $0 = why } }

    /// Why it is not ready; nil when it is.
    package func notReady() async -> String? {
        if let reason = reason.withLock({ $0 }) { return reason }
        return await canWrite() ? nil : "state"
    }

    /// Tries the state by a write, since a full disk is read as well as any: it leaves one position of the mail empty, which nobody misses. A value that
    /// stays what it was, SQLite does not write.
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
            try await store.write(changesRights: false, within: Self.patience) {
                _ = try $0.execute("UPDATE node_mail_end SET position = position + 1 WHERE id = 1")
            }
            isGood = true
        } catch {
            // Calls say why in the log.
            isGood = false
        }
        look.withLock { $0 = Probe(time: .now, isGood: isGood) }
        return isGood
    }
}
