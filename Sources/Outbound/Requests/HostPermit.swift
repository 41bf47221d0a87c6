/// Hosts that may be contacted although their addresses are not public, also over plain HTTP. Only named hosts are permitted.
package struct HostPermit: Hashable, Sendable {
    /// Which addresses that are not public a permitted host may have.
    package enum PermittedAddresses: Hashable, Sendable {
        /// Of this machine: for development and tests.
        case loopback
        /// Of this machine and of private networks: for services that the operator runs. Link-local addresses, where clouds keep credentials, stay closed.
        case privateNetworks
    }

    /// As URLs name them, in lower case; an IPv6 address without brackets.
    private let hosts: Set<String>
    private let reach: PermittedAddresses

    package static let none = HostPermit(hosts: [])

    package init(hosts: some Sequence<String>, reach: PermittedAddresses = .loopback) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.reach = reach
    }

    /// Permits the host of one URL; nothing where the URL has none.
    package init(hostOf url: String, reach: PermittedAddresses) {
        let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } } ?? ""
        let host = authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        self.init(hosts: host.isEmpty ? [] : [String(host)], reach: reach)
    }

    func contains(_ host: String) -> Bool { hosts.contains(host) }

    /// Whether the host, as its URL names it, may be reached at an address.
    func allows(_ address: IPAddress, of host: String) -> Bool {
        guard !address.isPublic else { return true }
        guard contains(host) else { return false }
        return address.isLoopback || (reach == .privateNetworks && address.isPrivateNetwork)
    }
}
