package import Access
import Catalog
package import SQL
import SQLSyntax

/// SQL that the guard has accepted for one caller. Only ``Guard`` makes it, and ``JudgedShape`` from one that it made.
package struct PreparedRead: Sendable {
    /// The statement as it will run.
    package let statement: Statement
    /// The text as it will run, without those conditions of rules that the caller may not know.
    package let sql: String
    /// The collections that it names, sorted.
    package let tables: [String]
    /// Columns of those that it reads anywhere, as `collection.column`, sorted.
    package let columnsRead: [String]
    /// What the caller's rights left out.
    package let restrictions: [ReadRestriction]
    /// Another run returns other rows, so there is no next page.
    package let isRandom: Bool
    /// Computed decimal columns on SQLite, by index.
    package let decimals: [Int: DecimalColumn]

    private let source: OpenSource
    /// Whether a rule leaves rows out.
    private let hidesRows: Bool
    private let readRights: SQLiteReadRights
    /// The shape that it was made from; nil for a text that was judged itself.
    private let shape: JudgedShape?

    init(
        statement: Statement, sql: String, source: OpenSource, readRights: [String: Set<String>?], hidesRows: Bool, isRandom: Bool,
        tables: [String], columnsRead: [String], restrictions: [ReadRestriction], decimals: [Int: DecimalColumn]
    ) {
        self.statement = statement
        self.sql = sql
        self.source = source
        self.readRights = SQLiteFunctions.readRights.on(tables: readRights)
        self.hidesRows = hidesRows
        self.tables = tables
        self.columnsRead = columnsRead
        self.restrictions = restrictions
        self.isRandom = isRandom
        self.decimals = decimals
        shape = nil
    }

    /// The same judgement of another text of a shape.
    init(_ judged: PreparedRead, statement: Statement, sql: String, source: OpenSource, shape: JudgedShape) {
        self.statement = statement
        self.sql = sql
        self.source = source
        readRights = judged.readRights
        hidesRows = judged.hidesRows
        tables = judged.tables
        columnsRead = judged.columnsRead
        restrictions = judged.restrictions
        isRandom = judged.isRandom
        decimals = judged.decimals
        self.shape = shape
    }

    /// Whether everything but the statement's text is the same.
    func isJudged(as other: PreparedRead) -> Bool {
        readRights == other.readRights && hidesRows == other.hidesRows && tables == other.tables && columnsRead == other.columnsRead
            && rulesApplied == other.rulesApplied && isRandom == other.isRandom && decimals == other.decimals
    }

    private var database: any Database { source.database }

    /// What the caller's rights left out, in English.
    package var rulesApplied: [String] { restrictions.map(\.text) }

    /// On SQLite, the engine's own check of the statement without running it; ``run(into:limits:_:columns:row:)`` checks by itself.
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
    ///   - row: called per row; the row is valid only inside.
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
        let statement = statement
        if let database = database as? SQLiteDatabase {
            return try await database.guarded(bounds, readRights) { connection in
                var result = start
                let summary = try connection.query(statement, limits: limits) {
                    try columns(&result, $0)
                } row: {
                    try row(&result, $0)
                }
                return (result, summary)
            }
        }
        return try await database.read(bounds) { [self] connection in
            try connection.pinFunctions()
            try checkCost(on: connection)
            var result = start
            let summary = try connection.query(statement, limits: limits) {
                try columns(&result, $0)
            } row: {
                try row(&result, $0)
            }
            return (result, summary)
        }
    }

    /// Runs a statement of a known shape on this thread, within two milliseconds, and folds its rows into a value.
    /// - Returns: nil where it was not run to its end: it took longer, no connection was idle, or it failed. Then ``run(into:limits:_:columns:row:)`` says.
    package func runInline<R: Sendable>(
        into start: R, _ bounds: CallBounds, columns: @Sendable (inout R, [Column]) throws -> Void,
        row: @Sendable (inout R, any Row) throws -> RowDemand
    ) async -> R? {
        guard let shape, shape.isQuick else { return nil }
        let (statement, readRights) = (statement, readRights)
        // Whatever it is that fails, fails again where it is reported.
        return try? await database.whileOpen(bounds) { database -> R? in
            guard let database = database as? SQLiteDatabase else { return nil }
            return try bounds.watched("sqlite-inline") {
                try database.guardedInline(budget: JudgedShape.inlineBudget, readRights, orElse: shape.wasSlow) { connection -> R? in
                    var result = start
                    let summary = try connection.query(statement, limits: .none) {
                        try columns(&result, $0)
                    } row: {
                        try row(&result, $0)
                    }
                    return summary.isTruncated ? nil : result
                }
            }
        }
    }

    /// - Throws: ``Refusal`` `limited` when the engine expects the statement to cost more than the source allows.
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

    /// How the engine would run the statement, in its own words, a line a step, and what it expects that to cost; nothing is run.
    /// - Throws: ``Refusal``; `forbidden` where a rule leaves rows out: engines plan with statistics of all rows.
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
