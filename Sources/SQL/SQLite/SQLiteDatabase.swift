import Blocking
import CSQLite
package import SQLSyntax

/// A SQLite file: one writer whose commits are grouped, and a few readers, each with its own snapshots.
package final class SQLiteDatabase: Database {
    package var dialect: Dialect { .sqlite }

    let path: SQLitePath
    let options: SQLiteOptions
    private let pool: BlockingPool
    private let readers: SQLiteReaders
    /// Nil when the file is opened read-only.
    private let writer: SQLiteWriter?
    private let counter: SQLiteChangeCounter
    private let guardedPool: BlockingPool
    private let guardedReaders: SQLiteReaders

    /// Opens the file; blocks for a few milliseconds.
    /// - Throws: ``DatabaseError``: `unavailable` (no such file, a symbolic link), `corrupt`, `readOnly`, `busy`.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws {
        let file = try SQLitePath(path)
        if options.access == .create { _ = try file.makeFile() }
        let writing = options.access == .readOnly ? nil : try SQLiteConnection.open(file, options, role: .writer)
        self.path = file
        self.options = options
        readers = SQLiteReaders(limit: options.readers) { try SQLiteConnection.open(file, options, role: .reader) }
        readers.giveBack(try readers.borrow(until: .now + options.busyTimeout))
        writer = writing.map { SQLiteWriter($0, options) }
        pool = BlockingPool(name: "sqlite-read", threads: options.readers, queueLength: options.queueLength)
        guardedReaders = SQLiteReaders(limit: options.guardedReaders) { try SQLiteConnection.open(file, options, role: .guarded) }
        guardedPool = BlockingPool(name: "sqlite-guard", threads: options.guardedReaders, queueLength: options.queueLength)
        counter = SQLiteChangeCounter { try SQLiteConnection.open(file, options, role: .reader) }
    }

    package func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await onReader(bounds) { try $0.inSnapshot { try body($0) } }
    }

    @discardableResult
    package func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        guard let writer else { throw DatabaseError(.readOnly, "the database was opened for reading only") }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<R, any Error>) in
                writer.submit(
                    SQLiteWriter.Job(bounds: bounds) { connection in
                        let value = try bounds.watched("sqlite-write") { try body(connection) }
                        return { continuation.resume(returning: value) }
                    } refuse: {
                        continuation.resume(throwing: $0)
                    })
            }
        } onCancel: {
            bounds.cancellation.cancel()
        }
    }

    /// Each statement of `body` sees its own snapshot: a single SELECT is one, and a transaction around it would double the cost.
    package func readInline<R>(budget: Duration, _ body: (any Connection) throws -> R) throws -> R? {
        try runInline(on: readers, budget: budget) { try body($0) }
    }

    /// Calls that wait for the writer.
    package var queuedWrites: Int { writer?.queued ?? 0 }

    package func changeCounter() throws -> Int64? { try counter.read() }

    package func close() async {
        await writer?.drain()
        await pool.close()
        await guardedPool.close()
        readers.close()
        guardedReaders.close()
        counter.close()
        // Last, because only the writer can copy the log into the file.
        writer?.close()
    }

    /// Runs callers' statements with read rights, in one snapshot, on separate connections.
    /// - Throws: ``SQLiteRefusal``, ``DatabaseError``, and what `body` throws.
    package func guarded<R: Sendable>(
        _ bounds: CallBounds,
        _ readRights: SQLiteReadRights,
        _ body: @escaping @Sendable (SQLiteGuardedConnection) throws -> R
    ) async throws -> R {
        try await guarded(bounds) { lend in try body(lend(readRights)) }
    }

    /// Runs a statement whose read rights `body` determines on the thread that runs it.
    package func guarded<R: Sendable>(
        _ bounds: CallBounds, _ body: @escaping @Sendable (_ lend: (SQLiteReadRights) -> SQLiteGuardedConnection) throws -> R
    ) async throws -> R {
        try await run(bounds, on: guardedPool, guardedReaders) { try Self.inGuardedSnapshot($0, body) }
    }

    /// Runs a statement that is known to be fast, as ``guarded(_:_:)`` does but on this thread.
    /// - Returns: nil if no connection was idle or the budget was exceeded.
    package func guardedInline<R>(
        budget: Duration, _ body: (_ lend: (SQLiteReadRights) -> SQLiteGuardedConnection) throws -> R
    ) throws -> R? {
        try runInline(on: guardedReaders, budget: budget) { try Self.inGuardedSnapshot($0, body) }
    }

    private static func inGuardedSnapshot<R>(
        _ connection: SQLiteConnection, _ body: (_ lend: (SQLiteReadRights) -> SQLiteGuardedConnection) throws -> R
    ) throws -> R {
        guard let authorizer = connection.authorizer else { throw DatabaseError(.other, "no guard stands before the database") }
        return try connection.inSnapshot { connection in try body { SQLiteGuardedConnection(connection, authorizer, $0) } }
    }

    /// Runs `body` on this thread.
    /// - Returns: nil if no connection was idle, the budget was exceeded, or the file was locked.
    private func runInline<R>(on readers: SQLiteReaders, budget: Duration, _ body: (SQLiteConnection) throws -> R) throws -> R? {
        guard let connection = readers.borrowIdle() else { return nil }
        connection.stop.arm(budget: budget)
        defer {
            connection.stop.disarm()
            readers.giveBack(connection)
        }
        do {
            let result = try body(connection)
            return connection.stop.cause == nil ? result : nil
        } catch {
            if connection.stop.cause != nil { return nil }
            if let failure = error as? DatabaseError, failure.code == .busy { return nil }
            throw error
        }
    }

    /// Runs `body` on a thread of the pool, within the bounds.
    func onThread<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await pool.use(bounds, body)
    }

    /// Runs `body` on a thread of the pool with a reading connection, within the bounds.
    func onReader<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (SQLiteConnection) throws -> R) async throws -> R {
        try await run(bounds, on: pool, readers, body)
    }

    private func run<R: Sendable>(
        _ bounds: CallBounds,
        on pool: BlockingPool,
        _ readers: SQLiteReaders,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> R
    ) async throws -> R {
        let lockWait = options.busyTimeout
        return try await pool.use(bounds) {
            // After the statements have released their memory.
            defer { SQLiteMemory.giveBack() }
            let connection = try readers.borrow(until: bounds.deadline)
            connection.stop.arm(bounds, lockWait: lockWait)
            defer {
                connection.stop.disarm()
                readers.giveBack(connection)
            }
            return try body(connection)
        }
    }
}

