import Notation
import SQL
package import Store

/// A listed API key: without its text.
package struct APIKey: Hashable, Sendable {
    package internal(set) var id = APIKeyID(0)
    package internal(set) var organization = OrganizationID(0)
    package internal(set) var user = UserID(0)
    package internal(set) var userName: Name = "none"
    package internal(set) var name = ""
    /// The beginning of the key, so that people recognize it.
    package internal(set) var prefix = ""
    package internal(set) var limits = KeyLimits(scopes: [])
    package internal(set) var createdAt = Timestamp.earliest
    /// Up to a minute late; nil when never used.
    package internal(set) var lastUsedAt: Timestamp?
    package internal(set) var revokedAt: Timestamp?
    /// The SHA-256 of the key.
    var hash: [UInt8] = []
    /// The grant of the client that created it; nil for a key that no client created.
    var grant: GrantID?
}

extension APIKey {
    static let table = StoredTable<APIKey>(
        "api_keys", from: "api_keys LEFT JOIN users ON users.id = api_keys.user_id", template: APIKey(),
        [
            .generated("id", \.id, .id()),
            .fixed("organization_id", \.organization, .id()),
            .fixed("user_id", \.user, .id()),
            .selected("user", "users.name", \.userName, .name),
            .fixed("workspace_id", \.limits.workspace, .optional(.id())),
            .fixed("role", \.limits.role, .optional(.name)),
            .fixed("name", \.name, .text),
            .fixed("scopes", \.limits.scopes, .scopes),
            .fixed("hash", \.hash, .bytes),
            .fixed("prefix", \.prefix, .text),
            .fixed("created_at", \.createdAt, .time),
            .fixed("expires_at", \.limits.expires, .optional(.time)),
            .fixed("grant_id", \.grant, .optional(.id())),
            .generated("last_used_at", \.lastUsedAt, .optional(.time)),
            .generated("revoked_at", \.revokedAt, .optional(.time)),
        ])
}

extension Codec<Set<String>> {
    /// Names separated by spaces, in sorted order (RFC 6749 section 3.3).
    static let scopes = Codec("names of scopes", write: { .text($0.sorted().joined(separator: " ")) }) { row, index in
        Codec<[String]>.words.read(row, index).map { Set($0) }
    }
}

/// A new API key with its text, which is available only at this moment.
package struct NewAPIKey: Sendable {
    package internal(set) var id = APIKeyID(0)
    /// Shown to its owner once, and not stored.
    package let key: Secret
}

/// The limits of a credential, in addition to its owner's rights.
package struct KeyLimits: Hashable, Sendable {
    /// The one workspace that it opens; nil for every workspace of its owner.
    package internal(set) var workspace: WorkspaceID?
    /// The one role that it has; nil for all roles of its owner.
    package internal(set) var role: Name?
    /// Canonical scope names.
    package internal(set) var scopes: Set<String>
    /// The time from which it is invalid; nil for never.
    package internal(set) var expires: Timestamp?

    package init(workspace: WorkspaceID? = nil, role: Name? = nil, scopes: Set<String>, expires: Timestamp? = nil) {
        self.workspace = workspace
        self.role = role
        self.scopes = scopes
        self.expires = expires
    }

    /// The scopes as a scope string (RFC 6749 section 3.3), sorted.
    package var scopeText: String { scopes.sorted().joined(separator: " ") }

    /// Refuses limits beyond `bound`, and names them; nothing is narrowed silently.
    /// - Throws: ``IdentityError`` `forbidden`.
    package func check(within bound: KeyLimits) throws(IdentityError) {
        let beyond = scopes.subtracting(bound.scopes)
        guard beyond.isEmpty else { throw Self.beyond("scopes", "without \(beyond.sorted().joined(separator: " "))") }
        if let only = bound.workspace, workspace != only { throw Self.beyond("workspace", "bound to one workspace; ask for the same one") }
        if let only = bound.role, role != only { throw Self.beyond("role", "bound to the role '\(only)'; ask for the same one") }
        if let end = bound.expires, expires.map({ $0 > end }) ?? true { throw Self.beyond("expires", "valid until \(end.rfc3339); ask for no later") }
    }

    private static func beyond(_ argument: String, _ fact: String) -> IdentityError {
        IdentityError(.forbidden, "\(argument): more than your own; your credential is \(fact)")
    }
}

/// An API key in a request, held only as its SHA-256.
///
/// A key is `gths_` and 43 characters of base64url: 256 random bits, so it needs no slow hash.
package struct PresentedKey: Hashable, Sendable {
    package static let prefix = "gths_"
    /// Unit: bytes.
    static let length = 48
    private static let prefixBytes = Array(prefix.utf8)

    private let secret: SecretDigest

    /// Nil when the text does not have the form of a key.
    package init?(_ text: String) {
        var text = text
        let secret = text.withUTF8 { bytes -> SecretDigest? in
            guard bytes.count == Self.length, bytes.starts(with: Self.prefixBytes) else { return nil }
            guard bytes.dropFirst(Self.prefixBytes.count).allSatisfy(Base64URL.isDigit) else { return nil }
            return SecretDigest(UnsafeRawBufferPointer(bytes))
        }
        guard let secret else { return nil }
        self.secret = secret
    }

    /// The SHA-256 that is stored.
    var digest: [UInt8] { secret.bytes }

    /// A new key, with the text that is shown once.
    static func make() -> (key: PresentedKey, text: String) {
        let text = prefix + Base64URL.encode(RandomBytes.make(32))
        guard let key = PresentedKey(text) else { preconditionFailure("a made key has the form of one") }
        return (key, text)
    }
}
