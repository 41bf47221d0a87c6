/// Splits a stream of bytes into lines, and drops lines that are too long.
public struct LineSplitter: Sendable {
    /// A line of input.
    public enum Line: Hashable, Sendable {
        /// The line without its line end; never empty.
        case complete([UInt8])
        /// The line exceeded the limit and was dropped.
        case tooLong
    }

    private let limit: Int
    private var pending: [UInt8] = []
    private var isDropping = false

    /// - Parameter limit: most bytes in a line.
    public init(limit: Int = 16 * 1_048_576) { self.limit = limit }

    /// Adds bytes, and returns the lines that are now complete.
    public mutating func add(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            take(rest[..<end])
            if let line = close() { lines.append(line) }
            rest = rest[rest.index(after: end)...]
        }
        take(rest)
        return lines
    }

    /// The last line, if the input ended without a line feed.
    public mutating func finish() -> Line? { close() }

    private mutating func take(_ bytes: some Collection<UInt8>) {
        guard !isDropping else { return }
        guard pending.count + bytes.count <= limit else {
            isDropping = true
            pending = []
            return
        }
        pending += bytes
    }

    private mutating func close() -> Line? {
        defer {
            pending = []
            isDropping = false
        }
        if isDropping { return .tooLong }
        if pending.last == 0x0D { pending.removeLast() }
        return pending.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : .complete(pending)
    }
}
