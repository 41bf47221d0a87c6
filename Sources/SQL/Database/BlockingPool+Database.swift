import Blocking

extension BlockingPool {
    /// Runs one use of a database on a thread of the pool. A cancelled task cancels the bounds' token.
    /// - Throws: ``DatabaseError`` when the pool does not run it, and what `body` throws.
    func use<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable () throws -> R) async throws -> R {
        do {
            return try await run(until: bounds.deadline, bounds.cancellation) { [name] in try bounds.watched(name, body) }
        } catch let refusal as PoolRefusal {
            throw bounds.error(refusal)
        }
    }
}
