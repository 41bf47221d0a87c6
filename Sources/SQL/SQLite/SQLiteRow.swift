import CSQLite
import JSON

/// The current row of a statement.
struct SQLiteRow: Row {
    let handle: OpaquePointer
    let columns: [Column]

    var columnCount: Int { columns.count }

    func isNull(_ index: Int) -> Bool { storage(index) == SQLITE_NULL }

    func int(_ index: Int) -> Int64? {
        switch storage(index) {
        case SQLITE_INTEGER: sqlite3_column_int64(handle, Int32(index))
        case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(handle, Int32(index)))
        case SQLITE_TEXT: Int64(storedText(index))
        default: nil
        }
    }

    func double(_ index: Int) -> Double? {
        switch storage(index) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(handle, Int32(index))
        case SQLITE_TEXT: Double(storedText(index))
        default: nil
        }
    }

    func text(_ index: Int) -> String? {
        switch storage(index) {
        case SQLITE_TEXT: storedText(index)
        case SQLITE_INTEGER: String(sqlite3_column_int64(handle, Int32(index)))
        case SQLITE_FLOAT: String(sqlite3_column_double(handle, Int32(index)))
        case SQLITE_BLOB: String(decoding: storedBytes(index, isBlob: true), as: UTF8.self)
        default: nil
        }
    }

    func bool(_ index: Int) -> Bool? {
        switch storage(index) {
        case SQLITE_INTEGER, SQLITE_FLOAT: return sqlite3_column_double(handle, Int32(index)) != 0
        case SQLITE_TEXT:
            switch storedText(index).lowercased() {
            case "true", "t", "1", "yes", "y": return true
            case "false", "f", "0", "no", "n": return false
            default: return nil
            }
        default: return nil
        }
    }

    func bytes(_ index: Int) -> [UInt8]? {
        switch storage(index) {
        case SQLITE_BLOB: Array(storedBytes(index, isBlob: true))
        case SQLITE_NULL: nil
        default: text(index).map { Array($0.utf8) }
        }
    }

    func value(_ index: Int) -> SQLValue {
        switch storage(index) {
        case SQLITE_INTEGER:
            let value = sqlite3_column_int64(handle, Int32(index))
            return columns[index].type == .boolean && (value == 0 || value == 1) ? .bool(value == 1) : .int(value)
        case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, Int32(index)))
        case SQLITE_TEXT: return columns[index].type == .decimal ? .decimal(storedText(index)) : .text(storedText(index))
        case SQLITE_BLOB: return .blob(Array(storedBytes(index, isBlob: true)))
        default: return .null
        }
    }

    /// Size of the row's values as SQLite holds them. Unit: bytes.
    var byteCount: Int {
        var count = 0
        for index in 0..<columns.count {
            let cell = cell(index)
            switch sqlite3_value_type(cell) {
            case SQLITE_TEXT, SQLITE_BLOB: count += Int(sqlite3_value_bytes(cell))
            case SQLITE_NULL: count += 1
            default: count += 8
            }
        }
        return count
    }

    func storage(_ index: Int) -> Int32 { sqlite3_value_type(cell(index)) }

    /// A value of the row, valid until the next step. Callers look it up once, because each lookup checks the connection again. To be used
    /// only on the connection's thread.
    func cell(_ index: Int) -> OpaquePointer? { sqlite3_column_value(handle, Int32(index)) }

    /// The bytes of a text or blob value, valid until the next step.
    static func bytes(of cell: OpaquePointer?, isBlob: Bool) -> UnsafeRawBufferPointer {
        let start = isBlob ? sqlite3_value_blob(cell) : UnsafeRawPointer(sqlite3_value_text(cell))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(cell)))
    }

    private func storedBytes(_ index: Int, isBlob: Bool) -> UnsafeRawBufferPointer { Self.bytes(of: cell(index), isBlob: isBlob) }

    private func storedText(_ index: Int) -> String { String(decoding: storedBytes(index, isBlob: false), as: UTF8.self) }
}

extension SQLiteRow {
    /// Largest whole number that all JSON readers keep exactly: 2^53.
    private static let exactIntegers = Int64(1) << 53

    func write(_ index: Int, to writer: inout JSONWriter) throws(UnwritableNumber) {
        let cell = cell(index)
        switch sqlite3_value_type(cell) {
        case SQLITE_INTEGER: writeInteger(sqlite3_value_int64(cell), columns[index].type, to: &writer)
        case SQLITE_FLOAT: try writeDouble(sqlite3_value_double(cell), columns[index].type, to: &writer)
        case SQLITE_TEXT: writeText(Self.bytes(of: cell, isBlob: false), columns[index].type, to: &writer)
        case SQLITE_BLOB: writer.base64(Self.bytes(of: cell, isBlob: true))
        default: writer.null()
        }
    }

