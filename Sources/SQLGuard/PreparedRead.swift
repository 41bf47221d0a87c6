package import Access
import Catalog
package import SQL
import SQLSyntax

/// SQL that the guard has accepted for one caller. Only ``Guard`` makes it.
package struct PreparedRead: Sendable {
    /// The part that all statements of one shape share.
    final class Details: Sendable {
        let readRights: SQLiteReadRights
        let hidesRows: Bool
        let isRandom: Bool
        let tables: [String]
        let columnsRead: [String]
        let restrictions: [ReadRestriction]
        let decimals: [Int: DecimalColumn]

        init(
            readRights: SQLiteReadRights, hidesRows: Bool, isRandom: Bool, tables: [String], columnsRead: [String],
            restrictions: [ReadRestriction], decimals: [Int: DecimalColumn]
        ) {
            self.readRights = readRights
            self.hidesRows = hidesRows
            self.isRandom = isRandom
            self.tables = tables
            self.columnsRead = columnsRead
            self.restrictions = restrictions
            self.decimals = decimals
        }
    }

    /// The statement that will run.
    package let statement: Statement
    /// The text that will run, without conditions of rules that are hidden from the caller.
    package let sql: String
    private let source: OpenSource
    let details: Details

    init(statement: Statement, sql: String, source: OpenSource, _ details: Details) {
        self.statement = statement
        self.sql = sql
        self.source = source
        self.details = details
    }

    /// The collections that the statement names, sorted.
    package var tables: [String] { details.tables }
    /// Columns of these collections that the statement reads, as `collection.column`, sorted.
    package var columnsRead: [String] { details.columnsRead }
    /// What the caller's rights hide.
    package var restrictions: [ReadRestriction] { details.restrictions }
    /// Whether each run returns other rows, so that there can be no next page.
    package var isRandom: Bool { details.isRandom }
    /// Computed decimal columns on SQLite, by index.
    package var decimals: [Int: DecimalColumn] { details.decimals }
    /// Whether a rule hides rows.
    private var hidesRows: Bool { details.hidesRows }
    var readRights: SQLiteReadRights { details.readRights }

    private var database: any Database { source.database }

    /// What the caller's rights hide, in English.
    package var rulesApplied: [String] { restrictions.map(\.text) }

    /// On SQLite, runs the engine's own check of the statement without running the statement. ``run(into:limits:_:columns:row:)`` includes
    /// this check.
    /// - Throws: ``Refusal``.
    func check(_ bounds: CallBounds) async throws(Refusal) {
        guard database.dialect == .sqlite else { return }
        do {
            try await database.whileOpen(bounds) { [statement, readRights] database in
                guard let database = database as? SQLiteDatabase else { return }
                _ = try await database.guarded(bounds, readRights) { try $0.compile(statement) }
            }
        } catch {
            throw Guard.refusal(error, source: source.name, database.dialect)
        }
    }

    /// Runs the statement in one read-only snapshot and folds its rows into a value, on a thread of the source.
    /// - Parameters:
    ///   - columns: called once, before the first row.
    ///   - row: called for each row; the row is valid only inside the call.
    /// - Throws: ``Refusal``.
    package func run<R: Sendable>(
        into start: R, limits: RowLimits, _ bounds: CallBounds,
        columns: @escaping @Sendable (inout R, [Column]) throws -> Void,
        row: @escaping @Sendable (inout R, any Row) throws -> RowDemand
    ) async throws(Refusal) -> (result: R, summary: ReadSummary) {
        do {
            return try await database.whileOpen(bounds) { try await run(on: $0, into: start, limits: limits, bounds, columns: columns, row: row) }
        } catch {
            throw Guard.refusal(error, source: source.name, database.dialect)
        }
    }

    private func run<R: Sendable>(
        on database: any Database, into start: R, limits: RowLimits, _ bounds: CallBounds,
        columns: @escaping @Sendable (inout R, [Column]) throws -> Void,
        row: @escaping @Sendable (inout R, any Row) throws -> RowDemand
    ) async throws -> (result: R, summary: ReadSummary) {
        if let database = database as? SQLiteDatabase {
            return try await database.guarded(bounds, readRights) { [self] connection in
                try run(on: connection, into: start, limits: limits, columns: columns, row: row)
            }
        }
        return try await database.read(bounds) { [self] connection in
            try connection.pinFunctions()
            try checkCost(on: connection)
            try takeCost(of: bounds.work, on: connection)
            var result = start
            let summary = try connection.query(statement, limits: limits) {
                try columns(&result, $0)
            } row: {
                try row(&result, $0)
            }
            return (result, summary)
        }
    }

    /// Runs the statement on a connection that was lent with its read rights.
    func run<R>(
        on connection: SQLiteGuardedConnection, into start: R, limits: RowLimits, columns: (inout R, [Column]) throws -> Void,
        row: (inout R, any Row) throws -> RowDemand
    ) throws -> (result: R, summary: ReadSummary) {
        var result = start
        let summary = try connection.query(statement, limits: limits) {
            try columns(&result, $0)
        } row: {
            try row(&result, $0)
        }
        return (result, summary)
    }

    /// - Throws: ``Refusal`` `limited` when the engine's estimate exceeds the source's cost limit.
    func checkCost(_ bounds: CallBounds) async throws(Refusal) {
        guard source.maximumCost != nil else { return }
        do {
            try await database.read(bounds) { [self] connection in
                try connection.pinFunctions()
                try checkCost(on: connection)
            }
        } catch {
            throw Guard.refusal(error, source: source.name, database.dialect)
        }
    }

    private func checkCost(on connection: any Connection) throws {
        guard let maximum = source.maximumCost else { return }
        let cost = try PlanCost.estimate(statement, on: connection)
        try PlanCost.check(cost, atMost: maximum, source: source.name, tells: !hidesRows)
    }

    /// Takes the estimated cost from the work limit, on PostgreSQL only. MySQL and MariaDB also count the rows beyond a LIMIT, so there the
    /// deadline alone limits the work.
    /// - Throws: ``DatabaseError`` `timeout` when the estimate exceeds the call's work limit.
    private func takeCost(of work: WorkLimit?, on connection: any Connection) throws {
        guard let work, connection.dialect == .postgresql, let cost = try PlanCost.estimate(statement, on: connection) else { return }
        guard work.take(Int64(min(cost, 1e12) * PlanCost.steps)) else { throw DatabaseError.timeout }
    }

    /// The engine's plan for the statement, as the engine writes it, one line for each step, with its estimated cost. It runs nothing.
    /// - Throws: ``Refusal``; `forbidden` if a rule hides rows, because engines plan with statistics of all rows.
    package func plan(_ bounds: CallBounds) async throws(Refusal) -> (steps: [String], cost: Double?) {
        guard !hidesRows else {
            throw Refusal(.forbidden, "explain: a plan would tell of rows that your rights do not reach; run the statement without it")
        }
        try await check(bounds)
        let explained: Statement =
            switch database.dialect {
            case .sqlite: "EXPLAIN QUERY PLAN \(statement)"
            case .postgresql: "EXPLAIN \(statement)"
            case .mysql: "EXPLAIN FORMAT=JSON \(statement)"
            }
        do {
            // EXPLAIN reads no rows.
            return try await database.read(bounds) { [statement] connection in
                try connection.pinFunctions()
                let steps = try connection.all(explained) { $0.text($0.columnCount - 1) ?? "" }
                return (steps, try PlanCost.estimate(statement, on: connection))
            }
        } catch {
            throw Guard.refusal(error, source: source.name, database.dialect)
        }
    }
}
