import NIOCore
import NIOHTTP1

/// What a peer has sent ahead of the answer that it waits for, in order.
struct PartsAhead {
    private var parts = CircularBuffer<HTTPServerRequestPart>()
    /// Unit: bytes of bodies.
    private var bytes = 0

    /// What may wait behind an answer that takes long: parts, three a request, and bytes of bodies.
    private static let maximumParts = 4_096
    private static let maximumBytes = 262_144

    var isEmpty: Bool { parts.isEmpty }
    var first: HTTPServerRequestPart? { parts.first }
    var isTooMuch: Bool { parts.count > Self.maximumParts || bytes > Self.maximumBytes }

    mutating func append(_ part: HTTPServerRequestPart) {
        parts.append(part)
        if case .body(let buffer) = part { bytes += buffer.readableBytes }
    }

    mutating func removeFirst() {
        if case .body(let buffer) = parts.removeFirst() { bytes -= buffer.readableBytes }
    }

    mutating func removeAll() {
        parts.removeAll()
        bytes = 0
    }
}
