import NIOHTTP1

/// The response to a head that is refused before any other code sees it.
struct HeadRefusal: Error {
    let status: Int
    let code: String
    let reason: String

    init(_ status: Int, _ code: String, _ reason: String) {
        self.status = status
        self.code = code
        self.reason = reason
    }

    /// A head that two readers could read differently, or that is none.
    init(_ reason: String) { self.init(400, "bad_head", reason) }

    /// - Parameter error: of the decoder.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self.init(431, "head_too_large", "The target and the header fields are too long, or too many")
        default: self.init("This is no request of HTTP/1.1")
        }
    }

    /// `{"error":…,"reason":…}`; both are ours and hold nothing that JSON escapes.
    var body: String { "{\"error\":\"\(code)\",\"reason\":\"\(reason)\"}" }
}
