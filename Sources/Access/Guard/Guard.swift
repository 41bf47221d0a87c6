package import Catalog
package import SQL
import Store

/// The one entry of SQL that a person, an agent or a model wrote. Nothing else turns such text into a statement.
///
/// SQLite's own compile is the wall: the statement is judged by the engine under an allow-list of tables and functions, and judged again when it
/// runs. Until statements are rewritten, free SQL is for callers whose rights on the source are whole: tables they may view without a row filter
/// and without a limited, masked or hidden column. Other engines are refused.
package struct Guard: Sendable {
    /// Longest text that is looked at. Unit: bytes.
    package static let maximumLength = 100_000

    private let sources: DataSources
    private let catalog: Catalog
    private let rules: RuleStore

    package init(sources: DataSources, catalog: Catalog, rules: RuleStore) {
        self.sources = sources
        self.catalog = catalog
        self.rules = rules
    }

    /// Accepts one SELECT for the caller of the grant, or says why not. Nothing is run.
    /// - Parameter text: as it was written; only whitespace around it is dropped.
    package func prepare(_ text: String, grant: Grant, source: String, _ bounds: CallBounds) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .runSQL else { throw Refusal(.insufficientScope, "SQL needs the scope run:sql", requiredScope: .runSQL) }
        guard text.utf8.count <= Self.maximumLength else {
            throw Refusal(.invalidArgument, "sql: at most \(Self.maximumLength) bytes")
        }
        guard !text.utf8.contains(0) else { throw Refusal(.invalidArgument, "sql: a NUL byte is not allowed") }
        do {
            let open = try await sources.open(source, in: grant.caller.workspace.id)
            guard let database = open.database as? SQLiteDatabase else { throw Self.otherEngine(open.database.dialect) }
            let contents = try await catalog.contents(of: source, in: grant.caller.workspace.id, bounds)
            let rights = try await rules.rights(of: grant.caller)
            let allowance = SQLiteAllowance(tables: try Self.tables(rights, in: contents), functions: SQLiteFunctions.allowed)
            let statement = Statement(verbatim: text)
            let read = try await database.guarded(bounds, allowance) { try $0.compile(statement) }
            return PreparedRead(statement: statement, source: source, allowance: allowance, database: database, read: read)
        } catch {
            throw Self.refusal(error, source: source)
        }
    }

    /// Tables that the caller may read whole.
    /// - Throws: ``Refusal`` `forbidden` when a row or column right narrows what it may view here, since nothing would enforce it in free SQL.
    private static func tables(_ rights: CallerRights, in contents: SourceCatalog) throws(Refusal) -> [String: Set<String>?] {
        var tables: [String: Set<String>?] = [:]
        var hasTables = false
        for collection in contents.collections {
            guard case .table(_, let table) = collection.origin else { continue }
            hasTables = true
            let own = rights.on(collection)
            guard own.allows(.view) else { continue }
            guard own.isUnrestrictedView else {
                throw Refusal(
                    .forbidden,
                    "free SQL is not open to you on data source '\(contents.source)': your rights to '\(collection.name)' are limited to some rows "
                        + "or columns, which only crud applies; use crud, or ask an administrator for a role that views the whole source")
            }
            tables.updateValue(nil, forKey: table)
        }
        // A source without any table has nothing to protect: what only computes is free there.
        guard !tables.isEmpty || !hasTables else {
            throw Refusal(
                .forbidden, "no collection of data source '\(contents.source)' is open to you; an administrator can set a rule for your role")
        }
        return tables
    }

    private static func otherEngine(_ dialect: Dialect) -> Refusal {
        let name =
            switch dialect {
            case .postgresql: "PostgreSQL"
            case .mysql: "MySQL"
            case .sqlite: "this SQLite source"
            }
        return Refusal(.forbidden, "run_sql on \(name) is not available yet: use crud")
    }

    /// What the caller hears: what was refused and what is allowed instead, never a table that it may not know of.
    fileprivate static func refusal(_ error: any Error, source: String) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
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
            switch error.code {
            case .invalid: return Refusal(.invalidArgument, "sql: \(error.reason)")
            case .limit, .timeout, .busy, .cancelled: return Refusal(.limited, "sql: \(error.reason)")
            default: return Refusal(.sourceFailed, "data source '\(source)': \(error.reason)")
            }
        default: return Refusal(.sourceFailed, "data source '\(source)' failed")
        }
    }
}

/// SQL of others that the guard has accepted for one caller. Only ``Guard`` makes it, and it runs under the same judgement again.
package struct PreparedRead: Sendable {
    /// As it will run.
    package let statement: Statement
    /// Tables and views that it names, sorted.
    package let tables: [String]
    /// Columns of those that it reads anywhere, as `table.column`, sorted.
    package let columnsRead: [String]
    package let resultColumns: [Column]
    /// Rules that changed the statement, in words: none as long as only whole rights are accepted.
    package let rulesApplied: [String]

    private let source: String
    private let allowance: SQLiteAllowance
    private let database: SQLiteDatabase

    fileprivate init(statement: Statement, source: String, allowance: SQLiteAllowance, database: SQLiteDatabase, read: CompiledRead) {
        self.statement = statement
        self.source = source
        self.allowance = allowance
        self.database = database
        tables = read.tables
        columnsRead = read.columnsRead.map { "\($0.table).\($0.column)" }
        resultColumns = read.columns
        rulesApplied = []
    }

    /// The text as it will run.
    package var sql: String { statement.rendered(for: .sqlite).text }

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
        let statement = statement
        do {
            return try await database.guarded(bounds, allowance) { connection in
                var result = start
                let summary = try connection.query(statement, limits: limits) {
                    try columns(&result, $0)
                } row: {
                    try row(&result, $0)
                }
                return (result, summary)
            }
        } catch {
            throw Guard.refusal(error, source: source)
        }
    }
}
