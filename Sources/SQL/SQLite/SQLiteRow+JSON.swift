import CSQLite
import JSON

extension SQLiteRow {
    /// Largest whole number that every JSON reader holds exactly: 2^53.
    private static let exactIntegers = Int64(1) << 53

    func write(_ index: Int, to writer: inout JSONWriter) {
        switch storage(index) {
        case SQLITE_INTEGER: writeInteger(sqlite3_column_int64(handle, Int32(index)), columns[index].type, to: &writer)
        case SQLITE_FLOAT: writer.double(sqlite3_column_double(handle, Int32(index)))
        case SQLITE_TEXT: writeText(storedBytes(index, isBlob: false), columns[index].type, to: &writer)
        case SQLITE_BLOB: writer.base64(storedBytes(index, isBlob: true))
        default: writer.null()
        }
    }

    private func writeInteger(_ value: Int64, _ type: ColumnType, to writer: inout JSONWriter) {
        if type == .boolean, value == 0 || value == 1 {
            writer.bool(value == 1)
        } else if value.magnitude <= Self.exactIntegers.magnitude {
            writer.int(value)
        } else {
            writer.string(String(value))
        }
    }

    private func writeText(_ text: UnsafeRawBufferPointer, _ type: ColumnType, to writer: inout JSONWriter) {
        switch type {
        case .timestamp:
            if let time = SQLiteTime.rfc3339(text) { return writer.string(time) }
        case .json:
            // Text that is no JSON, or more of it than the reader takes, stays a string.
            if let value = try? JSONValue(parsing: text) { return writer.value(value) }
        default: break
        }
        writer.string(utf8: text)
    }
}
