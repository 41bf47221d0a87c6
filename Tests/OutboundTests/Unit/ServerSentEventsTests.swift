import Outbound
import Testing

@Suite("Server-sent events")
struct ServerSentEventsTests {
    /// WHATWG HTML section 9.2.6, and what its examples say of comments, line ends and fields without a colon.
    static let streams: [(String, [(id: String?, data: String)])] = [
        ("data: one\n\n", [(nil, "one")]),
        ("data:one\r\rdata: two\r\n\r\n", [(nil, "one"), (nil, "two")]),
        ("data: a\ndata:\ndata:  b\n\n", [(nil, "a\n\n b")]),
        ("id: 7\n\ndata: x\n\nid\ndata: y\n\n", [("7", ""), ("7", "x"), (nil, "y")]),
        (": keep-alive\n\nevent: message\nid: 1\nretry: 5\ndata: {\"a\":1}\n\n", [("1", "{\"a\":1}")]),
        ("\u{FEFF}data: x\n\ndata: \u{FEFF}\n\n", [(nil, "x"), (nil, "\u{FEFF}")]),
        ("data\n\n", [(nil, "")]),
        ("other: x\ndate: y\n\n", []),
        ("data: half\n", []),
    ]

    @Test("A stream reads the same in whatever pieces it comes", arguments: streams)
    func pieces(stream: String, expected: [(id: String?, data: String)]) throws {
        let bytes = Array(stream.utf8)
        for size in [1, 2, 3, bytes.count] {
            var reader = ServerSentEvents(limit: 100)
            var events: [ServerSentEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) { events += try reader.add(bytes[start..<min(start + size, bytes.count)]) }
            #expect(events.map(\.id) == expected.map(\.id), "in pieces of \(size)")
            #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == expected.map(\.data), "in pieces of \(size)")
        }
    }

    @Test("The limit holds for one event, with all of its lines, and not for comments between")
    func limit() throws {
        var reader = ServerSentEvents(limit: 20)
        for _ in 0..<100 { #expect(try reader.add(Array(": x\ndata: 0123456789\n\n".utf8)).count == 1) }
        #expect(throws: OutboundError.self) { try reader.add(Array("data: 01\ndata: 01\ndata: 01\n".utf8)) }
        var unended = ServerSentEvents(limit: 20)
        #expect(throws: OutboundError.self) { try unended.add(Array(repeating: UInt8(ascii: "x"), count: 21)) }
    }
}
