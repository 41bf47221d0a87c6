import MCP
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

    /// - Parameter endpoint: the one that the target names, which is no other than MCP's.
    init(target: String, host: String?, endpoint: Endpoint, policy: OriginPolicy, origins: PublicOrigin) {
        self.target = target
        self.host = host
        workspace = endpoint.workspace
        isSSE = if case .sse = endpoint { true } else { false }
        verdict = policy.judge(host: host, origin: nil)
        challenge = Challenge(origin: origins.origin(host: host), path: endpoint.workspace.map { "/api/__app/\($0)/mcp" } ?? "/api/mcp")
    }
}
