import Glibc

/// The file descriptors of this process. Most are for connections, the others for databases, files and outgoing connections (I15).
enum Descriptors {
    /// Upper limit, because the hard limit of the process may be unreasonably high.
    private static let maximum: UInt = 65_536
    private static let reserve = 64

    /// Raises the soft limit to the hard limit, but at most to ``maximum``.
    /// - Returns: how many connections may be open at once.
    static func connections() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return room(1_024) }
        let wanted = min(UInt(limit.rlim_max), maximum)
        if UInt(limit.rlim_cur) < wanted {
            var raised = limit
            raised.rlim_cur = rlim_t(wanted)
            // If raising fails, the limit stays unchanged.
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return room(Int(min(UInt(limit.rlim_cur), maximum)))
    }

    /// How many of the descriptors are for connections.
    static func room(_ count: Int) -> Int { max(count - max(reserve, count / 8), count / 2) }
}
