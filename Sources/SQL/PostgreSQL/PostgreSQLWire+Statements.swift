import CLibPQ

extension PostgreSQLWire {
    /// Runs fixed text from this program through the simple protocol, which takes several statements; never text from outside.
    func run(_ text: String, _ each: (OpaquePointer) -> Void = { _ in }) throws(DatabaseError) {
        try check(PQsendQuery(handle, text))
        try finish(each)
    }

    /// Marks the wire as broken when libpq did not accept a message.
    func check(_ sent: Int32) throws(DatabaseError) {
        guard sent == 1 else {
            breakOff()
            throw DatabaseError(postgreSQLConnection: handle)
        }
    }

    /// Reads every result of the last message, then throws the first error among them.
    func finish(_ each: (OpaquePointer) -> Void) throws(DatabaseError) {
        var failure: DatabaseError?
        while let result = try next() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                each(result)
            case PGRES_EMPTY_QUERY:
                failure = failure ?? DatabaseError(.invalid, "there is no statement")
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                // Both sides wait for COPY data; only a new connection ends that.
                breakOff()
                throw DatabaseError(.invalid, "COPY is not supported")
            default:
                failure = failure ?? DatabaseError(postgreSQL: result, stop: stop, isLate: bounds.deadline <= .now + Self.head)
            }
        }
        if let failure { throw failure }
    }
}
