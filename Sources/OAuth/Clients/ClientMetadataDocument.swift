import JSON

/// The document at a client id that is a URL, checked against that URL (Client ID Metadata Document).
package struct ClientMetadataDocument: Hashable, Sendable {
    package let url: ClientDocumentURL
    package let metadata: ClientMetadata

    /// - Parameters:
    ///   - body: the fetched bytes.
    ///   - url: the fetched URL, which its `client_id` must repeat exactly.
    /// - Throws: `invalid_client` with the error in the document.
    package init(parsing body: [UInt8], url: ClientDocumentURL) throws(OAuthError) {
        self.url = url
        do {
            let limits = JSONLimits(maximumByteCount: ClientMetadata.maximumLength, maximumDepth: 8)
            guard let members = try JSONValue(parsing: body, limits: limits).object else {
                throw OAuthError(.invalidClient, "it is not a JSON object")
            }
            try Self.check(members, url)
            metadata = try ClientMetadata(members, standard: .none, fallbackName: url.host)
        } catch {
            let reason = (error as? OAuthError)?.reason ?? (error as? JSONError)?.reason ?? "it cannot be read"
            throw OAuthError(.invalidClient, "the document at the client id: \(reason)")
        }
    }

    package var client: Client {
        let client = metadata.client(id: url.text, origin: .document)
        let extra = KnownClients.redirectURIs(of: url.text).filter { !client.redirectURIs.contains($0) }
        return Client(
            id: client.id, name: client.name, origin: client.origin, redirectURIs: client.redirectURIs + extra, grantTypes: client.grantTypes,
            authentication: client.authentication, uri: client.uri)
    }

    /// Checks members whose values must not be in a public document, such as a secret.
    private static func check(_ members: JSONObject, _ url: ClientDocumentURL) throws {
        guard members["client_id"]?.string == url.text else { throw OAuthError(.invalidClient, "its client_id is not its address") }
        guard let name = members["client_name"]?.string, !name.isEmpty else { throw OAuthError(.invalidClient, "it has no client_name") }
        guard members["client_secret"] == nil else { throw OAuthError(.invalidClient, "it contains a secret") }
        let method = members["token_endpoint_auth_method"]?.string.flatMap(ClientAuthentication.init(rawValue:))
        guard method.map({ !$0.usesSecret }) ?? true else { throw OAuthError(.invalidClient, "it wants to authenticate with a secret") }
    }
}

/// A client id that is the URL of the client's own metadata document.
package struct ClientDocumentURL: Hashable, Sendable {
    package let text: String
    /// Host and port, to be shown.
    package let host: String

    /// Nil for an id of another form: only https with a path and without user name, fragment and dot segments is accepted.
    /// - Parameter permitsLoopback: whether http on loopback is accepted too, for development.
    package init?(_ clientID: String, permitsLoopback: Bool = false) {
        guard let address = WebAddress(clientID), !address.hasUserInfo, address.fragment == nil, !address.hasDotSegment,
            !["", "/"].contains(address.path)
        else { return nil }
        guard address.scheme == "https" || (permitsLoopback && address.scheme == "http" && address.isLoopback) else { return nil }
        text = clientID
        host = RedirectURI.host(ofPresented: clientID) ?? address.host
    }
}

/// Real clients that differ from their own metadata documents; for loopback addresses only.
enum KnownClients {
    private static let table: [String: [String]] = [
        // The document lists `/callback`.
        "https://opencode.ai/oauth/opencode/client.json": ["http://127.0.0.1/mcp/oauth/callback", "http://localhost/mcp/oauth/callback"]
    ]

    static func redirectURIs(of clientID: String) -> [RedirectURI] {
        table[clientID, default: []].compactMap { text in
            // A text in the table that cannot be registered adds nothing; a test checks the table.
            let uri = try? RedirectURI(registering: text)
            return uri.flatMap { $0.isLoopback ? $0 : nil }
        }
    }

    static var all: [String: [String]] { table }
}
