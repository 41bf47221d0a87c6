import Blocking
import CLibPQ
import Glibc

extension PostgreSQLSession {
    /// Opens a session.
    ///
    /// The system's resolver looks up the host name, with its own time limit.
    /// - Parameters:
    ///   - timeout: time for the server to accept, at most until the deadline.
    /// - Throws: ``DatabaseError`` `unavailable`, `denied`, `busy`, `cancelled`.
    static func connect(
        _ options: PostgreSQLOptions, bounds: CallBounds, timeout: Duration, threads: ThreadGroup, prepared: PreparedStatements
    ) throws -> PostgreSQLSession {
        let wakeup = try Wakeup()
        guard let handle = options.withPointers({ PQconnectStartParams($0, $1, 0) }) else {
            throw DatabaseError(.limit, "no memory is left for a connection")
        }
        let end = min(bounds.deadline, .now + timeout)
        let wire = PostgreSQLWire(handle: handle, wakeup: wakeup, threads: threads, bounds: bounds)
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        // Puts the SQLSTATE into the text: libpq does not report it separately before the connection is established.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try wire.serving(bounds) { try connect(wire, until: end) }
        guard PQsetnonblocking(handle, 1) == 0 else { throw DatabaseError(postgreSQLConnection: handle) }
        var own: [Oid: PostgreSQLType] = [:]
        try wire.serving(CallBounds(deadline: end, cancellation: bounds.cancellation)) {
            try wire.run("\(settings); SELECT oid, typarray FROM pg_catalog.pg_type WHERE typtype = 'e' OR typname = 'citext'") { result in
                for row in 0..<PQntuples(result) {
                    let ids = [0, 1].map { PQgetvalue(result, row, $0).flatMap { Oid(String(cString: $0)) } ?? 0 }
                    own[ids[0]] = .text
                    // Zero for a type without arrays.
                    if ids[1] != 0 { own[ids[1]] = .array(.text) }
                }
            }
        }
        return PostgreSQLSession(wire: wire, ownTypes: own, prepared: prepared)
    }

    private static func connect(_ wire: PostgreSQLWire, until end: ContinuousClock.Instant) throws {
        guard PQstatus(wire.handle) != CONNECTION_BAD else { throw failure(wire) }
        var state = PGRES_POLLING_WRITING
        while true {
            switch state {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_FAILED: throw failure(wire)
            default: break
            }
            if wire.bounds.cancellation.isCancelled { throw DatabaseError.cancelled }
            guard .now < end else { throw DatabaseError(.unavailable, "the database server did not answer in time") }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard Poll.wait(PQsocket(wire.handle), Int16(events), wire.wakeup, until: end) else { continue }
            state = PQconnectPoll(wire.handle)
        }
    }

    /// Whether a word is an SQLSTATE: five digits and capital letters, with at least one digit.
    private static func isState(_ word: Substring) -> Bool {
        word.utf8.count == 5 && word.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) } && word.contains(where: \.isNumber)
    }

    /// Why the server refused the connection, from libpq's message: `FATAL:  28P01: password authentication failed …`.
    private static func failure(_ wire: PostgreSQLWire) -> DatabaseError {
        let words = String(cString: PQerrorMessage(wire.handle))
        let parts = words.split(separator: ":").map { $0.drop { $0 == " " } }
        if let state = parts.first(where: isState) { return DatabaseError(postgreSQLState: String(state), detail: words) }
        if words.contains("SSL") || words.contains("certificate") {
            return DatabaseError(.unavailable, DatabaseError.insecure, detail: words)
        }
        if words.contains("password supplied") || words.contains("authentication") {
            return DatabaseError(.denied, "the database server refused the login", detail: words)
        }
        return DatabaseError(.unavailable, "the database server cannot be reached", detail: words)
    }
}
