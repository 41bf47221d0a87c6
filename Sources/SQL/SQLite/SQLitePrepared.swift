import CSQLite
import SQLSyntax

/// One compiled statement of one connection.
final class SQLitePrepared {
    let handle: OpaquePointer
    let text: String
    /// Whether a running query uses it.
    var isInUse = false
    /// When it was last used, on the cache's own counter.
    var lastUse = 0

    /// Names and declared types of the columns; a type is nil where the declaration implies none.
    private var declared: [(name: String, type: ColumnType?)] = []
    /// The columns, if every declaration implies a type.
    private var fixedColumns: [Column]?
    /// SQLite's count of recompilations when the columns were read; the schema may differ after each.
    private var compilation: Int32 = -1

    init(handle: OpaquePointer, text: String) {
        self.handle = handle
        self.text = text
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [SQLValue]) -> Int32 {
        guard sqlite3_bind_parameter_count(handle) == Int32(values.count) else { return SQLITE_RANGE }
        // By index, because copying a value costs more than binding it.
        for index in values.indices {
            let result = bind(values[index], at: Int32(index + 1))
            if result != SQLITE_OK { return result }
        }
        return SQLITE_OK
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .bool(let value): sqlite3_bind_int64(handle, index, value ? 1 : 0)
        case .int(let value): sqlite3_bind_int64(handle, index, value)
        case .double(let value): sqlite3_bind_double(handle, index, value)
        case .decimal(let text), .text(let text):
            text.utf8.span.withUnsafeBufferPointer { utf8 in
                guard let start = utf8.baseAddress else { return gatehouse_sqlite3_bind_text(handle, index, "", 0) }
                return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    gatehouse_sqlite3_bind_text(handle, index, $0, UInt64(utf8.count))
                }
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes { raw in
                guard let start = raw.baseAddress, raw.count > 0 else { return sqlite3_bind_zeroblob(handle, index, 0) }
                return gatehouse_sqlite3_bind_blob(handle, index, start, UInt64(raw.count))
            }
        }
    }

    func step() -> Int32 { sqlite3_step(handle) }

    /// Makes the engine count the steps of the next run from zero.
    func forgetSteps() { _ = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1) }

    /// Ends the run and clears the bound values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// The result's columns; available after the first step.
    /// - Parameter hasRow: whether there is a row, whose values show the type where the declaration does not.
    func columns(hasRow: Bool) -> [Column] {
        let compiled = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if compiled != compilation {
            compilation = compiled
            readDeclarations()
        }
        if let fixedColumns { return fixedColumns }
        return declared.enumerated().map { index, column in
            Column(name: column.name, type: column.type ?? (hasRow ? storedType(Int32(index)) : .other))
        }
    }

    private func readDeclarations() {
        declared = (0..<sqlite3_column_count(handle)).map { index in
            let name = sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
            let type = sqlite3_column_decltype(handle, index).flatMap { ColumnType(declaredInSQLite: String(cString: $0)) }
            return (name, type)
        }
        let isFixed = declared.allSatisfy { $0.type != nil }
        fixedColumns = isFixed ? declared.map { Column(name: $0.name, type: $0.type ?? .other) } : nil
    }

    private func storedType(_ index: Int32) -> ColumnType {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .double
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .other
        }
    }
}

/// The compiled statements of one connection by their text; the least recently used one is dropped first.
final class SQLiteStatementCache {
    private let handle: OpaquePointer
    private let limit: Int
    /// Keys are compared byte for byte: texts that look the same can name different things.
    private var statements: [SQLName: SQLitePrepared] = [:]
    private var uses = 0

    init(handle: OpaquePointer, limit: Int) {
        self.handle = handle
        self.limit = limit
    }

    /// A statement ready to be bound. Give it back with ``giveBack(_:)``.
    /// - Returns: nil with SQLite's result code when it does not compile; `SQLITE_MISUSE` when the text is not exactly one statement.
    func take(_ text: String) -> (SQLitePrepared?, Int32) {
        uses += 1
        let key = SQLName(text)
        if let known = statements[key], !known.isInUse {
            known.isInUse = true
            known.lastUse = uses
            return (known, SQLITE_OK)
        }
        let (made, result) = Self.prepare(text, on: handle, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        guard let made else { return (nil, result) }
        made.isInUse = true
        made.lastUse = uses
        if statements[key] == nil {
            if statements.count >= limit { evict() }
            if statements.count < limit { statements[key] = made }
        }
        return (made, SQLITE_OK)
    }

    func giveBack(_ statement: SQLitePrepared) {
        statement.reset()
        statement.isInUse = false
    }

    func removeAll() { statements = [:] }

    private func evict() {
        let oldest = statements.values.filter { !$0.isInUse }.min { $0.lastUse < $1.lastUse }
        if let oldest { statements[SQLName(oldest.text)] = nil }
    }

    /// Compiles text that must be exactly one statement; `SQLITE_MISUSE` for none or several.
    static func prepare(_ text: String, on handle: OpaquePointer, flags: UInt32 = 0) -> (SQLitePrepared?, Int32) {
        var text = text
        return text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress, !utf8.contains(0) else { return (nil, SQLITE_MISUSE) }
            return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) { start in
                var rest: UnsafePointer<CChar>? = start
                var made: SQLitePrepared?
                while let next = rest, next < start + utf8.count {
                    var statement: OpaquePointer?
                    let count = Int32(clamping: start + utf8.count - next)
                    let result = sqlite3_prepare_v3(handle, next, count, flags, &statement, &rest)
                    guard let statement else {
                        // No statement and no error: white space or a comment.
                        if result != SQLITE_OK { return (nil, made == nil ? result : SQLITE_MISUSE) }
                        continue
                    }
                    let prepared = SQLitePrepared(handle: statement, text: String(decoding: utf8, as: UTF8.self))
                    guard made == nil else { return (nil, SQLITE_MISUSE) }
                    made = prepared
                }
                return (made, made == nil ? SQLITE_MISUSE : SQLITE_OK)
            }
        }
    }
}
