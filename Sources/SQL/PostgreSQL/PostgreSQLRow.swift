import CLibPQ
import JSON

/// The row of a result in single-row mode, read from libpq's memory in text format.
final class PostgreSQLRow: Row {
    /// The result that holds the row; set again for each row.
    var result: OpaquePointer
    let types: [PostgreSQLType]

    init(result: OpaquePointer, types: [PostgreSQLType]) {
        self.result = result
        self.types = types
    }

    var columnCount: Int { types.count }

    func isNull(_ index: Int) -> Bool { PQgetisnull(result, 0, Int32(index)) == 1 }

    func int(_ index: Int) -> Int64? {
        guard let cell = cell(index) else { return nil }
        if types[index] == .bool { return cell.first == UInt8(ascii: "t") ? 1 : 0 }
        return String(validating: cell, as: UTF8.self).flatMap(Int64.init)
    }

    func double(_ index: Int) -> Double? { text(index).flatMap(Double.init) }

    func text(_ index: Int) -> String? { cell(index).map { String(decoding: $0, as: UTF8.self) } }

    func bool(_ index: Int) -> Bool? {
        guard let cell = cell(index) else { return nil }
        if types[index] == .bool { return cell.first == UInt8(ascii: "t") }
        return int(index).map { $0 != 0 }
    }

    func bytes(_ index: Int) -> [UInt8]? {
        cell(index).map { types[index] == .bytea ? PostgreSQLText.bytes(ofHexadecimal: $0) : [UInt8]($0) }
    }

    func value(_ index: Int) -> SQLValue {
        guard let text = text(index) else { return .null }
        switch types[index] {
        case .bool: return .bool(text == "t")
        case .integer, .bigint: return Int64(text).map(SQLValue.int) ?? .text(text)
        case .numeric: return .decimal(text)
        case .float: return Double(text).map(SQLValue.double) ?? .text(text)
        case .bytea: return .blob(bytes(index) ?? [])
        default: return .text(text)
        }
    }

    func write(_ index: Int, to writer: inout JSONWriter) throws(UnwritableNumber) {
        guard let cell = cell(index) else { return writer.null() }
        try Self.write(cell, types[index], to: &writer)
    }

    private static func write(_ cell: UnsafeBufferPointer<UInt8>, _ type: PostgreSQLType, to writer: inout JSONWriter) throws(UnwritableNumber) {
        switch type {
        case .bool: writer.bool(cell.first == UInt8(ascii: "t"))
        case .integer, .bigint:
            // JSON readers keep whole numbers exact up to 2^53 - 1 (RFC 8259 section 6).
            if let value = Int64(String(decoding: cell, as: UTF8.self)), value.magnitude < 1 << 53 {
                writer.int(value)
            } else {
                writer.string(utf8: UnsafeRawBufferPointer(cell))
            }
        case .float: try writer.finite(Double(String(decoding: cell, as: UTF8.self)) ?? .nan)
        case .json: writer.raw(PostgreSQLText.oneLine(cell))
        case .timestamp, .timestampWithZone:
            PostgreSQLText.timestamp(cell).withUnsafeBytes { writer.string(utf8: $0) }
        case .bytea: PostgreSQLText.bytes(ofHexadecimal: cell).withUnsafeBytes { writer.base64($0) }
        case .array(let element): try write(array: cell, of: element, to: &writer)
        case .numeric, .text, .uuid, .date, .time, .other: writer.string(utf8: UnsafeRawBufferPointer(cell))
        }
    }

    /// Writes an array as a JSON array, each element in the form of its type.
    private static func write(
        array cell: UnsafeBufferPointer<UInt8>, of element: PostgreSQLType, to writer: inout JSONWriter
    ) throws(UnwritableNumber) {
        guard let parts = PostgreSQLArray.parts(of: cell) else { return writer.string(utf8: UnsafeRawBufferPointer(cell)) }
        for part in parts {
            switch part {
            case .begin: writer.beginArray()
            case .end: writer.endArray()
            case .null: writer.null()
            case .element(let text):
                var failure: UnwritableNumber?
                text.withUnsafeBufferPointer { text in
                    do throws(UnwritableNumber) { try write(text, element, to: &writer) } catch { failure = error }
                }
                if let failure { throw failure }
            }
        }
    }

    /// Size of the row's values. Unit: bytes.
    var byteCount: Int { types.indices.reduce(0) { $0 + Int(PQgetlength(result, 0, Int32($1))) } }

    /// The bytes of a value in libpq's memory, valid until the result is cleared; nil when null.
    private func cell(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard !isNull(index), let start = PQgetvalue(result, 0, Int32(index)) else { return nil }
        let count = Int(PQgetlength(result, 0, Int32(index)))
        return UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }
}
