import JSON
import OAuth

/// An unchecked credential of a request, from one `Authorization` field (RFC 9110 section 11.6.2) or a cookie.
package enum Credential: Hashable, Sendable {
    case none
    /// RFC 6750: an API key or an access token.
    case bearer(String)
    /// The credentials of an application (RFC 7617).
    case basic(user: String, password: String)
    /// The cookie of a person who signed in with a browser. Code that makes one has checked that the request comes from a page of this
    /// server.
    case session(cookie: String)
    /// A credential in an unsupported form, which is refused like a wrong one.
    case unreadable

    /// - Parameter authorization: the values of all `Authorization` fields of the request; more than one is refused.
    package init(authorization: [String]) {
        guard let field = authorization.first else {
            self = .none
            return
        }
        guard authorization.count == 1, let space = field.utf8.firstIndex(of: UInt8(ascii: " ")) else {
            self = .unreadable
            return
        }
        let value = Substring(field[space...].utf8.drop { $0 == UInt8(ascii: " ") })
        switch field[..<space].lowercased() {
        case "bearer" where Self.isToken(value): self = .bearer(String(value))
        case "basic": self = Self.basic(value) ?? .unreadable
        default: self = .unreadable
        }
    }

    /// RFC 6750 section 2.1 `b64token`, at most 8 KB.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 8_192
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x2F, 0x3D, 0x5F, 0x7E: true
                default: false
                }
            }
    }

    private static func basic(_ text: Substring) -> Credential? {
        guard text.utf8.count <= 8_192, let bytes = Base64.decode(text.utf8), let decoded = String(validating: bytes, as: UTF8.self),
            let colon = decoded.firstIndex(of: ":")
        else { return nil }
        return .basic(user: String(decoded[..<colon]), password: String(decoded[decoded.index(after: colon)...]))
    }
}

/// The endpoint and the peer's address of a request, against which its credential is checked.
package struct EndpointFacts: Hashable, Sendable {
    /// Scheme, host and port of the server as its clients see it: the issuer of accepted tokens.
    package let origin: String
    /// The client's IP address; nil for a local caller, to which no address list applies.
    package let address: String?
    /// The one accepted audience for all workspaces: the question server's URL. Nil where each workspace has its own endpoint.
    package let audience: String?

    package init(origin: String, address: String?, audience: String? = nil) {
        self.origin = origin
        self.address = address
        self.audience = audience
    }

    /// The audience of access tokens for a workspace (RFC 8707): its endpoint's canonical id.
    func audience(of workspace: String, isMain: Bool) -> String {
        if let audience { return audience }
        return origin + Resources.apiPath(of: isMain ? nil : workspace) + "/mcp"
    }
}
