public import HTTPTypes

/// The permitted values of `Host` and `Origin`. They stop foreign pages from reaching the server through a browser or by DNS rebinding.
///
/// Only listed values are accepted; there are no wildcards. A request without `Origin` does not come from a page and is accepted.
public struct OriginPolicy: Hashable, Sendable {
    /// The result of a check.
    public enum Decision: Hashable, Sendable {
        case allowed
        /// `Host` is missing, malformed or not permitted.
        case refusedHost
        /// `Origin` is malformed, `null` or not permitted.
        case refusedOrigin
    }

    /// An entry that is neither a host nor an origin.
    public struct EntryError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The invalid entry.
        public let entry: String
        public var description: String { "'\(entry)' is neither a host nor an origin" }
    }

    private let hosts: Set<Authority>
    private let origins: Set<Origin>
    private let allowsLoopback: Bool

    /// - Parameters:
    ///   - hosts: `name` (any port) or `name:port`.
    ///   - origins: `scheme://name[:port]`, compared exactly.
    ///   - allowsLoopback: whether to accept `localhost`, `127.0.0.1` and `[::1]` with any port, as hosts and as origins.
    public init(hosts: [String] = [], origins: [String] = [], allowsLoopback: Bool) throws(EntryError) {
        var knownHosts: Set<Authority> = []
        for entry in hosts {
            guard let host = Authority(entry[...]) else { throw EntryError(entry: entry) }
            knownHosts.insert(host)
        }
        var knownOrigins: Set<Origin> = []
        for entry in origins {
            guard let origin = Origin(entry) else { throw EntryError(entry: entry) }
            knownOrigins.insert(origin)
        }
        self.hosts = knownHosts
        self.origins = knownOrigins
        self.allowsLoopback = allowsLoopback
    }

    /// Checks a request by its head.
    public func check(_ request: HTTPRequest) -> Decision {
        var origins: [String] = []
        for field in request.headerFields where field.name == .origin { origins.append(field.value) }
        return check(host: request.authority, origins: origins)
    }

    /// Checks the value of `Host` and all values of `Origin`.
    public func check(host: String?, origins: [String]) -> Decision {
        // A request with two origins is malformed.
        guard origins.count <= 1 else { return .refusedOrigin }
        return check(host: host, origin: origins.first)
    }

    /// Checks the values of `Host` and `Origin`.
    public func check(host: String?, origin: String?) -> Decision {
        guard let host, let authority = Authority(host[...]), admits(authority) else { return .refusedHost }
        guard let origin else { return .allowed }
        guard let page = Origin(origin), origins.contains(page) || (allowsLoopback && page.isLoopback) else { return .refusedOrigin }
        return .allowed
    }

    /// The error response for a request. Nil when it is allowed.
    public func refusal(of request: HTTPRequest) -> MCPHTTPResponse? { refusal(check(request)) }

    /// The error response for a decision. Nil when it is allowed.
    public func refusal(_ decision: Decision) -> MCPHTTPResponse? {
        let reason: String
        switch decision {
        case .allowed: return nil
        case .refusedHost: reason = "Host is not allowed"
        case .refusedOrigin: reason = "Origin is not allowed"
        }
        return .json(MessageEncoder.error(nil, .invalidRequest(reason)), status: 403)
    }

    private func admits(_ host: Authority) -> Bool {
        (allowsLoopback && host.isLoopback) || hosts.contains(host) || hosts.contains(Authority(name: host.name, port: nil))
    }
}
