/// The text of server-sent events (WHATWG HTML §9.2).
enum EventFrame {
    /// A comment, which clients drop.
    static let keepAlive = Array(": keep-alive\n\n".utf8)

    /// An event that carries one message on one line.
    static func message(_ json: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(json.count + head.count + 2)
        frame += head
        frame += singleLine(json)
        frame += end
        return frame
    }

    /// The same JSON without line ends; those inside strings are escaped already, all others are white space.
    static func singleLine(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: isLineEnd) else { return json }
        return json.map { isLineEnd($0) ? UInt8(ascii: " ") : $0 }
    }

    private static let head = Array("event: message\ndata: ".utf8)
    private static let end = Array("\n\n".utf8)

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
