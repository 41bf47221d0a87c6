import Store
import Synchronization

/// The value of the `Date` field (RFC 9110 section 5.6.7), made once a second.
final class HTTPDate: Sendable {
    private let known = Mutex<(second: Int64, text: String)>((-1, ""))

    var now: String {
        let time = Timestamp.now
        let second = time.microseconds / 1_000_000
        return known.withLock { known in
            if known.second != second { known = (second, time.httpDate) }
            return known.text
        }
    }
}
