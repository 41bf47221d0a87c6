import Blocking
import CMariaDB

/// The request to end a connection whose statement must stop, sent over a second connection by a thread of its own.
///
/// The connection ends, not its statement alone: a wire on which a statement was stopped is not used again, and a request that arrives between two
/// statements stops the next one too.
enum MySQLKill {
    /// Requests of one database that may wait for its server at a time; beyond, only the server's own limit ends the statement.
    static let threadLimit = 8
    /// How long the server may take to accept the request. The caller does not wait for it.
    private static let patience: Duration = .seconds(60)

    /// - Parameter connection: the server's number of it, which is never given again.
    static func start(_ connection: UInt, _ options: MySQLOptions, threads: ThreadGroup) {
        _ = threads.start("mysql-kill", limit: threadLimit) {
            let end = ContinuousClock.now + patience
            do {
                let wire = try MySQLWire.connect(options, until: end, cancellation: Cancellation())
                try wire.serving(CallBounds(deadline: end)) { try wire.run("KILL CONNECTION \(connection)") }
            } catch {
                // The statement has ended, or its server cannot be reached: the waiting call ends at its own deadline.
            }
        }
    }
}
