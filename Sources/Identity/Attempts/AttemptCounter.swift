import SQL
import SQLSyntax
import Store

/// The stored attempts of one key. A value that decides about the next attempt.
struct AttemptCounter: Hashable, Sendable {
    var attempts: Int
    /// Before this moment no attempt may be made; ``noWait`` while there is none to wait for.
    var next: Timestamp
    var last: Timestamp
    /// Up to when attempts were forgotten; the start of a window.
    var settled: Timestamp

    /// Long ago, and not when the counter was made: who began a moment before is counted later on a busy machine, and on a node whose clock is behind.
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

    /// Counts an attempt, which a success takes back with ``takeBack()``: attempts that run at once are counted all.
    /// - Returns: how long to wait when the attempt may not be made; it is not counted then.
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

    /// Takes one attempt back, and no wait that others brought about.
    mutating func takeBack() { attempts = max(0, attempts - 1) }

    /// When nothing of it counts any more.
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
    /// After some free attempts each further one has to wait, twice as long each time up to a limit, and never for ever, so that nobody can be locked
    /// out (A24).
    case delays(Delays)
    /// At most so many attempts in a window of time.
    case window(attempts: Int, length: Duration)

    struct Delays: Hashable, Sendable {
        /// Attempts before the first wait.
        let free: Int
        let firstWait: Duration
        let longestWait: Duration
        /// After so long without an attempt all is forgotten.
        let memory: Duration
        /// How often one attempt is forgotten; nil for never.
        var forgives: Duration?

        func wait(after rounds: Int) -> Duration { rounds >= 16 ? longestWait : min(longestWait, firstWait * (1 << rounds)) }
    }

    /// How long an attempt counts at most.
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

    /// The counter of a key, kept from others until the transaction ends; a new one when there is none.
    static func locked(_ key: AttemptKey, at time: Timestamp, on connection: any Connection) throws -> AttemptRow {
        let digest = key.digest.bytes
        // First, so that of two transactions that make the same counter the second waits and reads what the first made.
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
