/// A pattern of LIKE as SQLite reads it: `%` stands for any text, `_` for one character, upper and lower case of ASCII are the same.
///
/// SQLite's own LIKE takes time in proportion to the product of both lengths and therefore has a limit, at which a condition fails once it meets a row.
/// Without `_` this one takes time in proportion to the sum, and needs none.
struct LikePattern {
    /// What stands between two `%`: bytes in lower case, nil for any one character.
    private typealias Part = [UInt8?]

    private var parts: [Part] = [[]]
    private var hasWildcards = false
    /// It ends in its escape, and matches nothing.
    private var isBroken = false

    /// Unit: bytes. Of patterns with `_`, which are compared character by character at each place of the text.
    private static let longestWithWildcards = 100

    /// - Returns: nil when it is too long for what it asks.
    init?(_ pattern: some Collection<UInt8>, escape: UInt8?) {
        var isEscaped = false
        for byte in pattern {
            if isEscaped {
                isEscaped = false
            } else if byte == escape {
                isEscaped = true
                continue
            } else if byte == UInt8(ascii: "%") {
                parts.append([])
                continue
            } else if byte == UInt8(ascii: "_") {
                hasWildcards = true
                parts[parts.count - 1].append(nil)
                continue
            }
            parts[parts.count - 1].append(Self.lower(byte))
        }
        isBroken = isEscaped
        guard !hasWildcards || pattern.count <= Self.longestWithWildcards else { return nil }
    }

    /// Whether the whole text is like the pattern.
    func matches(_ text: some Collection<UInt8>, find: (_ part: [UInt8], _ text: [UInt8], _ start: Int) -> Int?) -> Bool {
        guard !isBroken else { return false }
        let text = text.map(Self.lower)
        guard var place = Self.end(of: parts[0], in: text, at: 0) else { return false }
        if parts.count == 1 { return place == text.count }
        for part in parts.dropFirst().dropLast() {
            guard let next = first(part, in: text, from: place, find) else { return false }
            place = next
        }
        return ends(text, in: parts[parts.count - 1], from: place)
    }

    /// The end of the first place where a part stands.
    private func first(_ part: Part, in text: [UInt8], from start: Int, _ find: ([UInt8], [UInt8], Int) -> Int?) -> Int? {
        guard part.contains(nil) else { return find(part.compactMap(\.self), text, start).map { $0 + part.count } }
        var place = start
        while place <= text.count {
            if let end = Self.end(of: part, in: text, at: place) { return end }
            place = Self.next(text, after: place)
        }
        return nil
    }

    /// Whether the text's end, from `start` on, is a part.
    private func ends(_ text: [UInt8], in part: Part, from start: Int) -> Bool {
        guard part.contains(nil) else { return text.count - part.count >= start && text.suffix(part.count).elementsEqual(part.compactMap(\.self)) }
        var place = start
        while place <= text.count {
            if Self.end(of: part, in: text, at: place) == text.count { return true }
            place = Self.next(text, after: place)
        }
        return false
    }

    /// Where a part ends that stands exactly here; nil when another text does.
    private static func end(of part: Part, in text: [UInt8], at start: Int) -> Int? {
        var place = start
        for wanted in part {
            guard place < text.count else { return nil }
            if let wanted {
                guard text[place] == wanted else { return nil }
                place += 1
            } else {
                place = next(text, after: place)
            }
        }
        return place
    }

    /// The place behind one character of UTF-8.
    private static func next(_ text: [UInt8], after place: Int) -> Int {
        var place = place + 1
        while place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}
