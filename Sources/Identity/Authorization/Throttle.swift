import Store
import Synchronization

/// Slows down whoever guesses: after some free attempts each further one has to wait, twice as long each time up to a limit, and never for ever, so
/// that nobody can be locked out (A24). In memory, for each node by itself.
final class Throttle: Sendable {
    struct Rule: Hashable, Sendable {
        /// Attempts before the first wait.
        let free: Int
        let firstWait: Duration
        let longestWait: Duration
        /// After so long without an attempt all is forgotten.
        let memory: Duration
        /// How often one attempt is forgotten; nil for never.
        var forgives: Duration?

        static let account = Rule(free: 5, firstWait: .seconds(1), longestWait: .seconds(60), memory: .seconds(900))
        /// More than any one address can fill: it is allowed fewer attempts in the same time.
        static let everywhere = Rule(free: 40, firstWait: .seconds(30), longestWait: .seconds(30), memory: .seconds(900), forgives: .seconds(30))
        static let address = Rule(free: 30, firstWait: .seconds(1), longestWait: .seconds(60), memory: .seconds(900))
        static let secret = Rule(free: 10, firstWait: .seconds(1), longestWait: .seconds(300), memory: .seconds(900))
        static let userCode = Rule(free: 10, firstWait: .seconds(2), longestWait: .seconds(300), memory: .seconds(900))
    }

    private struct Entry {
        var attempts: Int
        var next: Timestamp
        var last: Timestamp
        /// Up to when attempts were forgotten.
        var forgiven: Timestamp

        init(at time: Timestamp) {
            attempts = 0
            next = time
            last = time
            forgiven = time
        }
    }

    private let rule: Rule
    /// Keys at most; any one makes room for another when it is reached.
    private let limit: Int
    private let entries = Mutex<[String: Entry]>([:])

    init(_ rule: Rule, limit: Int = 20_000) {
        self.rule = rule
        self.limit = limit
    }

    /// Counts an attempt, which a success takes back with ``forget(_:)``: attempts that run at once are counted all.
    /// - Returns: how long to wait when the attempt may not be made; it is not counted then.
    func attempt(_ key: String, at time: Timestamp) -> Duration? {
        entries.withLock { entries in
            var entry = entries[key] ?? Entry(at: time)
            if entry.last + rule.memory <= time { entry = Entry(at: time) }
            forgive(&entry, at: time)
            guard entry.next <= time else { return entry.next.since(time) }
            entry.attempts += 1
            entry.last = time
            if entry.attempts >= rule.free { entry.next = time + wait(after: entry.attempts - rule.free) }
            if entries.count >= limit, entries[key] == nil { entries.remove(at: entries.startIndex) }
            entries[key] = entry
            return nil
        }
    }

    /// Takes one attempt back, and no wait that others brought about.
    func takeBack(_ key: String) { entries.withLock { entries in entries[key].map { entry in entries[key]?.attempts = max(0, entry.attempts - 1) } } }

    private func forgive(_ entry: inout Entry, at time: Timestamp) {
        guard let step = rule.forgives, entry.forgiven < time else { return }
        let rounds = Int(time.since(entry.forgiven) / step)
        entry.attempts = max(0, entry.attempts - rounds)
        entry.forgiven = entry.attempts == 0 ? time : entry.forgiven + step * rounds
    }

    func forget(_ key: String) { entries.withLock { $0[key] = nil } }

    var count: Int { entries.withLock { $0.count } }

    private func wait(after rounds: Int) -> Duration { rounds >= 16 ? rule.longestWait : min(rule.longestWait, rule.firstWait * (1 << rounds)) }
}
