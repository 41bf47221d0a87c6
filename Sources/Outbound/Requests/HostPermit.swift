/// Hosts that may be contacted although their addresses are not public, also over plain HTTP.
package struct HostPermit: Hashable, Sendable {
    /// Which addresses that are not public a permitted host may have.
    package enum PermittedAddresses: Hashable, Sendable {
        /// Addresses of this machine, for development and tests.
        case loopback
        /// Addresses of this machine and of private networks, for services that the operator runs. Link-local addresses, where clouds keep
        /// credentials, stay forbidden.
        case privateNetworks
    }

    /// As in URLs, in lower case; an IPv6 address without brackets.
    private let hosts: Set<String>
    private let reach: PermittedAddresses

    package static let none = HostPermit(hosts: [])

    package init(hosts: some Sequence<String>, reach: PermittedAddresses = .loopback) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.reach = reach
    }

    /// Permits the host of one URL; nothing if the URL has no host.
    package init(hostOf url: String, reach: PermittedAddresses) {
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } } ?? ""
        let host = authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        self.init(hosts: host.isEmpty ? [] : [String(host)], reach: reach)
    }

    func contains(_ host: String) -> Bool { hosts.contains(host) }

    /// Whether the host, as written in its URL, may be contacted at an address.
    func allows(_ address: IPAddress, of host: String) -> Bool {
        guard !address.isPublic else { return true }
        guard contains(host) else { return false }
        return address.isLoopback || (reach == .privateNetworks && address.isPrivateNetwork)
    }
}
