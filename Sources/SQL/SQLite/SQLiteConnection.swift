import CSQLite
import SQLSyntax

/// One connection to a SQLite file, used by one thread at a time.
final class SQLiteConnection: Connection {
    let handle: OpaquePointer
    let stop: SQLiteInterruption
    /// Checks the callers' statements; nil on connections that run only this program's.
    var authorizer: SQLiteAuthorizer?
    /// The log of a writing connection in WAL mode.
    var log: SQLiteLog?
    private let statements: SQLiteStatementCache
    private var counts = SQLiteCounts()
    /// Whether a statement has read since the connection was lent, so that ``version`` belongs to this call.
    private var hasRead = false

    var dialect: Dialect { .sqlite }

    /// - Parameter handle: an open connection, closed with this object.
    init(handle: OpaquePointer, statementCacheSize: Int) {
        self.handle = handle
        stop = SQLiteInterruption()
        statements = SQLiteStatementCache(handle: handle, limit: statementCacheSize)
        stop.install(on: handle)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    func query(
        _ statement: Statement,
        limits: RowLimits,
        columns: ([Column]) throws -> Void,
        row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary {
        try run(statement) { prepared in
            try stop.counting(prepared) { try read(prepared, limits: limits, columns: columns, row: row) }
        }
    }

    /// Asks the engine only if the file has changed since it last counted the same statement.
    func count(_ statement: Statement) throws -> Int64 {
        func counted() throws -> Int64 { try first(statement) { $0.int(0) ?? 0 } ?? 0 }
        guard hasRead, let version else { return try counted() }
        let (text, values) = statement.rendered(for: .sqlite)
        return try counts.count(text, values, at: version, counted)
    }

    /// Must be called when the connection is returned to the pool.
    func wasGivenBack() { hasRead = false }

    /// A number that changes with the content of the file, also when another process writes. It describes the state that the last
    /// transaction of this connection saw.
    private var version: UInt32? {
        var version: UInt32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version) == SQLITE_OK ? version : nil
    }

    @discardableResult
    func execute(_ statement: Statement) throws -> Int {
        try run(statement) { prepared in
            let before = sqlite3_total_changes64(handle)
            var result = prepared.step()
            while result == SQLITE_ROW { result = prepared.step() }
            guard result == SQLITE_DONE else { throw error(result) }
            return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
        }
    }

    /// Runs one statement of the server's own, without values and rows.
    func command(_ text: StaticString) throws { try execute(Statement(stringLiteral: text)) }

    /// Whether no transaction is open, also because SQLite itself ended it.
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    func error(_ code: Int32) -> DatabaseError { DatabaseError(sqlite: code, on: handle, cause: stop.cause) }

    private func run<R>(_ statement: Statement, _ body: (SQLitePrepared) throws -> R) throws -> R {
        let (text, values) = statement.rendered(for: .sqlite)
        let (taken, result) = statements.take(text)
        guard let prepared = taken else {
            if result == SQLITE_MISUSE { throw DatabaseError(.invalid, "the text is not exactly one statement") }
            throw error(result)
        }
        defer { statements.giveBack(prepared) }
        let bound = prepared.bind(values)
        guard bound == SQLITE_OK else { throw error(bound) }
        return try body(prepared)
    }

    /// Passes on the rows of a bound statement.
    func read(
        _ prepared: SQLitePrepared,
        limits: RowLimits,
        columns: ([Column]) throws -> Void,
        row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary {
        var result = prepared.step()
        guard result == SQLITE_ROW || result == SQLITE_DONE else { throw error(result) }
        let names = prepared.columns(hasRow: result == SQLITE_ROW)
        try columns(names)
        let current = SQLiteRow(handle: prepared.handle, columns: names)
        hasRead = true
        var rows = 0
        var bytes = 0
        while result == SQLITE_ROW {
            if rows >= limits.maximumRows { return ReadSummary(rows: rows, isTruncated: true) }
            if limits.maximumBytes < .max {
                bytes += current.byteCount
                if bytes > limits.maximumBytes { return ReadSummary(rows: rows, isTruncated: true) }
            }
            rows += 1
            if try row(current) == .stop { return ReadSummary(rows: rows, isTruncated: true) }
            result = prepared.step()
        }
        guard result == SQLITE_DONE else { throw error(result) }
        return ReadSummary(rows: rows, isTruncated: false)
    }
}

/// Results of counting statements of one connection, valid until the file changes: each page of a list counts the same rows.
struct SQLiteCounts {
    private struct Key: Hashable {
        /// Compared byte for byte.
        let text: SQLName
        let values: [SQLValue]
    }

    /// Number of counts kept; when it is exceeded, all are dropped.
    private static let limit = 64
    /// Longer statements and values are not kept. Unit: bytes.
    private static let maximumBytes = 4_096

    private var known: [Key: Int64] = [:]
    private var version: UInt32 = 0

    /// - Parameters:
    ///   - version: of the file's content, as the statement before saw it.
    ///   - count: asks the engine.
    mutating func count(_ text: String, _ values: [SQLValue], at version: UInt32, _ count: () throws -> Int64) rethrows -> Int64 {
        if version != self.version {
            known.removeAll(keepingCapacity: true)
            self.version = version
        }
        let key = Key(text: SQLName(text), values: values)
        if let count = known[key] { return count }
        let counted = try count()
        guard text.utf8.count + values.reduce(0, { $0 + $1.byteCount }) <= Self.maximumBytes else { return counted }
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        known[key] = counted
        return counted
    }
}

extension SQLValue {
    /// Approximate size in memory. Unit: bytes.
    fileprivate var byteCount: Int {
        switch self {
        case .decimal(let text), .text(let text): 16 + text.utf8.count
        case .blob(let bytes): 16 + bytes.count
        default: 16
        }
    }
}

extension SQLiteConnection {
    /// Runs `body` in one read transaction, which sees the database as it is at its first statement.
    func inSnapshot<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
        try command("BEGIN")
        defer {
            stop.disarm()
            // Nothing was written. A connection whose transaction does not end is not reused.
            try? command("ROLLBACK")
        }
        return try body(self)
    }
}
