/// A name as the engine looks it up: folded where the dialect folds unquoted names (PostgreSQL), otherwise as written.
///
/// Names are equal when their bytes are. Swift's strings are equal when they look the same (`é` as one scalar or two), but engines distinguish those,
/// and a `WITH` name must not pass for a table because it looks like one.
package struct SQLName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool {
        let (one, other) = (left.text.utf8.span, right.text.utf8.span)
        guard one.count == other.count else { return false }
        for index in one.indices where one[index] != other[index] { return false }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    package var description: String { text }

    /// Whether an engine of the dialect takes both for the same column or alias: ASCII letters are compared without case, except on
    /// PostgreSQL.
    package func isSame(as other: SQLName, in dialect: Dialect) -> Bool {
        if self == other { return true }
        guard dialect != .postgresql, text.utf8.count == other.text.utf8.count else { return false }
        return zip(text.utf8, other.text.utf8).allSatisfy { $0.asciiLower == $1.asciiLower }
    }

    /// A key that is equal for names that ``isSame(as:in:)`` takes for the same.
    package func key(in dialect: Dialect) -> SQLName { dialect == .postgresql ? self : SQLName(text.asciiLowercased) }
}

extension UInt8 {
    /// The small letter of a capital letter of ASCII; every other byte unchanged.
    package var asciiLower: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    package var isHexDigit: Bool { isASCIIDigit || (asciiLower >= 0x61 && asciiLower <= 0x66) }
    package var isASCIILetter: Bool { asciiLower >= 0x61 && asciiLower <= 0x7A }
}
