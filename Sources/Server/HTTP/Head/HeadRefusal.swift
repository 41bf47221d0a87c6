import NIOHTTP1

/// The answer to a head that nothing behind sees.
struct HeadRefusal: Error {
    struct Answer {
        let status: Int
        let code: String

        static func plain(_ status: Int, _ code: String) -> Answer { Answer(status: status, code: code) }
    }

    let answer: Answer
    let reason: String

    init(_ answer: Answer, _ reason: String) {
        self.answer = answer
        self.reason = reason
    }

    /// - Parameter error: of the decoder.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self.init(.plain(431, "head_too_large"), "The target and the header fields are too long, or too many")
        default: self.init(.plain(400, "bad_head"), "This is no request of HTTP/1.1")
        }
    }

    /// `{"error":…,"reason":…}`; both are ours and hold nothing that JSON escapes.
    var body: String { "{\"error\":\"\(answer.code)\",\"reason\":\"\(reason)\"}" }
}
