/// A long LIKE pattern without `_`, with SQLite's meaning: `%` matches any text, and ASCII letters match in either case.
///
/// SQLite's own LIKE takes time proportional to the product of both lengths; this takes time proportional to the sum.
struct LikePattern {
    /// The parts between `%` signs, in lowercase.
    private var parts: [[UInt8]] = [[]]
    /// Whether the pattern ends in its escape character; it then matches nothing.
    private let isBroken: Bool

    /// - Returns: nil for a pattern with `_`, which has to be compared at each position of the text.
    init?(_ pattern: some Sequence<UInt8>, escape: UInt8?) {
        var isEscaped = false
        for byte in pattern {
            switch byte {
            case escape where !isEscaped: isEscaped = true
            case UInt8(ascii: "%") where !isEscaped: parts.append([])
            case UInt8(ascii: "_") where !isEscaped: return nil
            default:
                isEscaped = false
                parts[parts.count - 1].append(Self.lower(byte))
            }
        }
        isBroken = isEscaped
    }

    /// Whether the whole text matches the pattern.
    /// - Parameter find: the first index of a part in the text, from a start index.
    func matches(_ text: some Sequence<UInt8>, find: (_ part: [UInt8], _ text: [UInt8], _ start: Int) -> Int?) -> Bool {
        guard !isBroken, let first = parts.first, let last = parts.last else { return false }
        let text = text.map(Self.lower)
        guard parts.count > 1 else { return text == first }
        guard text.starts(with: first) else { return false }
        var index = first.count
        for part in parts.dropFirst().dropLast() {
            guard let found = find(part, text, index) else { return false }
            index = found + part.count
        }
        return text.count - last.count >= index && text.suffix(last.count).elementsEqual(last)
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}
