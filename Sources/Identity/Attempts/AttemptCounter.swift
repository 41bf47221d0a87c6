import SQL
import SQLSyntax
import Store

/// The stored attempts of one key, as a value that decides about the next attempt.
struct AttemptCounter: Hashable, Sendable {
    var attempts: Int
    /// The earliest time of the next attempt; ``noWait`` if there is no wait.
    var next: Timestamp
    var last: Timestamp
    /// The time up to which attempts were forgiven; the start of a window.
    var settled: Timestamp

    /// A time far in the past, and not the time when the counter was made: an attempt that began slightly earlier may be counted later on a
    /// busy machine or on a node whose clock is slow.
    static let noWait = Timestamp(microseconds: 0)

    init(at time: Timestamp) {
        self.init(attempts: 0, next: Self.noWait, last: time, settled: time)
    }

    init(attempts: Int, next: Timestamp, last: Timestamp, settled: Timestamp) {
        self.attempts = attempts
        self.next = next
        self.last = last
        self.settled = settled
    }

    /// Counts an attempt; a success removes it with ``takeBack()``. So simultaneous attempts are all counted.
    /// - Returns: the wait when the attempt is not allowed; it is not counted then.
    mutating func attempt(_ rule: AttemptRule, at time: Timestamp) -> Duration? {
        switch rule {
        case .delays(let delays):
            if last + delays.memory <= time { self = AttemptCounter(at: time) }
            forgive(every: delays.forgives, at: time)
            guard next <= time else { return next.since(time) }
            if attempts + 1 >= delays.free { next = time + delays.wait(after: attempts + 1 - delays.free) }
        case .window(let limit, let length):
            if settled + length <= time { self = AttemptCounter(at: time) }
            guard attempts < limit else { return (settled + length).since(time) }
        }
        attempts += 1
        last = time
        return nil
    }

    /// Removes one attempt, but no wait that other attempts caused.
    mutating func takeBack() { attempts = max(0, attempts - 1) }

    /// The time after which the counter has no effect.
    func end(_ rule: AttemptRule) -> Timestamp { max(last + rule.memory, next) }

    private mutating func forgive(every step: Duration?, at time: Timestamp) {
        guard let step, settled < time else { return }
        let rounds = Int(time.since(settled) / step)
        attempts = max(0, attempts - rounds)
        settled = attempts == 0 ? time : settled + step * rounds
    }
}

/// How many attempts of one kind are allowed.
enum AttemptRule: Hashable, Sendable {
    /// After some free attempts each further one has to wait, twice as long each time up to a limit. There is no permanent lock, so that
    /// nobody can be locked out (A24).
    case delays(Delays)
    /// A maximum number of attempts in a window of time.
    case window(attempts: Int, length: Duration)

    struct Delays: Hashable, Sendable {
        /// Attempts before the first wait.
        let free: Int
        let firstWait: Duration
        let longestWait: Duration
        /// Time without an attempt after which all attempts are forgotten.
        let memory: Duration
        /// Interval at which one attempt is forgiven; nil for never.
        var forgives: Duration?

        func wait(after rounds: Int) -> Duration { rounds >= 16 ? longestWait : min(longestWait, firstWait * (1 << rounds)) }
    }

    /// Longest time for which an attempt counts.
    var memory: Duration {
        switch self {
        case .delays(let delays): delays.memory
        case .window(_, let length): length
        }
    }
}

/// One counter in the table `attempts`.
struct AttemptRow {
    let key: AttemptKey
    var counter: AttemptCounter

    /// The counter of a key, locked until the transaction ends; a new one if there is none.
    static func locked(_ key: AttemptKey, at time: Timestamp, on connection: any Connection) throws -> AttemptRow {
        let digest = key.digest.bytes
        // Done first, so that of two transactions that create the same counter the second waits and reads the first one's row.
        try connection.execute(
            """
            INSERT INTO attempts (hash, attempts, next_at, last_at, settled_at, ends_at)
            VALUES (\(digest), 0, \(AttemptCounter.noWait), \(time), \(time), \(time)) ON CONFLICT (hash) DO NOTHING
            """)
        return try existing(key, on: connection) ?? AttemptRow(key: key, counter: AttemptCounter(at: time))
    }

    static func existing(_ key: AttemptKey, on connection: any Connection) throws -> AttemptRow? {
        let lock: Statement = connection.dialect == .postgresql ? " FOR UPDATE" : ""
        return try connection.first(
            of: "attempts", "SELECT hash, attempts, next_at, last_at, settled_at FROM attempts WHERE hash = \(key.digest.bytes)\(lock)"
        ) { row in
            let counter = AttemptCounter(
                attempts: try row["attempts", .int], next: try row["next_at", .time], last: try row["last_at", .time],
                settled: try row["settled_at", .time])
            return AttemptRow(key: key, counter: counter)
        }
    }

    func save(on connection: any Connection) throws {
        try connection.execute(
            """
            UPDATE attempts SET attempts = \(Int64(counter.attempts)), next_at = \(counter.next), last_at = \(counter.last),
            settled_at = \(counter.settled), ends_at = \(counter.end(key.rule)) WHERE hash = \(key.digest.bytes)
            """)
    }
}
