import CSQLite
import JSON

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
