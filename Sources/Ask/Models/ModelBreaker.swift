/// A circuit breaker. It stops requests to a server that failed several times in a row, for longer each time.
struct ModelBreaker {
    /// Failures in a row before the first pause.
    static let tolerance = 3
    static let firstPause = Duration.seconds(10)
    static let longestPause = Duration.seconds(300)

    private var failures = 0
    private var openUntil: ContinuousClock.Instant?

    /// Whether a request may be sent. After a pause one request is let through. Others are refused until it has succeeded or failed.
    mutating func admits(at now: ContinuousClock.Instant) -> Bool {
        guard let end = openUntil else { return true }
        guard now >= end else { return false }
        openUntil = now + Self.firstPause
        return true
    }

    mutating func succeeded() { self = ModelBreaker() }

    mutating func failed(at now: ContinuousClock.Instant) {
        failures += 1
        guard failures >= Self.tolerance else { return }
        let doublings = min(failures - Self.tolerance, 8)
        openUntil = now + min(Self.longestPause, Self.firstPause * (1 << doublings))
    }
}
