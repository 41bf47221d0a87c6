import HTTPTypes
import MCP
import Tools

/// What requests for one target on one host have in common. A connection computes it at the first of them.
final class Target: Sendable {
    /// Path and query, in the usual form.
    let text: String
    let host: String?
    /// The route of the path; nil where there is none.
    let found: Router.Found?
    /// What the policy says of the host alone.
    let decision: OriginPolicy.Decision
    /// Scheme, host and port of the server as this client knows it.
    let origin: String
    /// In the spelling that was called: clients compare the document's `resource` with their own URL (RFC 9728 section 3.3).
    let challenge: Challenge

    init(_ head: RequestHead, router: Router, policy: OriginPolicy, origins: PublicOrigin) {
        let text = head.request.path ?? "/"
        self.text = text
        host = head.request.authority
        let path = text.utf8.firstIndex(of: UInt8(ascii: "?")).map { text[..<$0] } ?? text[...]
        found = router.find(path)
        decision = policy.check(host: host, origin: nil)
        origin = origins.origin(host: host)
        challenge = Challenge(origin: origin, path: String(path))
    }

    func isTarget(of head: RequestHead) -> Bool { text == head.request.path && host == head.request.authority }
}