    private func writeInteger(_ value: Int64, _ type: ColumnType, to writer: inout JSONWriter) {
        if type == .boolean, value == 0 || value == 1 {
            writer.bool(value == 1)
        } else if type != .decimal, value.magnitude <= Self.exactIntegers.magnitude {
            writer.int(value)
        } else {
            writer.string(String(value))
        }
    }

    /// Writes a decimal as a string, as for engines with a decimal type: the shortest text of the stored number.
    private func writeDouble(_ value: Double, _ type: ColumnType, to writer: inout JSONWriter) throws(UnwritableNumber) {
        guard type == .decimal, value.isFinite else { return try writer.finite(value) }
        if !writer.string(shortDecimal: value) { writer.string(DecimalText.digits(of: value)) }
    }

    private func writeText(_ text: UnsafeRawBufferPointer, _ type: ColumnType, to writer: inout JSONWriter) {
        switch type {
        case .timestamp:
            if SQLiteTime.isFinal(text) { return writer.string(utf8: text) }
            if let time = SQLiteTime.rfc3339(text) { return writer.string(time) }
        case .json:
            // Text that is not JSON, or exceeds the reader's limits, stays a string.
            if let value = try? JSONValue(parsing: text) { return writer.value(value) }
        default: break
        }
        writer.string(utf8: text)
    }
}

/// Parses the texts that SQLite uses as times, because it has no time type (lang_datefunc.html, time values 2 to 7).
enum SQLiteTime {
    /// Converts `YYYY-MM-DD HH:MM[:SS[.fff]][zone]`, with a space or `T`, to RFC 3339: UTC without a zone, and no fraction if it is zero.
    /// Nil for text in another form.
    static func rfc3339(_ text: UnsafeRawBufferPointer) -> String? {
        guard text.count >= 16, text.count <= 40, matches(text, "0000-00-00", at: 0), matches(text, "00:00", at: 11) else { return nil }
        guard text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T") else { return nil }
        var end = 16
        var seconds = ":00"
        if matches(text, ":00", at: end) {
            end += 3
            if end < text.count, text[end] == UInt8(ascii: ".") {
                let digits = text[(end + 1)...].prefix { isDigit($0) }.count
                guard digits > 0 else { return nil }
                let isWhole = text[(end + 1)..<(end + 1 + digits)].allSatisfy { $0 == UInt8(ascii: "0") }
                seconds = slice(text, 16..<(isWhole ? end : end + 1 + digits))
                end += 1 + digits
            } else {
                seconds = slice(text, 16..<end)
            }
        }
        let zone: String
        switch text.count - end {
        case 0: zone = "Z"
        case 1 where text[end] | 0x20 == UInt8(ascii: "z"): zone = "Z"
        case 6 where (text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-")) && matches(text, "00:00", at: end + 1):
            zone = slice(text, end..<text.count)
        default: return nil
        }
        return slice(text, 0..<10) + "T" + slice(text, 11..<16) + seconds + zone
    }

    /// Whether the text already is `YYYY-MM-DDTHH:MM:SS[.fff]Z` without a zero fraction, so that it can be written unchanged.
    static func isFinal(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= 20, text.count <= 40, text[10] == UInt8(ascii: "T"), text[text.count - 1] == UInt8(ascii: "Z") else { return false }
        guard matches(text, "0000-00-00", at: 0), matches(text, "00:00:00", at: 11) else { return false }
        guard text.count > 20 else { return true }
        let fraction = text[20..<(text.count - 1)]
        return text[19] == UInt8(ascii: ".") && fraction.allSatisfy(isDigit) && fraction.contains { $0 != UInt8(ascii: "0") }
    }

    /// Whether the text has a digit where the pattern has a zero, and the pattern's own characters elsewhere.
    private static func matches(_ text: UnsafeRawBufferPointer, _ pattern: StaticString, at start: Int) -> Bool {
        pattern.withUTF8Buffer { pattern in
            guard start + pattern.count <= text.count else { return false }
            for index in 0..<pattern.count {
                let byte = text[start + index]
                guard pattern[index] == UInt8(ascii: "0") ? isDigit(byte) : byte == pattern[index] else { return false }
            }
            return true
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func slice(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: text[range]), as: UTF8.self)
    }
}
