import Blocking
import CMariaDB

/// The request to stop the statement of a connection. A separate thread sends it over a second connection.
enum MySQLKill {
    /// Requests of one database that may wait for its server at the same time; for further ones, only the server's own limit ends the
    /// statement.
    static let threadLimit = 8
    /// How long the server may take to accept the request. The caller does not wait for it.
    private static let gracePeriod: Duration = .seconds(60)

    /// What the request ends.
    enum Extent: String {
        /// The statement alone. The connection stays open until the server has stopped the statement, so its end shows when that is. A
        /// request that arrives between two statements is lost.
        case statement = "QUERY"
        /// The connection, at once; the server may continue the statement for longer.
        case connection = "CONNECTION"
    }

    /// - Parameter connection: the server's id of the connection, which it never reuses.
    static func start(_ extent: Extent, of connection: UInt, _ options: MySQLOptions, threads: ThreadGroup) {
        _ = threads.start("mysql-kill", limit: threadLimit) {
            let end = ContinuousClock.now + gracePeriod
            do {
                let wire = try MySQLWire.connect(options, until: end, cancellation: Cancellation())
                try wire.serving(CallBounds(deadline: end)) { try wire.run("KILL \(extent.rawValue) \(connection)") }
            } catch {
                // The statement has ended, or its server cannot be reached: the waiting call ends at its own deadline.
            }
        }
    }
}
