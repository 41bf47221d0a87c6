import Crypto
import SQL

/// An API key as a caller shows it, held as its SHA-256: the text itself goes no further.
///
/// A key is `gths_` and 43 letters of base64url, 256 random bits. That much randomness needs no slow hash.
package struct PresentedKey: Hashable, Sendable {
    package static let prefix = "gths_"
    /// Unit: bytes.
    static let length = 48
    private static let prefixBytes = Array(prefix.utf8)

    private let digestWords: Words

    /// The 32 bytes, most significant first, in a form that needs no memory of its own. Not `SIMD4<UInt64>`: its alignment of 32 bytes is more than
    /// Swift 6.3 gives to values that live across an `await`, and the memory beside them was overwritten.
    private struct Words: Hashable, Sendable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
    }

    /// Nil when the text has not the form of a key; such a text is no key for certain.
    package init?(_ text: String) {
        var text = text
        let words = text.withUTF8 { bytes -> Words? in
            guard bytes.count == Self.length, bytes.starts(with: Self.prefixBytes) else { return nil }
            guard bytes.dropFirst(Self.prefixBytes.count).allSatisfy(Base64URL.contains) else { return nil }
            return Self.hash(UnsafeRawBufferPointer(bytes))
        }
        guard let words else { return nil }
        digestWords = words
    }

    /// The SHA-256, as it is stored.
    var digest: [UInt8] {
        [digestWords.first, digestWords.second, digestWords.third, digestWords.fourth].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
    }

    /// A new key, with the text that is shown once.
    static func make() -> (key: PresentedKey, text: String) {
        let text = prefix + Base64URL.encode(RandomBytes.make(32))
        guard let key = PresentedKey(text) else { preconditionFailure("a made key has the form of one") }
        return (key, text)
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Words {
        var hash = SHA256()
        hash.update(bufferPointer: bytes)
        var words = Words()
        for (index, byte) in hash.finalize().enumerated() {
            switch index / 8 {
            case 0: words.first = words.first << 8 | UInt64(byte)
            case 1: words.second = words.second << 8 | UInt64(byte)
            case 2: words.third = words.third << 8 | UInt64(byte)
            default: words.fourth = words.fourth << 8 | UInt64(byte)
            }
        }
        return words
    }
}
