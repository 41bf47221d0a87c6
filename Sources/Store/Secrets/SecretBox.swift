import Crypto
import FoundationEssentials

/// Seals small secrets for storage with AES-256-GCM, and signs data that must not change. Its keys never leave it.
///
/// A sealed value is `version (1) | key number (1) | nonce (12) | ciphertext | tag (16)`. The newest key seals, and each key opens what it
/// sealed. The first two bytes and the context are authenticated, so that a value cannot be moved to another context.
package struct SecretBox: Sendable {
    private static let version: UInt8 = 1
    private static let prefixLength = 2
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Oldest first; the index is the key's number.
    private let sealingKeys: [SymmetricKey]
    private let signingKeys: [SymmetricKey]

    /// - Parameter keys: 1 to 255 random keys of 32 bytes, oldest first.
    package init(keys: [Secret]) {
        precondition((1...255).contains(keys.count) && keys.allSatisfy { $0.bytes.count == KeyFile.keyLength })
        sealingKeys = keys.map { Self.derive("gatehouse seal v1", from: $0) }
        signingKeys = keys.map { Self.derive("gatehouse sign v1", from: $0) }
    }

    /// Opens the key file, or creates it with one random key.
    /// - Throws: `StoreError` `unsafe_key_file` when the file is not a regular file, owned by this server's user, with mode 0600 or 0400.
    package static func open(keyFile path: String) throws -> SecretBox { SecretBox(keys: try KeyFile.load(path)) }

    /// A box with a new random key that is not stored, for tests and for a store in memory.
    package static func ephemeral() -> SecretBox { SecretBox(keys: [KeyFile.randomKey()]) }

    /// - Parameter context: the location of the value, for example `data_sources/7/password`; it is needed again to open the value.
    package func seal(_ plain: [UInt8], context: String) throws -> [UInt8] {
        let number = sealingKeys.count - 1
        let prefix = [Self.version, UInt8(number)]
        let sealed = try AES.GCM.seal(plain, using: sealingKeys[number], authenticating: prefix + Array(context.utf8))
        return prefix + Array(sealed.nonce) + Array(sealed.ciphertext) + Array(sealed.tag)
    }

    /// - Throws: `StoreError` `not_sealed` when the value was changed, was sealed for another context, or with an unknown key.
    package func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
        let overhead = Self.prefixLength + Self.nonceLength + Self.tagLength
        guard sealed.count >= overhead, sealed[0] == Self.version, Int(sealed[1]) < sealingKeys.count else { throw Self.notSealed }
        let nonceEnd = Self.prefixLength + Self.nonceLength
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: sealed[Self.prefixLength..<nonceEnd]), ciphertext: sealed[nonceEnd..<sealed.count - Self.tagLength],
                tag: sealed[(sealed.count - Self.tagLength)...])
            let data = try AES.GCM.open(box, using: sealingKeys[Int(sealed[1])], authenticating: sealed[..<Self.prefixLength] + Array(context.utf8))
            return Array(data)
        } catch {
            throw Self.notSealed
        }
    }

    /// A signature that only holders of the key can make: `version (1) | key number (1) | HMAC-SHA256 (32)` over context and bytes.
    package func sign(_ bytes: [UInt8], context: String) -> [UInt8] { signature(of: bytes, context: context, key: signingKeys.count - 1) }

    /// Whether ``sign(_:context:)`` made this signature for these bytes and this context.
    package func isSigned(_ bytes: [UInt8], by signature: [UInt8], context: String) -> Bool {
        guard signature.count > Self.prefixLength, signature[0] == Self.version, Int(signature[1]) < signingKeys.count else { return false }
        return Secret.areEqual(signature, self.signature(of: bytes, context: context, key: Int(signature[1])))
    }

    private func signature(of bytes: [UInt8], context: String, key number: Int) -> [UInt8] {
        let prefix = [Self.version, UInt8(number)]
        var mac = HMAC<SHA256>(key: signingKeys[number])
        mac.update(data: prefix)
        withUnsafeBytes(of: UInt64(context.utf8.count).bigEndian) { mac.update(data: $0) }
        mac.update(data: Array(context.utf8))
        mac.update(data: bytes)
        return prefix + Array(mac.finalize())
    }

    private static func derive(_ purpose: String, from key: Secret) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: key.bytes), info: Array(purpose.utf8), outputByteCount: KeyFile.keyLength)
    }

    private static let notSealed = StoreError(
        .notSealed, "a stored secret cannot be opened: it was changed, or the key file is not the one it was sealed with")
}
