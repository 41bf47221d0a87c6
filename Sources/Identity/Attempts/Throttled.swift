/// Too many wrong guesses or requests of this kind; this one was not examined.
package struct Throttled: Error, Hashable, Sendable {
    /// When the same call may be made again: for the header `Retry-After`.
    package let retryAfter: Duration

    /// Whole seconds, at least one.
    package var seconds: Int64 {
        let (seconds, rest) = retryAfter.components
        return max(1, seconds + (rest > 0 ? 1 : 0))
    }
}
