import SQL
import SQLSyntax
package import Store

/// Rows of collections read and changed: the work behind the tool `crud`.
///
/// Each statement holds the caller's row rights itself, so that a row outside them can be neither seen nor touched. Every throw is a `Refusal`, but
/// for a cancelled call, which is a `DatabaseError`.
package final class Records: Sendable {
    /// A reading of a few rows is tried on the calling thread for so long before it goes to the pool.
    static let inlineBudget = Duration.milliseconds(2)
    /// Larger pages go to the pool at once. Unit: rows.
    static let inlinePageSize = 100

    let plans = RecordPlans()
    let now: @Sendable () -> Timestamp

    /// - Parameter now: the clock that `createdAt` and `updatedAt` are taken from.
    package init(now: @escaping @Sendable () -> Timestamp = { .now }) { self.now = now }

    /// Runs a reading on this thread if it is small and quick, else on the database's pool.
    func read(_ call: RecordCall, isSmall: Bool, _ body: @escaping @Sendable (any Connection) throws -> RecordAnswer) async throws -> RecordAnswer {
        let database = call.database
        if isSmall,
            let answer = try mapped({
                try call.bounds.watched("\(call.dialect)-inline") { try database.readInline(budget: Self.inlineBudget, body) }
            })
        {
            return answer
        }
        return try await mapped { try await database.read(call.bounds, body) }
    }
}
