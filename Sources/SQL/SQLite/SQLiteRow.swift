import CSQLite
import JSON

/// The row that a statement stands on.
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

    /// A value of the row, valid until the next step; looked up once, since each lookup checks the connection again. Of this thread alone, as the
    /// connection is.
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
    /// Largest whole number that every JSON reader holds exactly: 2^53.
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

    /// A decimal travels as text, as it does from engines that keep decimals; here it is the shortest text of the number that is kept.
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
            // Text that is not JSON, or more of it than the reader takes, stays a string.
            if let value = try? JSONValue(parsing: text) { return writer.value(value) }
        default: break
        }
        writer.string(utf8: text)
    }
}
