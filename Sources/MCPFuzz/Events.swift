/// Parses frames of `text/event-stream` as a client does (WHATWG HTML section 9.2).
struct Events {
    /// The distinct kinds of the messages.
    let words: String
    /// The last id.
    let lastID: String?

    /// - Throws: ``FuzzFailure`` for an unterminated frame, for a line that is not a field, and for data that is not a message on one line.
    init(_ bytes: [UInt8], _ input: FuzzInput) throws {
        var kinds: Set<String> = []
        var lastID: String?
        guard bytes.isEmpty || bytes.suffix(2) == [0x0A, 0x0A] else { throw FuzzFailure("a frame without an end", input) }
        guard !bytes.contains(0x0D) else { throw FuzzFailure("a second kind of line end", input) }
        var data: [UInt8]?
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.isEmpty {
                if let found = data, !found.isEmpty {
                    kinds.insert(try RequestTarget.words(found, input))
                }
                data = nil
            } else if line.first == UInt8(ascii: ":") {
                kinds.insert("comment")
            } else if line.starts(with: "data: ".utf8) {
                guard data == nil else { throw FuzzFailure("data on two lines", input) }
                data = Array(line.dropFirst(6))
            } else if line.starts(with: "id: ".utf8) {
                lastID = String(decoding: line.dropFirst(4), as: UTF8.self)
            } else if !line.starts(with: "event: ".utf8), !line.starts(with: "retry: ".utf8) {
                throw FuzzFailure("a line that is not a field", input)
            }
        }
        words = kinds.sorted().joined(separator: ", ")
        self.lastID = lastID
    }
}
