package import Access
package import Catalog
package import SQL
package import SQLSyntax

/// The one entry point for SQL that a person, an agent or a model wrote. Nothing else turns text into a statement.
///
/// The text is parsed into a tree; text that is not fully understood is refused. Every table is replaced by what the caller may see of it:
/// visible columns, masks, rows. Every column is resolved among those, and every function and type must be on a list. The engine gets only
/// text printed from that tree, with the values of rules bound, in a read-only transaction. On SQLite the engine's own compiler checks it
/// again.
package struct Guard: Sendable {
    /// Longest text that is parsed. Unit: bytes.
    package static let maximumLength = 100_000

    private let sources: DataSources
    let catalog: Catalog
    let rules: RuleStore
    private let known = JudgedStatements()

    package init(sources: DataSources, catalog: Catalog, rules: RuleStore) {
        self.sources = sources
        self.catalog = catalog
        self.rules = rules
    }

    /// Accepts one SELECT for the caller of the grant, or throws the reason for refusing it. It runs nothing; when the statement runs,
    /// SQLite checks it again.
    /// - Parameters:
    ///   - text: as written, in the data source's dialect.
    ///   - rows: most rows requested; nil for all.
    package func prepare(_ text: String, grant: Grant, source: String, rows: Int? = nil, _ bounds: CallBounds) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .runSQL else { throw Self.noScope }
        return try await judge(text, grant.caller, source: source, rows: rows, bounds)
    }

    /// Accepts a SELECT that the question engine made, for the caller of an `ask` grant. A caller's own statement is accepted only as text.
    package func prepare(
        _ statement: SelectStatement, grant: Grant, source: String, rows: Int? = nil, _ bounds: CallBounds
    ) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .ask else { throw Self.noQuestions }
        let read = try await judge(grant.caller, source: source, rows: rows, bounds) { dialect in (statement, statement.printed(for: dialect)) }
        try await read.check(bounds)
        return read
    }

    /// Accepts one SELECT that a language model wrote for the question of an `ask` grant, after the same checks as for one that a person
    /// wrote.
    package func prepare(
        fromModel text: String, grant: Grant, source: String, rows: Int? = nil, _ bounds: CallBounds
    ) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .ask else { throw Self.noQuestions }
        let read = try await judge(text, grant.caller, source: source, rows: rows, bounds)
        try await read.check(bounds)
        return read
    }

    private static let noQuestions = Refusal(.insufficientScope, "questions need the scope ask", requiredScope: .ask)
    static let noScope = Refusal(.insufficientScope, "SQL needs the scope run:sql", requiredScope: .runSQL)

    /// Accepts one SELECT as ``prepare(_:grant:source:rows:_:)`` does, runs it in one read-only snapshot, and folds its rows into a value.
    /// On SQLite, the thread that runs the text also checks it, and that is the caller's own thread for a text whose decision is known and that
    /// was fast before; otherwise the task pool checks it, so that other calls are not delayed.
    /// - Parameters:
    ///   - columns: called once, before the first row.
    ///   - row: called for each row; the row is valid only inside the call.
    package func run<R: Sendable>(
        _ text: String, grant: Grant, source: String, rows: Int?, into initial: R, limits: RowLimits, _ bounds: CallBounds,
        columns: @escaping @Sendable (inout R, PreparedRead, [Column]) throws -> Void,
        row: @escaping @Sendable (inout R, any Row) throws -> RowDemand
    ) async throws(Refusal) -> (read: PreparedRead, result: R) {
        guard grant.scope == .runSQL else { throw Self.noScope }
        var dialect: Dialect?
        do {
            let basis = try await basis(for: grant.caller, source, bounds)
            dialect = basis.contents.dialect
            guard dialect == .sqlite else {
                return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    let read = try judge(text, by: basis, rows: rows)
                    let (result, _) = try await read.run(into: initial, limits: limits, bounds, columns: { try columns(&$0, read, $1) }, row: row)
                    return (read, result)
                }
            }
            let known = decision(on: text, by: basis, rows: rows)
            return try await basis.source.database.whileOpen(bounds) { database in
                guard let database = database as? SQLiteDatabase else { throw DatabaseError(.other, "no guard stands before the database") }
                @Sendable func run(_ judged: JudgedStatement, _ lend: (SQLiteReadRights) -> SQLiteGuardedConnection) throws -> (PreparedRead, R) {
                    let start = ContinuousClock.now
                    let read = judged.read(known.values, source: basis.source)
                    let (result, _) = try read.run(
                        on: lend(read.readRights), into: initial, limits: limits, columns: { try columns(&$0, read, $1) }, row: row)
                    judged.ran(in: start.duration(to: .now))
                    return (read, result)
                }
                if let judged = known.judged, judged.isFast, bounds.work == nil {
                    let answer = try bounds.watched("sqlite-inline") {
                        try database.guardedInline(budget: JudgedStatement.inlineBudget) { try run(judged, $0) }
                    }
                    if let answer { return answer }
                    judged.ranSlowly()
                }
                return try await database.guarded(bounds) { lend in try run(try known.judged ?? judge(known, by: basis, rows: rows), lend) }
            }
        } catch {
            throw Self.refusal(error, source: source, dialect, text: text)
        }
    }

    /// Decides as ``prepare(_:grant:source:rows:_:)`` does, after the grant was checked.
    func judge(_ text: String, _ caller: Caller, source: String, rows: Int?, _ bounds: CallBounds) async throws(Refusal) -> PreparedRead {
        do {
            return try judge(text, by: try await basis(for: caller, source, bounds), rows: rows)
        } catch {
            throw Self.refusal(error, source: source, nil)
        }
    }

    private func judge(
        _ caller: Caller, source: String, rows: Int?, _ bounds: CallBounds, _ statement: (Dialect) throws -> (SelectStatement, String)
    ) async throws(Refusal) -> PreparedRead {
        do {
            let basis = try await basis(for: caller, source, bounds)
            return try Self.judge(by: basis, rows: rows, statement).read([], source: basis.source)
        } catch {
            throw Self.refusal(error, source: source, nil)
        }
    }

    /// The basis of a decision: the source, its schema, and the caller's rights.
    private struct Basis: Sendable {
        let source: OpenSource
        let contents: SourceCatalog
        let rights: CallerRights
    }

    private func basis(for caller: Caller, _ source: String, _ bounds: CallBounds) async throws -> Basis {
        let open = try await sources.open(source, in: caller.workspace.id)
        let contents = try await catalog.contents(of: open, in: caller.workspace.id, bounds)
        return Basis(source: open, contents: contents, rights: try await rules.rights(of: caller, in: contents))
    }

    /// A text with its shape, and the earlier decision that holds for it.
    private struct KnownText: Sendable {
        let text: String
        /// Nil for a text that is judged each time.
        let shape: StatementShape?
        let values: [StatementShape.Value]
        let judged: JudgedStatement?
    }

    private func decision(on text: String, by basis: Basis, rows: Int?) -> KnownText {
        let read = text.utf8.count <= JudgedStatements.longestText ? StatementShape.read(text, in: basis.contents.dialect) : nil
        let judged = read.flatMap {
            known.find($0.shape, $0.values, basis.contents, basis.rights, rows: rows, maximumCost: basis.source.maximumCost)
        }
        return KnownText(text: text, shape: read?.shape, values: read?.values ?? [], judged: judged)
    }

    private func judge(_ text: String, by basis: Basis, rows: Int?) throws(Refusal) -> PreparedRead {
        let read = decision(on: text, by: basis, rows: rows)
        let judged = if let known = read.judged { known } else { try judge(read, by: basis, rows: rows) }
        return judged.read(read.values, source: basis.source)
    }

    /// Decides on a text without an earlier decision, and keeps the decision for others of its shape.
    private func judge(_ read: KnownText, by basis: Basis, rows: Int?) throws(Refusal) -> JudgedStatement {
        guard read.text.utf8.count <= Self.maximumLength else { throw Refusal(.invalidArgument, "sql: at most \(Self.maximumLength) bytes") }
        let judged = try Self.judge(by: basis, rows: rows, values: read.values) {
            (try SelectStatement.parse(read.text, in: $0, marksParameters: read.shape != nil).withWrittenTitles(in: $0), read.text)
        }
        if let shape = read.shape, basis.contents.external == nil { known.keep(judged, shape, basis.contents, basis.rights.caller) }
        return judged
    }

    /// - Parameters:
    ///   - values: of the text, in order.
    ///   - statement: the statement to check, with its text for positions in errors.
    private static func judge(
        by basis: Basis, rows: Int?, values: [StatementShape.Value] = [], _ statement: (Dialect) throws -> (SelectStatement, String)
    ) throws(Refusal) -> JudgedStatement {
        let (open, known) = (basis.source, basis.contents.dialect)
        var text = ""
        do {
            let written: SelectStatement
            (written, text) = try statement(known)
            // The cost limit applies to the engine's estimate, which would reveal hidden rows if the fence were missing.
            let mayEnter = open.maximumCost == nil
            let isRowIndependent = mayEnter && written.isRowIndependent
            var view = SQLView(basis.contents, basis.rights, isRowIndependent: isRowIndependent, mayEnter: mayEnter && !isRowIndependent)
            let called = written.called
            let settled = try settled(written, called, text, &view, source: open.name)
            let limited = rows.map { settled.statement.limited(to: $0, in: known) } ?? settled.statement
            var marks = ParameterMarks(view, values)
            let printed = try marks.statement(limited).printed(for: known)
            view = marks.view
            let details = PreparedRead.Details(
                readRights: SQLiteFunctions.readRights.on(tables: view.readRights), hidesRows: view.hidesRows,
                isRandom: SQLFunctions.areRandom(in: called), tables: view.used.keys.sorted(), columnsRead: columns(settled.columns, view),
                restrictions: view.restrictions, decimals: settled.decimals.mapValues { DecimalColumn(scale: $0.scale) })
            return JudgedStatement(
                printed: printed, view, for: basis.rights.caller, values, rows: rows, maximumCost: open.maximumCost, details: details)
        } catch {
            throw refusal(error, source: open.name, known, text: text)
        }
    }

    /// The statement with all its names resolved.
    /// - Throws: ``Refusal`` `forbidden` if the caller may see nothing of the source, whatever other faults the statement has.
    private static func settled(
        _ written: SelectStatement, _ called: CalledNames, _ text: String, _ view: inout SQLView, source: String
    ) throws -> NameResolution {
        let dialect = view.contents.dialect
        let result = Result<NameResolution, any Error> {
            try SQLFunctions.check(called, dialect, text: text)
            let bounded = try BoundedSearches.applied(to: BoundedLengths.applied(to: written, calling: called, in: dialect), in: dialect)
            let grouped = try GroupedKeys.applied(to: bounded, in: dialect) { view.key(of: $0) }
            return try NameResolution(RandomIdentifiers.applied(to: grouped, in: dialect), in: dialect) { try view.table($0) }
        }
        // Checked last: most statements name a visible table, and then no other table has to be checked.
        guard view.isOpen else {
            throw view.closing
                ?? Refusal(.forbidden, "no collection of data source '\(source)' is open to you; an administrator can set a rule for your role")
        }
        return try result.get()
    }

    /// The columns read, as `collection.column`, sorted.
    private static func columns(_ columns: Set<NameResolution.ReadColumn>, _ view: SQLView) -> [String] {
        columns.map { read in
            let collection = view.used.values.first { own in
                guard case .table(let schema, let name) = own.collection.origin else { return false }
                return read.table.text == name && (read.schema.map { $0.text == schema } ?? true)
            }
            return "\(collection?.collection.name ?? read.table.text).\(read.column.text)"
        }.sorted()
    }

    /// The refusal that the caller gets: what was refused and what is allowed instead, without tables that are hidden from it.
    static func refusal(_ error: any Error, source: String, _ dialect: Dialect?, text: String = "") -> Refusal {
        let said = dialect.map { "; dialect: \($0.rawValue)" } ?? ""
        switch error {
        case let refusal as Refusal: return refusal
        case let error as SyntaxError: return Refusal(.invalidArgument, "sql: \(error)\(said)")
        case let refusal as NameRefusal:
            let cursor = SourcePosition(offset: refusal.offset.value, in: text)
            let code: Refusal.Code = if case .maskedColumn = refusal.subject { .forbidden } else { .invalidArgument }
            return Refusal(code, "sql: line \(cursor.line), column \(cursor.column): \(refusal)\(columns(refusal))\(said)")
        case let refusal as SQLiteRefusal:
            let hint =
                switch refusal.subject {
                case .table: "; collections_list names the collections you may read"
                case .function: "; SQL functions that only compute are allowed"
                case .statement: "; one SELECT is allowed"
                case .column, .hidesView: ""
                }
            return Refusal(.forbidden, "sql: \(refusal)\(hint)")
        case let error as CatalogError: return Refusal(error)
        case let error as DatabaseError:
            let refusal = Refusal(error)
            switch refusal.code {
            case .sourceFailed: return Refusal(.sourceFailed, "data source '\(source)': \(refusal.reason)")
            case .invalidArgument: return Refusal(.invalidArgument, "sql: \(refusal.reason)\(said)")
            default: return Refusal(refusal.code, "sql: \(refusal.reason)")
            }
        default: return Refusal(.sourceFailed, "data source '\(source)' failed")
        }
    }

    /// The columns that a statement could name instead of an unknown one.
    private static func columns(_ refusal: NameRefusal) -> String {
        guard case .unknownColumn(let name, _) = refusal.subject, !refusal.columns.value.isEmpty else { return "" }
        return "; columns: \(listing(refusal.columns.value))\(NearName.hint(name.text, among: refusal.columns.value))"
    }
}
