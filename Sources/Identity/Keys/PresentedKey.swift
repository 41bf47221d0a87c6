import Notation

/// An API key as a request presents it, held as its SHA-256 only.
///
/// A key is `gths_` and 43 characters of base64url: 256 random bits, so it needs no slow hash.
package struct PresentedKey: Hashable, Sendable {
    package static let prefix = "gths_"
    /// Unit: bytes.
    static let length = 48
    private static let prefixBytes = Array(prefix.utf8)

    private let secret: SecretDigest

    /// Nil when the text has not the form of a key; such a text is no key for certain.
    package init?(_ text: String) {
        var text = text
        let secret = text.withUTF8 { bytes -> SecretDigest? in
            guard bytes.count == Self.length, bytes.starts(with: Self.prefixBytes) else { return nil }
            guard bytes.dropFirst(Self.prefixBytes.count).allSatisfy(Base64URL.contains) else { return nil }
            return SecretDigest(UnsafeRawBufferPointer(bytes))
        }
        guard let secret else { return nil }
        self.secret = secret
    }

    /// The SHA-256, as it is stored.
    var digest: [UInt8] { secret.bytes }

    /// A new key, with the text that is shown once.
    static func make() -> (key: PresentedKey, text: String) {
        let text = prefix + Base64URL.encode(RandomBytes.make(32))
        guard let key = PresentedKey(text) else { preconditionFailure("a made key has the form of one") }
        return (key, text)
    }
}
