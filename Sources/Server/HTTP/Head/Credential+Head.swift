import Access
import HTTPTypes
import Tools

extension Credential {
    /// The credential of a request. A browser session counts only for pages of this server, and never beside another credential.
    /// - Parameters:
    ///   - origin: the server's origin as its clients know it.
    ///   - own: the origins of the server's own pages. Computed only for requests with a cookie.
    init(_ head: HTTPRequest, origin: String, own: @autoclosure () -> [String]) {
        let authorization = head.headerFields[values: .authorization]
        guard authorization.isEmpty, head.headerFields[.cookie] != nil, Provenance(head, own: own()) == .own,
            let cookie = Cookies(head)[ServerCookie.session(at: origin).name]
        else {
            self = Credential(authorization: authorization)
            return
        }
        self = .session(cookie: cookie)
    }
}

extension Refusal {
    /// Parameters in which other servers accept credentials.
    private static let names: Set<String> = [
        "access_token", "accesskey", "accesssecret", "accesstoken", "api_key", "apikey", "authorization", "bearer", "client_secret",
        "clientsecret", "key", "password", "token", "username",
    ]

    /// Whether a parameter has a name that other servers use for credentials.
    static func namesCredential(_ parameter: String) -> Bool { names.contains(parameter.lowercased()) }

    /// The refusal of a request without a credential. A credential in the URL is not read, because proxies and logs store URLs. A client
    /// that sends one there gets a hint (A36).
    static func withoutCredential(_ head: HTTPRequest) -> Refusal {
        let query = (head.path ?? "").drop { $0 != "?" }.dropFirst()
        let isInURL = query.split(separator: "&").contains { namesCredential(String($0.prefix { $0 != "=" })) }
        let hint = isInURL ? ": credentials in the URL are not read, send Authorization: Bearer" : ""
        return Refusal(.unauthorized, "Unauthorized operation\(hint)")
    }
}
