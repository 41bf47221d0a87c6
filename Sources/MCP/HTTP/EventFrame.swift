/// Formats server-sent events (WHATWG HTML §9.2).
enum EventFrame {
    /// A comment, which clients ignore.
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

    /// An event that carries one message on one line, with the id from which the stream can be resumed.
    static func message(_ json: [UInt8], id: EventID) -> [UInt8] { Array("id: \(id.text)\n".utf8) + message(json) }

    /// An event without a message. It opens a stream and gives it the first id from which it can be resumed.
    static func priming(_ id: EventID, retry: Duration) -> [UInt8] { Array("id: \(id.text)\nretry: \(milliseconds(retry))\ndata: \n\n".utf8) }

    /// The time after which a disconnected client should reconnect.
    static func retry(_ time: Duration) -> [UInt8] { Array("retry: \(milliseconds(time))\n\n".utf8) }

    /// The first event of the transport of 2024-11-05, which names the URI for the client's messages.
    static func endpoint(_ uri: String) -> [UInt8] { Array("event: endpoint\ndata: \(uri)\n\n".utf8) }

    private static func milliseconds(_ time: Duration) -> Int64 { CacheHint(timeToLive: time).milliseconds }

    /// The same JSON without line ends. Strings contain only escaped line ends, so every line end is white space.
    static func singleLine(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: isLineEnd) else { return json }
        return json.map { isLineEnd($0) ? UInt8(ascii: " ") : $0 }
    }

    private static let head = Array("event: message\ndata: ".utf8)
    private static let end = Array("\n\n".utf8)

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
