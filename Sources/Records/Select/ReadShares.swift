import Access
import SQL
import SQLSyntax
import Store
import Synchronization

/// Limits how many reads of one account run on the connections of one database, so that an account with slow filters leaves connections to
/// others. Further reads of the account wait for their turn within their deadlines, since those before them end at theirs.
final class ReadShares: Sendable {
    private struct Key: Hashable {
        let database: ObjectIdentifier
        let account: String
    }

    private struct Share {
        let limiter: ConcurrencyLimiter
        /// The number of calls that have the limiter. It is removed with the last.
        var users: Int
    }

    /// Most reads of one account that wait, as many as wait for a connection.
    private static let maximumWaiting = 1_024
    /// Longer than any call may take.
    private static let patience = Duration.seconds(86_400)

    private let shares = Mutex<[Key: Share]>([:])

    /// - Throws: `busy` when too many reads of the account wait; what `body` throws.
    func run<R: Sendable>(_ call: RecordCall, _ body: () async throws -> R) async throws -> R {
        let key = Key(database: ObjectIdentifier(call.database as AnyObject), account: call.grant.caller.accountKey)
        let limiter = shares.withLock { shares in
            var share =
                shares[key]
                ?? Share(
                    limiter: ConcurrencyLimiter(
                        limit: call.dialect.readsOfOneAccount, maximumWaiting: Self.maximumWaiting, patience: Self.patience,
                        refusal: "too many of your calls on this data source wait; wait for results before you call again"),
                    users: 0)
            share.users += 1
            shares[key] = share
            return share.limiter
        }
        defer {
            shares.withLock { shares in
                shares[key]?.users -= 1
                if shares[key]?.users == 0 { shares[key] = nil }
            }
        }
        do { return try await limiter.run(body) } catch is CancellationError {
            throw DatabaseError(.cancelled, "the call was cancelled while it waited for others")
        }
    }
}

extension Dialect {
    /// Fewer than the connections that read: four on SQLite, eight to a server.
    fileprivate var readsOfOneAccount: Int { self == .sqlite ? 3 : 6 }
}
