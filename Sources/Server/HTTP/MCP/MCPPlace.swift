import HTTPTypes
import MCP
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Tools

/// What the requests for one target under one host have in common. A connection works it out with the first of them.
final class MCPPlace: Sendable {
    /// The request target and `Host` as they were sent.
    let target: String
    let host: String?
    /// The workspace that the path names; nil is the main one.
    let workspace: String?
    /// Whether it is the transport of 2024-11-05.
    let isSSE: Bool
    /// What the policy says of the host alone.
    let verdict: OriginPolicy.Verdict
    let challenge: Challenge

    /// - Parameters:
    ///   - path: of the target.
    ///   - endpoint: the one that the path names, which is no other than MCP's.
    init(target: String, path: Substring, host: String?, endpoint: Endpoint, policy: OriginPolicy, origins: PublicOrigin) {
        self.target = target
        self.host = host
        workspace = endpoint.workspace
        isSSE = if case .sse = endpoint { true } else { false }
        verdict = policy.judge(host: host, origin: nil)
        // In the spelling that was called: clients compare the document's `resource` with their own URL (RFC 9728 section 3.3).
        challenge = Challenge(origin: origins.origin(host: host), path: String(path))
    }
}

extension MCPEndpoint {
    /// Where a request goes; nil when that is no endpoint of MCP.
    /// - Parameter last: of the request before on its connection: mostly it is the same.
    func place(of head: HTTPRequestHead, last: MCPPlace?) -> MCPPlace? {
        // `HeadGate` has brought targets of this host to the usual form; the others are what the codec makes of them.
        let isUsual = head.uri.utf8.first == UInt8(ascii: "/")
        let target = isUsual ? head.uri : (try? HTTPRequest(head, secure: false, splitCookie: false))?.path ?? "/"
        let host = head.headers.first(name: "host")
        if let last, last.target == target, last.host == host { return last }
        let path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...]
        let found = questions == nil ? Endpoint(path: path) : Endpoint(questionPath: path)
        return found == .other ? nil : MCPPlace(target: target, path: path, host: host, endpoint: found, policy: policy, origins: origins)
    }
}
