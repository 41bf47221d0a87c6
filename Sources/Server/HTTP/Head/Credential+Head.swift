import HTTPTypes
import Tools

extension Credential {
    /// What a request shows of who sends it. The session of a browser counts only for pages of this server, and never beside another credential.
    /// - Parameters:
    ///   - origin: the server's own, as its clients know it.
    ///   - own: the origins of the server's own pages; made for requests with a cookie alone.
    init(_ head: HTTPRequest, origin: String, own: @autoclosure () -> [String]) {
        let authorization = head.headerFields[values: .authorization]
        guard authorization.isEmpty, head.headerFields[.cookie] != nil, Provenance(head, own: own()) == .own,
            let cookie = Cookies(head)[OwnCookie.session(at: origin).name]
        else {
            self = Credential(authorization: authorization)
            return
        }
        self = .session(cookie: cookie)
    }
}
