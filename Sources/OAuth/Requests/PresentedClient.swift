import JSON
import Notation

/// The client that a request names, and its proof (RFC 6749 section 2.3, RFC 7523 section 2.2). Nothing is checked against a store.
package struct PresentedClient: Sendable, CustomStringConvertible, CustomReflectable {
    package enum Proof: Sendable {
        /// The client only gives its id.
        case none
        case secret(String)
        /// A JSON Web Token that the client signed.
        case assertion(String)
    }

    package let id: String
    package let proof: Proof
    /// Whether the client used the `Authorization` header, so that a refusal has to carry a challenge.
    package let usedBasic: Bool

    package static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The longest id, in bytes: the longest URL.
    package static let maximumIDLength = WebAddress.maximumLength
    private static let maximumSecretLength = 1_024

    package var description: String { "PresentedClient(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// - Parameter authorization: the `Authorization` header; a scheme other than Basic is ignored.
    /// - Throws: `invalid_request` for several methods at once; `invalid_client` for credentials that are absent or cannot be parsed.
    package init(authorization: String?, parameters: Parameters) throws(OAuthError) {
        let named = parameters["client_id"]
        var basic: (id: String, secret: String?)?
        if let authorization { basic = try Self.basic(authorization) }
        let secret = parameters["client_secret"]
        let assertion = try Self.assertion(parameters)
        guard [basic?.secret, secret, assertion].count(where: { $0 != nil }) <= 1 else {
            throw OAuthError(.invalidRequest, "the client authenticates in more than one way; use one")
        }
        if let basic, let named, basic.id != named {
            throw OAuthError(.invalidRequest, "parameter 'client_id': another client authenticates in the header")
        }
        usedBasic = basic != nil
        if let assertion {
            let claimed = try ClientAssertion.clientID(of: assertion)
            if let named, named != claimed { throw OAuthError(.invalidRequest, "parameter 'client_id': another client signed the assertion") }
            id = claimed
            proof = .assertion(assertion)
        } else {
            guard let id = basic?.id ?? named else { throw OAuthError(.invalidClient, "no client is named: send client_id, or HTTP Basic") }
            self.id = id
            proof = (basic?.secret ?? secret).map(Proof.secret) ?? .none
        }
        guard id.utf8.count <= Self.maximumIDLength, (basic?.secret ?? secret ?? "").utf8.count <= Self.maximumSecretLength else {
            throw OAuthError(.invalidClient, "client id or secret is too long")
        }
    }

    /// Checks that the client uses its registered method. The proof itself is verified by the code that has the client's secret or keys.
    /// - Throws: `invalid_client`.
    package func check(_ client: Client) throws(OAuthError) {
        switch (proof, client.authentication) {
        case (.none, .none), (.secret, .secretBasic), (.secret, .secretPost), (.assertion, .privateKeyJWT): return
        // A client from a metadata document may register private_key_jwt and still send no assertion: PKCE protects its code. It may also send an
        // assertion that its document does not announce, which is verified with the keys of the document.
        case (.none, .privateKeyJWT) where client.origin == .document: return
        case (.assertion, .none) where client.origin == .document: return
        case (.secret, .none): throw OAuthError(.invalidClient, "this client is public and has no secret; send client_id alone")
        default: throw OAuthError(.invalidClient, "this client must authenticate with \(client.authentication.rawValue)")
        }
    }

    private static func assertion(_ parameters: Parameters) throws(OAuthError) -> String? {
        let assertion = parameters["client_assertion"]
        guard let type = parameters["client_assertion_type"] else {
            guard assertion == nil else { throw OAuthError(.invalidRequest, "parameter 'client_assertion_type': missing") }
            return nil
        }
        guard type == assertionType else { throw OAuthError(.invalidRequest, "parameter 'client_assertion_type': expected \(assertionType)") }
        return try parameters.require("client_assertion")
    }

    /// Parses Basic credentials: both parts are form-encoded before they are joined (RFC 6749 section 2.3.1). An empty secret counts as
    /// absent.
    private static func basic(_ header: String) throws(OAuthError) -> (id: String, secret: String?)? {
        let words = header.split(separator: " ", omittingEmptySubsequences: true)
        guard words.first?.lowercased() == "basic" else { return nil }
        guard words.count == 2, let bytes = Base64.decode(words[1].utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = PercentEncoding.decodeForm(bytes[..<colon]), let secret = PercentEncoding.decodeForm(bytes[(colon + 1)...]), !id.isEmpty
        else { throw OAuthError(.invalidClient, "Authorization: expected Basic with base64 of id:secret, both form-urlencoded") }
        return (id, secret.isEmpty ? nil : secret)
    }
}