/// The reading connections of a database, lent to one call at a time.
final class SQLiteReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection] = []
        /// Number of idle and lent connections.
        var opened = 0
    }

    private let state = Monitor(State())
    private let limit: Int
    private let open: @Sendable () throws -> SQLiteConnection

    /// - Parameter open: makes a connection when all are lent and fewer than `limit` exist.
    init(limit: Int, open: @escaping @Sendable () throws -> SQLiteConnection) {
        self.limit = limit
        self.open = open
    }

    /// Waits for a connection until `deadline`.
    func borrow(until deadline: ContinuousClock.Instant) throws -> SQLiteConnection {
        let lent: SQLiteConnection?? = state.wait(until: deadline) { state in
            if let idle = state.idle.popLast() { return .some(idle) }
            guard state.opened < limit else { return nil }
            state.opened += 1
            return .some(nil)
        }
        guard let lent else { throw DatabaseError.timeout }
        if let lent { return lent }
        do {
            return try open()
        } catch {
            discardOne()
            throw error
        }
    }

    /// A connection, if one is idle.
    func borrowIdle() -> SQLiteConnection? { state.withLock { $0.idle.popLast() } }

    /// Takes a connection back; one that is still in a transaction is closed.
    func giveBack(_ connection: SQLiteConnection) {
        guard connection.isAutocommit else { return discardOne() }
        connection.wasGivenBack()
        state.withLock { $0.idle.append(connection) }
        state.wakeOne()
    }

    /// Closes the idle connections.
    func close() {
        state.withLock { state in
            state.opened -= state.idle.count
            state.idle = []
        }
    }

    private func discardOne() {
        state.withLock { $0.opened -= 1 }
        state.wakeOne()
    }
}
