/// Is notified of every use of a database within one call. Traces are made from it.
package protocol QueryProbe: Sendable {
    /// - Parameters:
    ///   - engine: `sqlite`, `postgresql` or `mysql`.
    ///   - operation: `read`, `write`, `guard` (callers' SQL) or `inline` (on the thread of the request).
    ///   - begin: when the call received its connection.
    ///   - failure: the code of a ``DatabaseError``, or `other`.
    func used(_ engine: String, _ operation: String, from begin: ContinuousClock.Instant, failure: String?)
}

extension CallBounds {
    /// Runs one use of a database, and reports it to the call's probe if there is one. A timeout error states the call's time limit.
    /// - Parameter place: engine and operation such as `sqlite-read`; for an engine alone, the operation is `read` or `write`.
    package func watched<R>(_ place: @autoclosure () -> String, _ body: () throws -> R) throws -> R {
        guard let probe else {
            do {
                return try body()
            } catch {
                throw named(error)
            }
        }
        let begin = ContinuousClock.now
        let words = place().split(separator: "-")
        let (engine, operation) = (String(words[0]), words.count > 1 ? String(words[1]) : "query")
        do {
            let result = try body()
            probe.used(engine, operation, from: begin, failure: nil)
            return result
        } catch {
            probe.used(engine, operation, from: begin, failure: (error as? DatabaseError)?.code.rawValue ?? "other")
            throw named(error)
        }
    }
}
