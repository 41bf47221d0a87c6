import JSON

/// Reads the members of client metadata from JSON, each with its type.
struct ClientMetadataReader {
    let members: JSONObject

    /// - Throws: `invalid_client_metadata` for another type; null is absent.
    func string(_ key: String) throws(OAuthError) -> String? {
        guard let value = members[key], !value.isNull else { return nil }
        guard let text = value.string else { throw Self.refusal(key, "expected a string") }
        return text.isEmpty ? nil : text
    }

    func strings(_ key: String) throws(OAuthError) -> [String]? {
        guard let value = members[key], !value.isNull else { return nil }
        guard let items = value.array, items.allSatisfy({ $0.string != nil }) else { throw Self.refusal(key, "expected an array of strings") }
        return items.compactMap(\.string)
    }

    /// An https address; any other text counts as absent.
    func address(_ key: String) throws(OAuthError) -> String? {
        guard let text = try string(key), let address = WebAddress(text), address.scheme.lowercased() == "https", !address.hasUserInfo else {
            return nil
        }
        return text
    }

    /// The grant types that a client can use without an administrator. A client with codes can always refresh, because many clients do not
    /// declare it.
    func grantTypes() throws(OAuthError) -> Set<GrantType> {
        let named = try strings("grant_types") ?? [GrantType.authorizationCode.rawValue]
        var types = Set(named.compactMap(GrantType.init(rawValue:))).intersection([.authorizationCode, .refreshToken, .deviceCode])
        guard types.contains(.authorizationCode) || types.contains(.deviceCode) else {
            throw Self.refusal("grant_types", "expected authorization_code, refresh_token or \(GrantType.deviceCode.rawValue)")
        }
        types.insert(.refreshToken)
        return types
    }

    func checkResponseTypes() throws(OAuthError) {
        guard let types = try strings("response_types"), !types.isEmpty else { return }
        guard types.contains("code") else { throw Self.refusal("response_types", "expected code") }
    }

    func authentication(standard: ClientAuthentication, hasKeys: Bool) throws(OAuthError) -> ClientAuthentication {
        guard let text = try string("token_endpoint_auth_method") else { return standard }
        guard let method = ClientAuthentication(rawValue: text) else {
            let known = ClientAuthentication.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.refusal("token_endpoint_auth_method", "expected one of \(known)")
        }
        guard method != .privateKeyJWT || hasKeys else { throw Self.refusal("token_endpoint_auth_method", "private_key_jwt needs jwks or jwks_uri") }
        return method
    }

    func scopes() throws(OAuthError) -> ScopeNames? {
        guard let text = try string("scope") else { return nil }
        do { return try ScopeNames(parsing: text) } catch { throw Self.refusal("scope", "expected names separated by single spaces") }
    }

    func keys() throws(OAuthError) -> JSONWebKeySet? {
        guard let value = members["jwks"], !value.isNull else { return nil }
        do { return try JSONWebKeySet(value) } catch { throw Self.refusal("jwks", "expected a JSON Web Key Set with RS256 or ES256 keys") }
    }

    static func refusal(_ key: String, _ reason: String) -> OAuthError { OAuthError(.invalidClientMetadata, "\(key): \(reason)") }
}
