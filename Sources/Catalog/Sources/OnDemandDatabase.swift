package import SQL
package import SQLSyntax
import Store
import Synchronization

/// A database that is opened by the first call that needs it. It is closed while no call uses it: after some time, or to free its slot.
///
/// A call keeps it open while it runs. It can be used at any time: the database is then opened again.
package final class OnDemandDatabase: Database {
    package let dialect: Dialect
    /// The organization in whose share it counts.
    let tenant: Int64
    private let pool: OpenDatabases
    private let connect: @Sendable () async throws -> any Database
    private let opening = SingleFlight<Bool, Void>()
    private let state = Mutex(State())

    private struct State {
        var database: (any Database)?
        /// Number of calls that use it.
        var uses = 0
        /// When the last call ended.
        var lastUse = ContinuousClock.now
        /// Whether it was replaced or removed: it is closed as soon as no call uses it.
        var isRetired = false
    }

    /// - Parameter connect: opens the database within a few seconds or throws; it need not connect to it yet.
    package init(dialect: Dialect, tenant: Int64, in pool: OpenDatabases, connect: @escaping @Sendable () async throws -> any Database) {
        self.dialect = dialect
        self.tenant = tenant
        self.pool = pool
        self.connect = connect
    }

    package func whileOpen<R: Sendable>(
        _ bounds: CallBounds, _ body: @Sendable (any Database) async throws -> R
    ) async throws -> R {
        let database = try await borrow(bounds)
        defer { giveBack() }
        return try await body(database)
    }

    package func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await whileOpen(bounds) { try await $0.read(bounds, body) }
    }

    @discardableResult
    package func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await whileOpen(bounds) { try await $0.write(bounds, body) }
    }

    package func define(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        try await whileOpen(bounds) { try await $0.define(bounds, body) }
    }

    package func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema { try await whileOpen(bounds) { try await $0.reflect(bounds) } }

    /// Also nil while the database is not open.
    package func readInline<R>(budget: Duration, _ body: (any Connection) throws -> R) throws -> R? {
        guard let database = borrowOpen() else { return nil }
        defer { giveBack() }
        return try database.readInline(budget: budget, body)
    }

    /// Also nil while the database is not open.
    package func changeCounter() throws -> Int64? {
        guard let database = borrowOpen() else { return nil }
        defer { giveBack() }
        return try database.changeCounter()
    }

    /// Closes it at once if no call uses it, otherwise soon after the last call. A later call opens it for itself.
    package func close() async {
        state.withLock { $0.isRetired = true }
        await pool.close(ifIdle: self)
    }

    /// When the last call ended; nil while a call runs and while it is not open.
    var idleSince: ContinuousClock.Instant? { state.withLock { $0.database == nil || $0.uses > 0 ? nil : $0.lastUse } }

    /// Whether it is open, and is either retired or unused since a given time.
    func isIdle(since moment: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.database != nil && $0.uses == 0 && ($0.isRetired || $0.lastUse < moment) }
    }

    /// Takes the open database out, so that the pool closes it.
    /// - Parameter isStopping: whether to take it out even while calls use it; closing lets them end.
    func takeOut(isStopping: Bool = false) -> (any Database)? {
        state.withLock { state in
            guard isStopping || state.uses == 0 else { return nil }
            defer { state.database = nil }
            return state.database
        }
    }

    private func borrow(_ bounds: CallBounds) async throws -> any Database {
        while true {
            if let open = borrowOpen() { return open }
            var opened: (any Database)?
            var own: (any Error)?
            try await opening.value(for: true) {
                do {
                    opened = try await open(bounds)
                } catch  where bounds.refusal != nil {
                    // The failed deadline or cancellation is this call's own: other calls that wait for the database try again.
                    own = error
                }
            }
            if let own { throw own }
            if let opened { return opened }
            if let refusal = bounds.refusal { throw refusal }
        }
    }

    private func borrowOpen() -> (any Database)? {
        state.withLock { state in
            if state.database != nil { state.uses += 1 }
            return state.database
        }
    }

    /// Opens the database for the one call that asked.
    private func open(_ bounds: CallBounds) async throws -> any Database {
        if let open = borrowOpen() { return open }
        try await pool.takeSlot(for: self, bounds)
        do {
            let database = try await connect()
            state.withLock { state in
                state.database = database
                state.uses = 1
            }
            return database
        } catch {
            pool.giveBackSlot(of: self)
            throw error
        }
    }

    private func giveBack() {
        let isIdle = state.withLock { state in
            state.uses -= 1
            state.lastUse = .now
            return state.uses == 0
        }
        if isIdle { pool.becameIdle() }
    }
}
