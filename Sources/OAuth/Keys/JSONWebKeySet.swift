package import JSON

/// The public keys of a client (RFC 7517 section 5) that this server supports.
package struct JSONWebKeySet: Hashable, Sendable {
    package let keys: [JSONWebKey]

    package static let maximumCount = 16

    /// - Throws: `invalid_client` when it is not a key set or holds no key that can be used.
    package init(parsing body: [UInt8]) throws(OAuthError) {
        // Why it is not JSON is of no use to anyone.
        guard let value = try? JSONValue(parsing: body, limits: JSONLimits(maximumByteCount: ClientMetadata.maximumLength, maximumDepth: 8)) else {
            throw Self.refusal
        }
        try self.init(value)
    }

    package init(_ value: JSONValue) throws(OAuthError) {
        guard let items = value["keys"]?.array else { throw Self.refusal }
        keys = Array(items.prefix(64).compactMap(JSONWebKey.init).prefix(Self.maximumCount))
        guard !keys.isEmpty else { throw Self.refusal }
    }

    package var document: JSONValue { ["keys": .array(keys.map(\.document))] }

    private static let refusal = OAuthError(.invalidClient, "jwks: expected a JSON Web Key Set with an RS256 or ES256 key")
}
