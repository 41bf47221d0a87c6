/// Frames of `text/event-stream`, read as a client reads them (WHATWG HTML section 9.2).
struct Events {
    /// Kinds of the messages, each once.
    let words: String
    /// The last id.
    let lastID: String?

    /// - Throws: ``FuzzFailure`` for a frame that does not end, a line that is not a field, or data that is not a message on one line.
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
