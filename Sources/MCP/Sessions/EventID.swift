/// The id of an event: the name of its stream and its number. Number 0 is the event that opens the stream.
struct EventID: Hashable, Sendable {
    let stream: String
    let number: Int

    init(stream: String, number: Int) {
        self.stream = stream
        self.number = number
    }

    /// Reads `Last-Event-ID`. Nil for a text that cannot be an event id.
    init?(_ text: String) {
        guard text.utf8.count <= 64, let dash = text.lastIndex(of: "-"), dash > text.startIndex else { return nil }
        let digits = text[text.index(after: dash)...]
        let stream = text[..<dash]
        guard let number = Int(digits), number >= 0, String(number) == digits, stream.utf8.allSatisfy(Self.isNameByte) else { return nil }
        self.init(stream: String(stream), number: number)
    }

    var text: String { "\(stream)-\(number)" }

    private static func isNameByte(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) }
}
