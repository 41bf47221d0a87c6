import Access
import HTTPTypes

extension Refusal {
    /// Parameters in which other servers take credentials.
    private static let names: Set<String> = [
        "access_token", "accesskey", "accesssecret", "accesstoken", "api_key", "apikey", "authorization", "bearer", "client_secret",
        "clientsecret", "key", "password", "token", "username",
    ]

    /// The refusal of whoever showed no credential. One in the URL, which proxies and logs keep, is not read, and who sends it there is told so (A36).
    static func withoutCredential(_ head: HTTPRequest) -> Refusal {
        let query = (head.path ?? "").drop { $0 != "?" }.dropFirst()
        let isInURL = query.split(separator: "&").contains { names.contains($0.prefix { $0 != "=" }.lowercased()) }
        let hint = isInURL ? ": credentials in the URL are not read, send Authorization: Bearer" : ""
        return Refusal(.unauthorized, "Unauthorized operation\(hint)")
    }
}
