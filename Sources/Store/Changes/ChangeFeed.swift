import SQL
import Synchronization

/// Reports changes of rights made by this or another process.
///
/// A cached value is stored with the version that was read **before** the store was read. It is valid while ``isUnchanged(_:since:)`` holds
/// for the topics that it depends on.
///
/// A write of rights increments the one row of the table `changes` in its own transaction and adds its topics to `change_topics`.
/// ``run(clock:)`` polls for writes by other processes; they take effect within 2 s. When it cannot poll, everything counts as changed, so
/// no cache outlives its database.
package final class ChangeFeed: Sendable {
    /// Pause between polls: where the engine reports writes cheaply (SQLite), and where the row must be read (PostgreSQL).
    private static let cheapInterval = Duration.milliseconds(250)
    private static let plainInterval = Duration.milliseconds(500)
    private static let timeLimit = Duration.seconds(1)

    private struct Seen {
        /// The value of ``Database/changeCounter()``.
        var counter: Int64?
        /// The value of the row.
        var row: Int64?
    }

    /// Versions at which topics last changed.
    private struct TopicVersions {
        /// The last version at which everything changed.
        var everything: UInt64 = 1
        /// By ``ChangeTopic/number``; empty until the first topic changes.
        var topics: [UInt64] = []
    }

    private let current = Atomic<UInt64>(1)
    private let marks = Mutex(TopicVersions())
    private let seen = Mutex(Seen())
    private let database: any Database

    init(_ database: any Database) { self.database = database }

    /// Incremented whenever rights may have changed; never 0, which a cache may use for "never filled".
    package var version: UInt64 { current.load(ordering: .acquiring) }

    /// Whether a value read from the store at `version` or later is still valid: none of its topics has changed since.
    package func isUnchanged(_ topics: @autoclosure () -> [ChangeTopic], since version: UInt64) -> Bool {
        if version == self.version { return true }
        let topics = topics()
        return marks.withLock { marks in
            marks.everything <= version && (marks.topics.isEmpty || topics.allSatisfy { marks.topics[$0.number] <= version })
        }
    }

    /// The changes since an earlier version of the feed; they may include changes later than ``version``.
    package func changes(since version: UInt64) -> ChangedTopics {
        marks.withLock { marks in
            guard marks.everything <= version else { return .everything }
            return ChangedTopics(Set(marks.topics.indices.filter { marks.topics[$0] > version }.compactMap { ChangeTopic(number: Int64($0)) }))
        }
    }

    /// Invalidates every cache of rights in this process.
    package func bump() { note(.everything) }

    /// Sets the marks before the version, so that a reader of the new version sees them.
    func note(_ changed: ChangedTopics) {
        marks.withLock { marks in
            let version = current.load(ordering: .acquiring) &+ 1
            if changed.isEverything {
                marks.everything = version
            } else {
                if marks.topics.isEmpty { marks.topics = Array(repeating: 0, count: ChangeTopic.count) }
                for topic in changed.topics { marks.topics[topic.number] = version }
            }
            current.store(version, ordering: .releasing)
        }
    }

    /// Checks once for changes by other processes.
    package func poll() async throws {
        do {
            let counter = try database.changeCounter()
            let isUnchanged = seen.withLock { $0.row != nil && counter != nil && $0.counter == counter }
            if isUnchanged { return }
            let known = seen.withLock { $0.row }
            let (row, changed) = try await database.read(.within(Self.timeLimit)) { connection in
                let row = try Self.row(on: connection)
                return (row, try Self.changed(after: known, until: row, on: connection))
            }
            noteRow(row, changed, after: known, counter: counter)
        } catch {
            bump()
            throw error
        }
    }

    /// Polls until the task is cancelled.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        while !Task.isCancelled {
            // A failed poll has changed the version; the caches get the database's error when they load again.
            try? await poll()
            let interval = seen.withLock { $0.counter == nil } ? Self.plainInterval : Self.cheapInterval
            // Cancellation ends the sleep and then the loop.
            try? await clock.sleep(for: interval)
        }
    }

    /// Increments the row and stores the topics. Called at the end of a change's transaction, because other writers wait for the row.
    /// - Returns: the row's new value, for ``didCommit(_:_:)``.
    static func count(_ changed: ChangedTopics, on connection: any Connection) throws -> Int64 {
        try connection.execute("UPDATE changes SET version = version + 1 WHERE id = 1")
        let version = try row(on: connection)
        for number in changed.isEverything ? [everything] : changed.topics.map({ Int64($0.number) }) {
            try connection.execute("INSERT INTO change_topics (version, topic) VALUES (\(version), \(number))")
        }
        if version % (keptVersions / 10) == 0 {
            try connection.execute("DELETE FROM change_topics WHERE version <= \(version - keptVersions)")
        }
        return version
    }

    /// Records that a change of this process is durable: its caches must be invalidated at once, and the next poll need not report it.
    func didCommit(_ row: Int64, _ changed: ChangedTopics) {
        // Versions in between belong to other writers; the next poll reads their topics.
        seen.withLock { if $0.row == row - 1 { $0.row = row } }
        note(changed)
    }

    /// - Parameter known: the row's value before this poll began.
    private func noteRow(_ row: Int64, _ changed: ChangedTopics, after known: Int64?, counter: Int64?) {
        // The row decreases only when the database is replaced by an older copy: a backup, or a standby without the last changes.
        let isOlderCopy = known.map { row < $0 } ?? false
        let isNews = seen.withLock { seen in
            guard !isOlderCopy else {
                seen = Seen(counter: counter, row: row)
                return true
            }
            // Polls may overlap; the result of an older one is ignored.
            let isNews = row > seen.row ?? .min
            seen = Seen(counter: counter, row: max(row, seen.row ?? .min))
            return isNews
        }
        if isNews { note(changed) }
    }

    /// The topics in `change_topics` after the version `known`; everything when one of these versions is missing.
    private static func changed(after known: Int64?, until row: Int64, on connection: any Connection) throws -> ChangedTopics {
        guard let known, row > known, row - known <= keptVersions / 2 else { return .everything }
        var versions: Set<Int64> = []
        var topics: Set<ChangeTopic> = []
        let rows = try connection.all(
            of: "change_topics",
            "SELECT version, topic FROM change_topics WHERE version > \(known) AND version <= \(row) LIMIT \(maximumTopics)"
        ) { (try $0["version", .integer], ChangeTopic(number: try $0["topic", .integer])) }
        guard rows.count < maximumTopics else { return .everything }
        for (version, topic) in rows {
            guard let topic else { return .everything }
            versions.insert(version)
            topics.insert(topic)
        }
        return versions.count == row - known ? ChangedTopics(topics) : .everything
    }

    /// The number that stands for all topics in the table.
    private static let everything: Int64 = -1
    /// Versions that `change_topics` keeps at least.
    private static let keptVersions: Int64 = 2_000
    /// Most rows that one poll reads; with more, everything counts as changed.
    private static let maximumTopics = 10_000

    private static func row(on connection: any Connection) throws -> Int64 {
        try connection.number(of: "changes", "SELECT version FROM changes WHERE id = 1")
    }
}
