import Blocking
import CMariaDB

/// The order to stop what a connection runs, sent over a second connection by a thread of its own.
enum MySQLKill {
    /// Orders of one database that may wait for its server at a time; beyond, only the server's own limit ends the statement.
    static let threadLimit = 8
    private static let patience: Duration = .seconds(1)

    /// - Parameter connection: the server's number of it, which is never given again.
    static func start(_ connection: UInt, _ options: MySQLOptions, threads: ThreadGroup) {
        _ = threads.start("mysql-kill", limit: threadLimit) {
            let end = ContinuousClock.now + patience
            do {
                let wire = try MySQLWire.connect(options, until: end, cancellation: Cancellation())
                try wire.serving(CallBounds(deadline: end)) { try wire.run("KILL QUERY \(connection)") }
            } catch {
                // The statement has ended, or its server cannot be reached: whoever waits for it gives up by itself.
            }
        }
    }
}
