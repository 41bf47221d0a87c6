package import JSON
package import Notation

/// The server's keys: those that sign, one after the other, and replaced ones, which verify until they expire.
package struct KeySet: Sendable {
    /// In the order of their turns. The last one has no end.
    private let signing: [(key: SigningKey, until: Timestamp)]
    private let last: SigningKey
    private let retired: [String: (key: VerifyingKey, until: Timestamp)]

    /// - Parameters:
    ///   - signing: the key that signs in the end.
    ///   - before: the keys that sign before it, each with the moment from which the next one does, in that order.
    ///   - retired: keys that are replaced or will be, with the moment from which nothing that they signed is believed.
    package init(
        signing: SigningKey, after before: [(key: SigningKey, until: Timestamp)] = [], retired: [(key: VerifyingKey, until: Timestamp)] = []
    ) {
        self.signing = before
        last = signing
        self.retired = Dictionary(retired.map { ($0.key.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The id of the key that signs at a moment.
    package func id(at moment: Timestamp) -> String { key(signingAt: moment).id }

    private func key(signingAt moment: Timestamp) -> SigningKey { signing.first { moment < $0.until }?.key ?? last }

    /// An access token with these claims (RFC 9068 section 2), signed by the key whose turn it is when the token is issued.
    package func sign(_ claims: AccessTokenClaims) throws(OAuthError) -> String {
        let key = key(signingAt: claims.issuedAt)
        var text = key.header + Base64URL.encoded(claims.payload)
        let signature = try key.signature(over: text)
        text.append(UInt8(ascii: "."))
        text += Base64URL.encoded(signature)
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the id is of a key here, also of one that has ended.
    func knows(_ id: String) -> Bool { id == last.id || retired[id] != nil }

    /// The key with this id, if it may verify at that moment.
    func key(_ id: String, at moment: Timestamp) -> VerifyingKey? {
        if id == last.id { return last.verifying }
        guard let retired = retired[id], moment < retired.until else { return nil }
        return retired.key
    }

    /// The public keys (RFC 7517 section 5), the one that signs first. A key that will sign is among them, so that verifiers know it before it does.
    package func document(at moment: Timestamp) -> JSONValue {
        let first = key(signingAt: moment).verifying
        let others = retired.values.filter { moment < $0.until }.map(\.key) + [last.verifying]
        let rest = others.filter { $0.id != first.id }.sorted { $0.id < $1.id }
        return ["keys": .array(([first] + rest).map(\.document))]
    }
}
