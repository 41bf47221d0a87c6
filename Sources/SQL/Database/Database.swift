package import SQLSyntax

/// A bounded pool of connections to one database.
///
/// Every call has bounds and waits in a bounded queue for a connection. It throws ``DatabaseError`` when it is refused, late or cancelled.
/// A cancelled task cancels its call.
package protocol Database: Sendable {
    var dialect: Dialect { get }

    /// Runs `body` on a connection inside one read-only transaction (one snapshot).
    func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R

    /// Runs `body` inside one transaction. It is durable on disk when this returns, and rolled back when `body` throws.
    ///
    /// Writes may be committed in groups: `body` runs again when its transaction was rolled back because of another write. It must have no
    /// effect except its statements and its result, and must do no I/O of its own.
    @discardableResult
    func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R

    /// Runs statements that create and change tables: in one transaction where the engine can roll them back (SQLite, PostgreSQL),
    /// otherwise each by itself.
    ///
    /// SQLite does not check foreign keys meanwhile, so that a table can be replaced by another.
    func define(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> Void) async throws

    /// Runs a short prepared read on the calling thread. Returns nil when no connection is idle, the engine would need a network, or
    /// `budget` ran out; the caller then uses ``read(_:_:)``, so `body` must have no effect except its result.
    func readInline<R>(budget: Duration, _ body: (any Connection) throws -> R) throws -> R?

    /// Tables, views, columns, keys and comments as the engine reports them now.
    func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema

    /// A number that changes whenever another connection or process commits (SQLite `PRAGMA data_version`); nil where the engine has none.
    func changeCounter() throws -> Int64?

    /// Runs `body` on the database itself, which stays open meanwhile. Used for features of one engine.
    func whileOpen<R: Sendable>(_ bounds: CallBounds, _ body: @Sendable (any Database) async throws -> R) async throws -> R

    /// Lets calls in flight finish, then closes every connection.
    func close() async
}

extension Database {
    package func define(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        try await write(bounds, body)
    }

    package func readInline<R>(budget: Duration, _ body: (any Connection) throws -> R) throws -> R? { nil }
    package func changeCounter() throws -> Int64? { nil }

    package func whileOpen<R: Sendable>(_ bounds: CallBounds, _ body: @Sendable (any Database) async throws -> R) async throws -> R {
        try await body(self)
    }
}
