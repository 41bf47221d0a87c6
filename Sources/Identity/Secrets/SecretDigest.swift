import Crypto
import Notation
import Store

/// The SHA-256 of a presented secret. It is compared, stored and looked up instead of the secret.
///
/// The server's secrets are 256 random bits, so they need no slow hash.
package struct SecretDigest: Hashable, Sendable {
    // Not `SIMD4<UInt64>`: Swift 6.3 gives values that live across an `await` less than its alignment of 32 bytes, and neighbouring memory
    // was overwritten. The most significant bytes are first.
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

    /// A stored digest; nil for another length.
    init?(stored bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        bytes.withUnsafeBytes { read($0) }
    }

    /// The 32 bytes to store.
    var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) }
        (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
    }
}

/// Secrets that this server makes: 256 random bits after a prefix that names their kind, so that scanners of published text recognize them
/// (A45).
enum SecretText: String {
    case client = "gthc_"
    case code = "gtha_"
    case refresh = "gthr_"
    case device = "gthd_"
    case session = "gthn_"
    case registration = "gthg_"

    /// Unit: bytes.
    static let length = 48

    /// A new secret of this kind with its digest.
    func make() -> (secret: Secret, digest: SecretDigest) {
        let text = rawValue + Base64URL.encode(RandomBytes.make(32))
        return (Secret(text), SecretDigest(text))
    }

    /// The digest of a text with the form of this kind; nil for any other text, which is not one of this server's secrets.
    func digest(of text: String) -> SecretDigest? {
        guard text.utf8.count == Self.length, text.hasPrefix(rawValue), text.utf8.dropFirst(rawValue.utf8.count).allSatisfy(Base64URL.isDigit) else {
            return nil
        }
        return SecretDigest(text)
    }
}
