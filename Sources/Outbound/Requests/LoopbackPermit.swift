/// Hosts of this machine that may be asked by plain http: for development and tests. Nothing else opens by it, no other private address either.
package struct LoopbackPermit: Hashable, Sendable {
    /// As URLs name them, in lower case; an IPv6 address without brackets.
    private let hosts: Set<String>

    package static let none = LoopbackPermit(hosts: [])

    package init(hosts: some Sequence<String>) { self.hosts = Set(hosts.map { $0.lowercased() }) }

    func contains(_ host: String) -> Bool { hosts.contains(host) }
}
