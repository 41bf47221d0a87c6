import SQL
import Synchronization

/// Tells when rights may have changed, here or in another process: every cache of rights keeps the version it was filled at, read **before** it
/// was filled, and fills itself again when ``version`` differs.
///
/// Writers of rights count up the one row of the table `changes` in their own transaction. ``run(clock:)`` looks for what other processes wrote
/// and takes effect within 2 s. When it cannot look, the version changes as well, so that no cache outlives the database it came from.
package final class ChangeFeed: Sendable {
    /// How often to look where the engine tells cheaply that somebody wrote (SQLite), and where the row must be read (PostgreSQL).
    private static let cheapInterval = Duration.milliseconds(250)
    private static let plainInterval = Duration.milliseconds(500)
    private static let patience = Duration.seconds(1)

    private struct Seen {
        /// Of ``Database/changeCounter()``.
        var counter: Int64?
        /// Of the row.
        var row: Int64?
    }

    private let current = Atomic<UInt64>(1)
    private let seen = Mutex(Seen())
    private let database: any Database

    init(_ database: any Database) { self.database = database }

    /// Counts up whenever rights may have changed; never 0, which a cache may use for "never filled".
    package var version: UInt64 { current.load(ordering: .acquiring) }

    /// Makes every cache of rights in this process fill itself again.
    package func bump() { current.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Looks once for changes by other processes.
    package func poll() async throws {
        do {
            let counter = try database.changeCounter()
            let isUnchanged = seen.withLock { $0.row != nil && counter != nil && $0.counter == counter }
            if isUnchanged { return }
            let row = try await database.read(.within(Self.patience)) { try Self.row(on: $0) }
            noteRow(row, counter: counter)
        } catch {
            bump()
            throw error
        }
    }

    /// Polls until the task is cancelled.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        while !Task.isCancelled {
            // A failed look has changed the version, and the caches report the database's state when they fill themselves.
            try? await poll()
            let interval = seen.withLock { $0.counter == nil } ? Self.plainInterval : Self.cheapInterval
            // Cancellation ends the sleep, and the loop with it.
            try? await clock.sleep(for: interval)
        }
    }

    /// Counts up the row inside the transaction of a change; the last statement of it, since others wait for the row.
    /// - Returns: the row's new value, for ``didCommit(_:)``.
    static func count(on connection: any Connection) throws -> Int64 {
        try connection.execute("UPDATE changes SET version = version + 1 WHERE id = 1")
        return try row(on: connection)
    }

    /// A change of this process is durable: its caches must follow at once, and the next poll need not tell it again.
    func didCommit(_ row: Int64) {
        seen.withLock { if let known = $0.row { $0.row = max(known, row) } }
        bump()
    }

    private func noteRow(_ row: Int64, counter: Int64?) {
        let isNews = seen.withLock { seen in
            // Two polls may overlap: the row never counts down, so an older reading is no news.
            let isNews = row > seen.row ?? .min
            seen = Seen(counter: counter, row: max(row, seen.row ?? .min))
            return isNews
        }
        if isNews { bump() }
    }

    private static func row(on connection: any Connection) throws -> Int64 {
        try connection.first("SELECT version FROM changes WHERE id = 1") { $0.int(0) ?? 0 } ?? 0
    }
}
