import SQL
package import Store
import Synchronization

/// When each key was last used, kept in memory and written once a minute, so that no call waits for a write.
package final class KeyUses: Sendable {
    private let store: Store
    private let latest = Mutex<[APIKeyID: Timestamp]>([:])

    package init(store: Store) { self.store = store }

    /// Records a use. Only for existing keys, so that their number limits the memory.
    func note(_ key: APIKeyID, at time: Timestamp) { latest.withLock { $0[key] = time } }

    /// Writes every use since the last flush in one transaction, which is not a change of rights. Unwritten uses are kept for the next
    /// flush.
    package func flush() async throws {
        let uses = latest.withLock { latest in
            defer { latest = [:] }
            return latest
        }
        guard !uses.isEmpty else { return }
        do {
            try await store.write(changesRights: false) { connection in
                for (key, time) in uses.sorted(by: { $0.key < $1.key }) {
                    try connection.execute(
                        "UPDATE api_keys SET last_used_at = \(time) WHERE id = \(key) AND (last_used_at IS NULL OR last_used_at < \(time))")
                }
            }
        } catch {
            latest.withLock { $0.merge(uses) { newer, _ in newer } }
            throw error
        }
    }

    /// Flushes until the task is cancelled. Later uses need one last ``flush()``.
    /// - Parameter failed: called for each failed flush; the next one tries again.
    package func run(every interval: Duration = .seconds(60), failed: @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: interval)
                try await flush()
            } catch is CancellationError {
                return
            } catch {
                failed(error)
            }
        }
    }
}
