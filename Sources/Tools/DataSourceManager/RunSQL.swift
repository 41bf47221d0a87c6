import Access
import Catalog
import JSON
import SQL
import SQLGuard
import SQLSyntax
import Store

/// `run_sql`: runs one SELECT that a caller wrote, after the guard has accepted it.
struct RunSQL: Tool {
    struct Input: ToolArguments {
        var sql = ""
        var dataSource = DataSource.mainName
        var maximumRows = 1_000
        var cursor: String?
        var explains = false
    }

    let sources: DataSources
    let statements: StatementQueue
    let sqlGuard: Guard
    let secrets: SecretBox

    let name = "run_sql"
    let access = ToolAccess(.dataSourceManager, scope: .one(.runSQL), audience: .members, effect: .reads, secrets: .none)
    let length = ToolLength.long
    let leavesItsThread = true
    let showsRows = true
    let title = "Run SQL"
    let description = """
        Runs one SELECT in the data source's own dialect; nothing can be changed. nextCursor continues. Look up names with \
        data_sources_tables and data_sources_describe.
        """
    let arguments: [Argument<Input>] = [
        .text("sql", \.sql, "One SELECT, VALUES or WITH statement.").required,
        .dataSource(\.dataSource),
        .integer("maxRows", \.maximumRows, in: 1...1000, "Rows at most; 1,000 when absent."),
        .text("cursor", \.cursor, "nextCursor, with the same sql."),
        .flag("explain", \.explains, "The engine's plan and estimated cost; nothing is run."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let source = input.dataSource
        let cursors = PageCursor(secrets: secrets, caller: call.caller, source: source, sql: input.sql)
        let offset = try input.cursor.map { try cursors.offset(of: $0) } ?? 0
        let open = try await sources.open(source, in: call.caller.workspace.id)
        let turn = try await statements.enter(call.caller, on: open, call.bounds)
        defer { turn.end() }
        let bounds = call.bounds.keeping(turn)
        // A key may have been revoked, or a role removed, while the call waited.
        let grant = turn.hasWaited ? try await call.context.renewGrant?() ?? call.grant : call.grant
        let rows = offset + input.maximumRows + 1
        if input.explains {
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await sqlGuard.prepare(input.sql, grant: grant, source: source, rows: rows, bounds).explained(source, bounds)
            }
        }
        let (prepared, read) = try await sqlGuard.run(
            input.sql, grant: grant, source: source, rows: rows, into: SQLPage(offset: offset, maximumRows: input.maximumRows), limits: .none, bounds
        ) {
            $0.begin($1, $2)
        } row: {
            try $0.add($1)
        }
        var page = read
        page.end()
        let next = try page.isTruncated && !prepared.isRandom ? cursors.cursor(at: offset + page.rows) : nil
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

extension PreparedRead {
    /// Writes the facts about the statement, without rows.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("sql", sql)
        writer.member("tables", tables)
        writer.member("columnsRead", columnsRead)
        writer.member("rulesApplied", rulesApplied)
    }

    /// The outcome with `explain`.
    fileprivate func explained(_ source: String, _ bounds: CallBounds) async throws -> ToolOutcome {
        let plan = try await plan(bounds)
        return .object(objects: tables.map { "\(source)/\($0)" }) { writer in
            writer.member("plan", plan.steps)
            writer.key("cost")
            if let cost = plan.cost { writer.double(cost) } else { writer.null() }
            writer.member("sql", sql)
        }
    }
}

/// The rows of one result, written as they arrive.
struct SQLPage: Sendable {
    /// Largest result. Unit: bytes of JSON.
    static let maximumBytes = 262_144

    /// With the types of the first row's values, where no declaration states them.
    private(set) var columns: [Column] = []
    private(set) var fragment: [UInt8] = []
    private(set) var rows = 0
    private(set) var isTruncated = false
    private var skip: Int
    private let maximumRows: Int
    private var decimals: [Int: DecimalColumn] = [:]
    private var writer = JSONWriter(reservingCapacity: 4_096)
    /// The current row, until it is known to fit.
    private var current = JSONWriter(reservingCapacity: JSONWriter.quickCapacity)

    /// - Parameter offset: number of rows in earlier pages.
    init(offset: Int, maximumRows: Int) {
        skip = offset
        self.maximumRows = maximumRows
        writer.beginArray()
    }

    static func read(_ prepared: PreparedRead, maximumRows: Int, _ bounds: CallBounds) async throws -> SQLPage {
        var page = try await prepared.run(into: SQLPage(offset: 0, maximumRows: maximumRows), limits: .none, bounds) {
            $0.begin(prepared, $1)
        } row: {
            try $0.add($1)
        }.result
        page.end()
        return page
    }

    /// Must be called before the first row.
    mutating func begin(_ prepared: PreparedRead, _ columns: [Column]) {
        decimals = prepared.decimals
        self.columns = columns.enumerated().map { decimals[$0] == nil ? $1 : Column(name: $1.name, type: .decimal) }
    }

    /// Must be called after the last row.
    mutating func end() {
        writer.endArray()
        fragment = writer.bytes
    }

    mutating func add(_ row: any Row) throws(Refusal) -> RowDemand {
        if skip > 0 {
            skip -= 1
            return .more
        }
        guard rows < maximumRows, try write(row) else {
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

    /// Writes the row after the others; returns false when it does not fit.
    private mutating func write(_ row: any Row) throws(Refusal) -> Bool {
        let room = Self.maximumBytes - writer.bytes.count
        current.removeAll()
        current.beginArray()
        for index in 0..<row.columnCount {
            do {
                if let decimal = decimals[index] { try row.write(index, as: decimal, to: &current) } else { try row.write(index, to: &current) }
            } catch {
                let name = columns.indices.contains(index) ? columns[index].name.prefix(60) : ""
                throw Refusal(
                    .invalidArgument,
                    "sql: column '\(name)' has the value \(error), for which JSON has no number; leave such rows out, or cast the column to text")
            }
            if current.bytes.count >= room { return false }
        }
        current.endArray()
        return true
    }
}
