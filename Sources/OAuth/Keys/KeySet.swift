package import JSON

/// The keys of the server: one signs, and those that were replaced verify until their end.
package struct KeySet: Sendable {
    private let signing: SigningKey
    private let retired: [String: (key: VerifyingKey, until: Instant)]

    /// - Parameter retired: keys that signed before, with the moment from which nothing that they signed is believed.
    package init(signing: SigningKey, retired: [(key: VerifyingKey, until: Instant)] = []) {
        self.signing = signing
        self.retired = Dictionary(retired.map { ($0.key.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The id of the key that signs.
    package var id: String { signing.id }

    /// An access token with these claims (RFC 9068 section 2).
    package func sign(_ claims: AccessTokenClaims) throws(OAuthError) -> String {
        var text = signing.header + Base64URL.encoded(claims.payload)
        let signature = try signing.signature(over: text)
        text.append(UInt8(ascii: "."))
        text += Base64URL.encoded(signature)
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the id is of a key here, also of one that has ended.
    func knows(_ id: String) -> Bool { id == signing.id || retired[id] != nil }

    /// The key with this id, if it may verify at that moment.
    func key(_ id: String, at moment: Instant) -> VerifyingKey? {
        if id == signing.id { return signing.verifying }
        guard let retired = retired[id], moment < retired.until else { return nil }
        return retired.key
    }

    /// The public keys (RFC 7517 section 5), the one that signs first.
    package func document(at moment: Instant) -> JSONValue {
        let old = retired.values.filter { moment < $0.until && $0.key.id != signing.id }.map(\.key).sorted { $0.id < $1.id }
        return ["keys": .array(([signing.verifying] + old).map(\.document))]
    }
}
