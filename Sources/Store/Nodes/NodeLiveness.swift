/// How the processes that share a state find out which of them are alive.
package enum NodeLiveness: Sendable {
    /// Each process renews a time in the state. One that is silent for longer counts as dead until it comes back.
    case lease(Duration)
    /// Each process holds a lock on this file, beside a state that one machine has alone. The system takes the lock back when the process ends, and only then.
    case lockFile(String)

    /// Of a state on a server.
    package static let defaultLease = Duration.seconds(15)
    /// How often the locks of other nodes are tried.
    private static let lockInterval = Duration.seconds(5)

    /// How often a process renews its own lease and looks for dead processes.
    var interval: Duration {
        switch self {
        case .lease(let duration): duration / 3
        case .lockFile: Self.lockInterval
        }
    }
}
