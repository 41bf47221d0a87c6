import CSQLite

/// The compiled statements of one connection by their text; the least recently used gives way.
final class SQLiteStatementCache {
    private let handle: OpaquePointer
    private let limit: Int
    private var statements: [String: SQLitePrepared] = [:]
    private var uses = 0

    init(handle: OpaquePointer, limit: Int) {
        self.handle = handle
        self.limit = limit
    }

    /// A statement ready to be bound. Give it back with ``giveBack(_:)``.
    /// - Returns: nil with SQLite's result code when it does not compile; `SQLITE_MISUSE` when the text is not exactly one statement.
    func take(_ text: String) -> (SQLitePrepared?, Int32) {
        uses += 1
        if let known = statements[text], !known.isInUse {
            known.isInUse = true
            known.lastUse = uses
            return (known, SQLITE_OK)
        }
        let (made, result) = Self.prepare(text, on: handle, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        guard let made else { return (nil, result) }
        made.isInUse = true
        made.lastUse = uses
        if statements[text] == nil {
            if statements.count >= limit { evict() }
            if statements.count < limit { statements[text] = made }
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
        if let oldest { statements[oldest.text] = nil }
    }

    /// Compiles text that must hold exactly one statement; `SQLITE_MISUSE` when it holds none or several.
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
