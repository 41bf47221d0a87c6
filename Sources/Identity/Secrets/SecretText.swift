import Notation
import Store

/// Secrets that this server makes: 256 random bits after a prefix that names their kind, which scanners of published text recognize (A45).
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

    /// The digest of a text that has the form of this kind; nil for any other text, which is certainly not one of this server's secrets.
    func digest(of text: String) -> SecretDigest? {
        guard text.utf8.count == Self.length, text.hasPrefix(rawValue), text.utf8.dropFirst(rawValue.utf8.count).allSatisfy(Base64URL.contains) else {
            return nil
        }
        return SecretDigest(text)
    }
}
