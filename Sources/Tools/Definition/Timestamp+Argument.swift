import Access
import Store

extension Timestamp {
    /// Parses the argument `expires`: a duration from now such as `30d`, or an RFC 3339 time; nil when absent.
    init?(endingAt text: String?) throws(Refusal) {
        guard let text else { return nil }
        if let time = Timestamp(rfc3339: text) {
            self = time
        } else if let duration = Duration(words: text) {
            self = .now + duration
        } else {
            throw Refusal(.invalidArgument, "argument 'expires': expected a duration such as 30d, or an RFC 3339 time")
        }
    }
}
