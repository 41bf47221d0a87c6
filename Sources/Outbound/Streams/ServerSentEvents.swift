/// One event of `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
    /// The last id that the stream named, with this event or an earlier one; nil where it named none.
    package var id: String?
    /// The lines of the data, joined by line feeds; empty where the event only names an id.
    package var data: [UInt8] = []
}

/// Reads events from the bytes of a stream (WHATWG HTML section 9.2.6). Names of events and times to reconnect are not kept.
package struct ServerSentEvents: Sendable {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let limit: Int
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var hasFields = false
    private var hasData = false
    /// Of the open event, with its names of fields and its comments. Unit: bytes.
    private var size = 0
    private var isFirstLine = true
    private var endedWithCarriageReturn = false

    /// - Parameter limit: of one event. Unit: bytes.
    package init(limit: Int) { self.limit = limit }

    /// Takes the next bytes and returns the events that they complete.
    /// - Throws: `too_large`.
    package mutating func add(_ bytes: some Collection<UInt8>) throws(OutboundError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        var rest = bytes[...]
        if endedWithCarriageReturn, let first = rest.first {
            endedWithCarriageReturn = false
            if first == Self.lineFeed { rest = rest.dropFirst() }
        }
        while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
            try take(rest[..<end])
            if let event = closeLine() { events.append(event) }
            let isCarriageReturn = rest[end] == Self.carriageReturn
            rest = rest[rest.index(after: end)...]
            guard isCarriageReturn else { continue }
            if rest.isEmpty { endedWithCarriageReturn = true } else if rest.first == Self.lineFeed { rest = rest.dropFirst() }
        }
        try take(rest)
        return events
    }

    private mutating func take(_ bytes: some Collection<UInt8>) throws(OutboundError) {
        size += bytes.count
        guard size <= limit else { throw OutboundError(.tooLarge, "an event is larger than \(limit) bytes") }
        line += bytes
    }

    /// Reads the line; returns the event that an empty line ends.
    private mutating func closeLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard line.isEmpty else {
            readField()
            return nil
        }
        defer {
            event.data = []
            (hasFields, hasData, size) = (false, false, 0)
        }
        return hasFields ? event : nil
    }

    private mutating func readField() {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if line[..<colon].elementsEqual("data".utf8) {
            if hasData { event.data.append(Self.lineFeed) }
            event.data += value
            (hasFields, hasData) = (true, true)
        } else if line[..<colon].elementsEqual("id".utf8), !value.contains(0) {
            event.id = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
            hasFields = true
        } else if colon == line.startIndex {
            // Comments keep an idle stream open and are no part of an event.
            size -= line.count
        }
    }
}
