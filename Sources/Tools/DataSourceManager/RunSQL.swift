import Access
import Catalog
import JSON
import SQL
import Store

extension ToolDefinition {
    /// `run_sql`: one SELECT that somebody wrote, after the guard has accepted it.
    static func runSQL(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "run_sql", in: .dataSourceManager, scope: .runSQL, for: .members, .reads, title: "Run SQL",
            description: """
                Runs one SELECT in the data source's own dialect and returns columns and rows. Nothing can be changed. What is cut is said; \
                nextCursor continues. Look up names with data_sources_tables and data_sources_describe.
                """,
            properties: [
                "sql": Property.string("One SELECT, VALUES or WITH statement."),
                "dataSource": Property.string("The data source's name; main when absent."),
                "maxRows": Property.int("Rows at most; 1,000 when absent.", 1...1000),
                "cursor": Property.string("nextCursor of the answer before, with the same sql."),
                "explain": Property.bool("Gives the engine's plan and its estimate of the cost instead of rows; nothing is run."),
            ],
            required: ["sql"], about: [.dataSource]
        ) { grant, input, context in
            let source = input.string("dataSource") ?? DataSource.mainName
            let sql = try input.required("sql")
            let cursors = PageCursor(secrets: domains.store.secrets, caller: grant.caller, source: source, sql: sql)
            let offset = try input.string("cursor").map { try cursors.offset(of: $0) } ?? 0
            let open = try await domains.sources.open(source, in: grant.caller.workspace.id)
            let turn = try await domains.statements.enter(grant.caller, on: open, context.bounds)
            defer { turn.end() }
            let bounds = context.bounds.keeping(turn)
            let most = input.int("maxRows") ?? 1000
            let prepared = try await domains.sqlGuard.prepare(sql, grant: grant, source: source, rows: offset + most + 1, bounds)
            if input.bool("explain") == true { return try await prepared.explained(source, bounds) }
            let page = try await SQLPage.read(prepared, offset: offset, maximumRows: most, bounds)
            let next = try page.isTruncated ? cursors.cursor(at: offset + page.rows) : nil
            return .object(rows: page.rows, objects: prepared.tables.map { "\(source)/\($0)" }) { writer in
                writer.member("columns", page.columns) { writer, column in
                    writer.member("name", column.name)
                    writer.member("type", column.type.rawValue)
                }
                writer.key("rows")
                writer.raw(page.fragment)
                prepared.write(to: &writer)
                writer.member("truncated", page.isTruncated)
                writer.member("nextCursor", next)
            }
        }
    }
}

extension PreparedRead {
    /// What was made of the text, beside its rows.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("sql", sql)
        writer.member("tables", tables)
        writer.member("columnsRead", columnsRead)
        writer.member("rulesApplied", rulesApplied)
    }

    /// The answer with `explain`.
    fileprivate func explained(_ source: String, _ bounds: CallBounds) async throws -> ToolOutcome {
        let plan = try await plan(bounds)
        return .object(objects: tables.map { "\(source)/\($0)" }) { writer in
            writer.member("plan", plan.steps)
            writer.key("cost")
            if let cost = plan.cost { writer.double(cost) } else { writer.null() }
            write(to: &writer)
        }
    }
}

/// Rows of one answer, written as they came.
struct SQLPage: Sendable {
    /// Unit: bytes of JSON.
    static let maximumBytes = 262_144

    /// With types as the engine gives them to the first row, where no declaration says.
    private(set) var columns: [Column] = []
    private(set) var fragment: [UInt8] = []
    private(set) var rows = 0
    private(set) var isTruncated = false
    private var skip: Int
    private let maximumRows: Int
    private var writer = JSONWriter(reservingCapacity: 4_096)
    /// One row, until it is known to fit.
    private var current = JSONWriter(reservingCapacity: 1_024)

    private init(skip: Int, maximumRows: Int) {
        self.skip = skip
        self.maximumRows = maximumRows
        writer.beginArray()
    }

    /// - Parameter offset: rows that earlier answers had.
    static func read(_ prepared: PreparedRead, offset: Int, maximumRows: Int, _ bounds: CallBounds) async throws -> SQLPage {
        let limits = RowLimits(maximumRows: .max, maximumBytes: .max)
        let start = SQLPage(skip: offset, maximumRows: maximumRows)
        var page = try await prepared.run(into: start, limits: limits, bounds) { page, columns in
            page.columns = columns
        } row: { page, row in
            try page.add(row)
        }.result
        page.writer.endArray()
        page.fragment = page.writer.bytes
        return page
    }

    private mutating func add(_ row: any Row) throws(Refusal) -> RowDemand {
        if skip > 0 {
            skip -= 1
            return .more
        }
        guard rows < maximumRows, write(row) else {
            isTruncated = true
            guard rows > 0 else {
                throw Refusal(.limited, "sql: one row is longer than \(Self.maximumBytes / 1024) KB; select fewer or shorter columns")
            }
            return .stop
        }
        writer.raw(current.bytes)
        rows += 1
        return .more
    }

    /// Writes the row beside the others; false as soon as it does not fit.
    private mutating func write(_ row: any Row) -> Bool {
        let room = Self.maximumBytes - writer.bytes.count
        current.removeAll()
        current.beginArray()
        for index in 0..<row.columnCount {
            row.write(index, to: &current)
            if current.bytes.count >= room { return false }
        }
        current.endArray()
        return true
    }
}
