import CSQLite

/// A function that this server adds to SQLite. It converts the text of a time to microseconds since 1970, and gives null for other text.
///
/// SQLite stores times as text in several formats whose text order is not their time order, and its own functions are limited to
/// milliseconds.
package enum SQLiteInstant {
    static let function = "gatehouse_instant"

    /// The time of a column's value.
    package static func of(_ column: Statement) -> Statement { "gatehouse_instant(\(column))" }

    /// A time as RFC 3339, with six digits of the second if there is a fraction.
    package static func text(of moment: Statement) -> Statement {
        let fraction: Statement = "(((\(moment)) % 1000000 + 1000000) % 1000000)"
        return """
            (strftime('%Y-%m-%dT%H:%M:%S', ((\(moment)) - \(fraction)) / 1000000, 'unixepoch') || \
            CASE WHEN \(fraction) = 0 THEN 'Z' ELSE printf('.%06dZ', \(fraction)) END)
            """
    }

    static func install(on handle: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            handle, function, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
            { context, _, arguments in
                guard let value = arguments?[0], sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else {
                    return sqlite3_result_null(context)
                }
                let text = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
                guard let moment = TimeText.microseconds(text) else { return sqlite3_result_null(context) }
                sqlite3_result_int64(context, moment)
            }, nil, nil, nil)
    }
}
