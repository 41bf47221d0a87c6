import CSQLite

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
