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
