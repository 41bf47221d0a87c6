import Crypto

/// The SHA-256 of a presented secret. It is compared, stored and looked up in place of the secret.
///
/// The server's secrets are 256 random bits, so they need no slow hash.
package struct SecretDigest: Hashable, Sendable {
    // Not `SIMD4<UInt64>`: its alignment of 32 bytes is more than Swift 6.3 gives to values that live across an `await`, and the memory beside
    // them was overwritten. The bytes stand most significant first, in a form that needs no memory of its own.
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0

    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { SecretDigest(UnsafeRawBufferPointer($0)) }
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        var hash = SHA256()
        hash.update(bufferPointer: bytes)
        hash.finalize().withUnsafeBytes { read($0) }
    }

    /// A digest as it was stored; nil for another length.
    init?(stored bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        bytes.withUnsafeBytes { read($0) }
    }

    /// The 32 bytes, as they are stored.
    var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) }
        (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
    }
}
