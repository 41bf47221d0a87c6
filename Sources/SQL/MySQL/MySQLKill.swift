import Blocking
import CMariaDB

/// The request to stop what a connection runs, sent over a second connection by a thread of its own.
enum MySQLKill {
    /// Requests of one database that may wait for its server at a time; beyond, only the server's own limit ends the statement.
    static let threadLimit = 8
    /// How long the server may take to accept the request. The caller does not wait for it.
    private static let patience: Duration = .seconds(60)

    /// What ends.
    enum Extent: String {
        /// The statement alone. The connection stays open until the server has stopped it, and shows so when that is. A request that arrives between two
        /// statements is lost.
        case statement = "QUERY"
        /// The connection, at once: the server may go on with the statement for longer.
        case connection = "CONNECTION"
    }

    /// - Parameter connection: the server's number of it, which is never given again.
    static func start(_ extent: Extent, of connection: UInt, _ options: MySQLOptions, threads: ThreadGroup) {
        _ = threads.start("mysql-kill", limit: threadLimit) {
            let end = ContinuousClock.now + patience
            do {
                let wire = try MySQLWire.connect(options, until: end, cancellation: Cancellation())
                try wire.serving(CallBounds(deadline: end)) { try wire.run("KILL \(extent.rawValue) \(connection)") }
            } catch {
                // The statement has ended, or its server cannot be reached: whoever waits for it gives up by itself.
            }
        }
    }
}
