import CMariaDB
import JSON

/// The last fetched row of a result, read from the library's memory in the binary format.
final class MySQLRow: Row {
    private let statement: MySQLStatement
    private let types: [MySQLType]

    init(_ statement: MySQLStatement, types: [MySQLType]) {
        self.statement = statement
        self.types = types
    }

    var columnCount: Int { types.count }

    func isNull(_ index: Int) -> Bool { cell(index) == nil }
    func int(_ index: Int) -> Int64? { cell(index)?.int }
    func double(_ index: Int) -> Double? { cell(index)?.double }
    func text(_ index: Int) -> String? { cell(index)?.text }
    func bool(_ index: Int) -> Bool? { cell(index)?.int.map { $0 != 0 } }

    func bytes(_ index: Int) -> [UInt8]? {
        guard let cell = cell(index) else { return nil }
        return cell.type == .blob ? Array(cell.bytes) : Array((cell.text ?? "").utf8)
    }

    func value(_ index: Int) -> SQLValue {
        guard let cell = cell(index) else { return .null }
        switch cell.type {
        case .bool, .bits(isOne: true):
            // A BOOL column is a TINYINT, so it may hold any small number.
            return cell.int.map { $0 == 0 || $0 == 1 ? .bool($0 == 1) : .int($0) } ?? .null
        case .integer, .bits: return cell.int.map(SQLValue.int) ?? .decimal(cell.text ?? "")
        case .float, .double: return cell.double.map(SQLValue.double) ?? .null
        case .decimal: return .decimal(cell.text ?? "")
        case .blob: return .blob(Array(cell.bytes))
        case .text, .json, .uuid, .date, .time, .datetime, .timestamp: return .text(cell.text ?? "")
        case .null: return .null
        }
    }

    func write(_ index: Int, to writer: inout JSONWriter) throws(UnwritableNumber) {
        guard let cell = cell(index) else { return writer.null() }
        switch cell.type {
        case .bool, .bits(isOne: true):
            guard let value = cell.int else { return writer.null() }
            if value == 0 || value == 1 { writer.bool(value == 1) } else { writer.int(value) }
        case .integer, .bits:
            // JSON readers keep whole numbers exact up to 2^53 - 1 (RFC 8259 section 6).
            if let value = cell.int, value.magnitude < 1 << 53 { writer.int(value) } else { writer.string(cell.text ?? "") }
        case .float, .double: try writer.finite(cell.double ?? .nan)
        case .json: write(json: cell, to: &writer)
        case .date, .time, .datetime, .timestamp: MySQLTime(cell).rfc3339.withUnsafeBytes { writer.string(utf8: $0) }
        case .blob: writer.base64(UnsafeRawBufferPointer(cell.bytes))
        case .decimal, .text, .uuid: writer.string(utf8: UnsafeRawBufferPointer(cell.bytes))
        case .null: writer.null()
        }
    }

    /// Writes a JSON value. MariaDB stores JSON as text; text that is not valid JSON is written as a string.
    private func write(json cell: MySQLCell, to writer: inout JSONWriter) {
        let text = PostgreSQLText.oneLine(cell.bytes)
        // Only validity matters; the parsed value is not used.
        if (try? JSONValue(parsing: text)) != nil { writer.raw(text) } else { writer.string(utf8: UnsafeRawBufferPointer(cell.bytes)) }
    }

    /// The size of the row's values. Unit: bytes.
    var byteCount: Int { types.indices.reduce(0) { $0 + (cell($1)?.bytes.count ?? 0) } }

    private func cell(_ index: Int) -> MySQLCell? {
        gatehouse_mysql_cell(statement.handle, UInt32(index)).flatMap { types[index] == .null ? nil : MySQLCell(types[index], at: $0) }
    }
}
