import CSQLite
import Glibc

/// SQLite functions that take time proportional to the product of their arguments' lengths, reimplemented in time proportional to the sum.
///
/// SQLite checks deadlines only between steps of its virtual machine: with arguments of 1 MB, one call of its own `trim` runs for hours.
enum SQLiteLinearFunctions {
    private typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    static func install(on handle: OpaquePointer) {
        define("instr", 2, on: handle) { context, _, arguments in SQLiteLinearFunctions.instr(context, arguments) }
        define("replace", 3, on: handle) { context, _, arguments in SQLiteLinearFunctions.replace(context, arguments) }
        define("trim", 2, on: handle) { context, _, arguments in SQLiteLinearFunctions.trim(context, arguments, start: true, end: true) }
        define("ltrim", 2, on: handle) { context, _, arguments in SQLiteLinearFunctions.trim(context, arguments, start: true, end: false) }
        define("rtrim", 2, on: handle) { context, _, arguments in SQLiteLinearFunctions.trim(context, arguments, start: false, end: true) }
        define("like", 2, on: handle) { context, _, arguments in SQLiteLinearFunctions.like(context, arguments, escape: nil) }
        define("like", 3, on: handle) { context, _, arguments in SQLiteLinearFunctions.like(context, arguments, escape: arguments?[2]) }
    }

    private static func define(_ name: String, _ count: Int32, on handle: OpaquePointer, _ body: Function) {
        sqlite3_create_function_v2(handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil, body, nil, nil, nil)
    }

    /// The position of the second argument in the first, in characters, or in bytes when both are blobs; 0 when it is not there.
    private static func instr(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let text = bytes(arguments?[0]), let part = bytes(arguments?[1]) else { return sqlite3_result_null(context) }
        guard let offset = find(part, in: text, from: 0) else { return sqlite3_result_int64(context, 0) }
        let areBlobs = sqlite3_value_type(arguments?[0]) == SQLITE_BLOB && sqlite3_value_type(arguments?[1]) == SQLITE_BLOB
        let characters = text[..<offset].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        sqlite3_result_int64(context, Int64(areBlobs ? offset : characters) + 1)
    }

    /// The first argument with every occurrence of the second replaced by the third.
    private static func replace(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let text = bytes(arguments?[0]), let part = bytes(arguments?[1]), let new = bytes(arguments?[2]) else {
            return sqlite3_result_null(context)
        }
        guard part.count > 0 else { return sqlite3_result_value(context, arguments?[0]) }
        let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
        var out: [UInt8] = []
        var start = 0
        while let offset = find(part, in: text, from: start) {
            guard out.count + (offset - start) + new.count <= limit else { return sqlite3_result_error_toobig(context) }
            out += text[start..<offset]
            out += new
            start = offset + part.count
        }
        out += text[start...]
        result(context, out[...])
    }

    /// The first argument without the characters of the second at its start and end.
    private static func trim(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, start: Bool, end: Bool) {
        guard let text = bytes(arguments?[0]), let characters = bytes(arguments?[1]) else { return sqlite3_result_null(context) }
        let set = Set(String(decoding: characters, as: UTF8.self).unicodeScalars)
        var rest = String(decoding: text, as: UTF8.self).unicodeScalars[...]
        if start { rest = rest.drop { set.contains($0) } }
        if end { while let last = rest.last, set.contains(last) { rest.removeLast() } }
        result(context, Array(String(rest).utf8)[...])
    }

    /// Length of patterns for which SQLite's own LIKE is fast. Unit: bytes.
    private static let shortPattern = 100

    /// Whether the second argument matches the pattern in the first: `X LIKE Y` is `like(Y, X)`.
    private static func like(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, escape given: OpaquePointer?) {
        guard let pattern = sqlite3_value_text(arguments?[0]), let text = sqlite3_value_text(arguments?[1]) else {
            return sqlite3_result_null(context)
        }
        var escape: UInt8?
        if let given {
            guard let character = sqlite3_value_text(given) else { return sqlite3_result_null(context) }
            guard character[0] & 0x80 == 0, character[0] != 0, character[1] == 0 else {
                return sqlite3_result_error(context, "the escape of LIKE is one character of ASCII", -1)
            }
            escape = character[0]
        }
        // Both end at their first NUL, as in SQLite's own function.
        let (patternBytes, textBytes) = (
            UnsafeBufferPointer(start: pattern, count: strlen(pattern)), UnsafeBufferPointer(start: text, count: strlen(text))
        )
        guard patternBytes.count > shortPattern else {
            let differs = pattern.withMemoryRebound(to: CChar.self, capacity: patternBytes.count + 1) { pattern in
                text.withMemoryRebound(to: CChar.self, capacity: textBytes.count + 1) { sqlite3_strlike(pattern, $0, UInt32(escape ?? 0)) }
            }
            return sqlite3_result_int(context, differs == 0 ? 1 : 0)
        }
        guard let known = LikePattern(patternBytes, escape: escape) else {
            return sqlite3_result_error(context, "a pattern of LIKE with _ has at most \(shortPattern) bytes", -1)
        }
        let matches = known.matches(textBytes) { part, text, start in
            text.withUnsafeBytes { text in part.withUnsafeBytes { find($0, in: text, from: start) } }
        }
        sqlite3_result_int(context, matches ? 1 : 0)
    }

    private static func strlen(_ text: UnsafePointer<UInt8>) -> Int {
        text.withMemoryRebound(to: CChar.self, capacity: 1) { Glibc.strlen($0) }
    }

    private static func find(_ part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        if part.count == 0 { return start }
        guard let base = text.baseAddress, let wanted = part.baseAddress else { return nil }
        guard let found = gatehouse_find(base + start, UInt(text.count - start), wanted, UInt(part.count)) else { return nil }
        return found - base
    }

    /// The value's bytes, those of its text unless it is a blob; nil when it is null. Valid while the function runs.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
        default:
            let start = sqlite3_value_text(value)
            return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
        }
    }

    private static func result(_ context: OpaquePointer?, _ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return gatehouse_sqlite3_result_text(context, "", 0) }
            start.withMemoryRebound(to: CChar.self, capacity: buffer.count) { gatehouse_sqlite3_result_text(context, $0, UInt64(buffer.count)) }
        }
    }
}
