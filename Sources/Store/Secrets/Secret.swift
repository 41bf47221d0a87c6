/// Bytes that must not be shown: they print as `***`, cannot be encoded, and are compared only by ``matches(_:)``.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself, for the one place that uses it.
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The bytes as UTF-8 text; damaged sequences are replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether both hold the same bytes; the time depends only on the lengths.
    package func matches(_ other: Secret) -> Bool { Secret.areEqual(bytes, other.bytes) }

    /// Compares in a time that depends only on the lengths.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
