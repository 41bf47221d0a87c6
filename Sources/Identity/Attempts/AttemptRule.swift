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
