import Blocking
import CMariaDB

extension MySQLWire {
    /// Initializes the library once for the process, before the first handle.
    private static let library: Bool = mysql_server_init(0, nil, nil) == 0

    /// Opens a connection.
    /// - Parameter end: the time by which the server must have accepted.
    /// - Throws: ``DatabaseError`` `unavailable`, `denied`, `busy`, `cancelled`.
    static func connect(_ options: MySQLOptions, until end: ContinuousClock.Instant, cancellation: Cancellation) throws -> MySQLWire {
        guard library, let handle = mysql_init(nil) else { throw DatabaseError(.limit, "no memory is left for a connection") }
        let wire: MySQLWire
        let bounds = CallBounds(deadline: end, cancellation: cancellation)
        do {
            wire = MySQLWire(handle: handle, wakeup: try Wakeup(), bounds: bounds)
        } catch {
            mysql_close(handle)
            throw error
        }
        options.apply(to: handle, timeout: ContinuousClock.now.duration(to: end))
        try wire.serving(bounds) {
            let isConnected = options.connecting(handle) { start, resume in wire.runToEnd(start, resume) }
            guard isConnected else { throw wire.refusal }
            wire.unblockSocket()
        }
        guard !options.tls.isRequired || mysql_get_ssl_cipher(handle) != nil || options.isSocket else {
            throw DatabaseError(.unavailable, DatabaseError.insecure, detail: "the server does not offer TLS")
        }
        return wire
    }

    /// Why the connection failed.
    private var refusal: DatabaseError {
        let failure = DatabaseError(mySQLConnection: handle)
        if stopReason == .cancelled { return .cancelled }
        guard isBroken else { return failure }
        return DatabaseError(.unavailable, "the database server did not answer in time", detail: failure.detail)
    }

    /// Runs fixed text from this program that returns no rows through the text protocol; never text from outside.
    func run(_ text: String) throws(DatabaseError) {
        try checkUsable()
        var result: Int32 = 0
        text.withCString { bytes in
            runToEnd({ mysql_real_query_start(&result, handle, bytes, UInt(text.utf8.count)) }, { mysql_real_query_cont(&result, handle, $0) })
        }
        guard result == 0 else { throw failure(DatabaseError(mySQLConnection: handle)) }
    }

    /// Changes the database that unqualified names refer to.
    func use(_ database: String) throws(DatabaseError) {
        try checkUsable()
        var result: Int32 = 0
        database.withCString { name in
            runToEnd({ mysql_select_db_start(&result, handle, name) }, { mysql_select_db_cont(&result, handle, $0) })
        }
        guard result == 0 else { throw failure(DatabaseError(mySQLConnection: handle)) }
    }

    /// Resets the session to its initial state; an open transaction is rolled back.
    func reset() throws(DatabaseError) {
        try checkUsable()
        var result: Int32 = 0
        runToEnd({ mysql_reset_connection_start(&result, handle) }, { mysql_reset_connection_cont(&result, handle, $0) })
        guard result == 0 else { throw failure(DatabaseError(mySQLConnection: handle)) }
    }

    func checkUsable() throws(DatabaseError) {
        if isBroken || stopReason != nil { throw stopError ?? DatabaseError(.unavailable, "the connection to the database was lost") }
        if let refusal = bounds.refusal { throw refusal }
    }

    /// The error of a failed statement: the library's, or the reason why it was stopped. Marks the wire as broken when the connection is
    /// lost.
    func failure(_ error: DatabaseError) -> DatabaseError {
        if error.code == .unavailable { markBroken() }
        if let stopError { return error.code == .cancelled || error.code == .timeout || isBroken ? stopError : error }
        // The server's own limit or an administrator's kill has stopped it.
        guard error.code == .cancelled, bounds.deadline <= .now + Self.killDelay else { return error }
        return .timeout
    }
}
