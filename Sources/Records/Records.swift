import Blocking
import SQL
import SQLSyntax
package import Store

/// Reads and changes rows of collections: the domain of the tool `crud`.
///
/// Each statement contains the caller's row filter, so a row outside it can be neither seen nor changed. Every error is a `Refusal`, except that a
/// cancelled call throws `DatabaseError`.
package final class Records: Sendable {
    /// Time budget of a small read on the calling thread, before it is passed to the pool.
    static let inlineBudget = Duration.milliseconds(2)
    /// Larger pages are passed to the pool at once. Unit: rows.
    static let inlinePageSize = 100

    let plans = RecordPlans()
    private let shares = ReadShares()
    /// Reads files, a few at a time.
    let files = BlockingPool(name: "files", threads: 2, queueLength: 32)
    let now: @Sendable () -> Timestamp
    let hash: (@Sendable (String, String) async throws -> String)?
    let number: (@Sendable (WorkspaceID, NumberedField, Int64) async throws -> Int64)?

    /// - Parameters:
    ///   - now: the clock for `createdAt` and `updatedAt`.
    ///   - hash: hashes a password, given with the name of its argument; nil where no password can be set.
    ///   - number: takes consecutive numbers for a field, and returns the first of them; nil where there are no sequence fields.
    package init(
        now: @escaping @Sendable () -> Timestamp = { .now }, hash: (@Sendable (String, String) async throws -> String)? = nil,
        number: (@Sendable (WorkspaceID, NumberedField, Int64) async throws -> Int64)? = nil
    ) {
        self.now = now
        self.hash = hash
        self.number = number
    }

    /// Runs a read on this thread if it is small and fast, otherwise on the database's pool.
    func read<R: Sendable>(
        _ call: RecordCall, isSmall: Bool, _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let database = call.database
        if isSmall,
            let answer = try mapped({
                try call.bounds.watched("\(call.dialect)-inline") { try database.readInline(budget: Self.inlineBudget, body) }
            })
        {
            return answer
        }
        return try await readOnPool(call, body)
    }

    /// Runs a read on the database's pool, within the share of the caller's account.
    func readOnPool<R: Sendable>(_ call: RecordCall, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await mapped { try await shares.run(call) { try await call.database.read(call.bounds, body) } }
    }
}
