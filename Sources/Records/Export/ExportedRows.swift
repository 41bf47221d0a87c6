import Access
import Catalog
import JSON
import SQL

/// Writes rows as CSV (RFC 4180) or JSON Lines, in pieces.
struct ExportedRows {
    private let fields: [Field]
    private let masked: Set<String>
    private let request: ExportRequest
    private let write: ([UInt8]) throws -> Void
    private var piece: [UInt8] = []
    private var value = JSONWriter(reservingCapacity: 1_024)
    private(set) var count = 0

    /// Unit: bytes.
    private static let pieceSize = 65_536

    init(_ fields: [Field], masked: Set<String>, _ request: ExportRequest, _ write: @escaping ([UInt8]) throws -> Void) {
        (self.fields, self.masked, self.request, self.write) = (fields, masked, request, write)
    }

    /// Writes the line with the names of the columns, if the format has one.
    mutating func begin() throws {
        guard request.format == .csv else { return }
        for (index, field) in fields.enumerated() {
            if index > 0 { piece.append(UInt8(ascii: ",")) }
            CSVCell.append(Array(field.name.utf8), guards: !request.keepsFormulas, to: &piece)
        }
        piece += CSVCell.endOfLine
    }

    mutating func add(_ row: any Row) throws {
        switch request.format {
        case .csv: try addCells(row)
        case .jsonl: try addObject(row)
        }
        count += 1
        if piece.count >= Self.pieceSize { try flush() }
    }

    mutating func end() throws { if !piece.isEmpty { try flush() } }

    private mutating func flush() throws {
        try write(piece)
        piece.removeAll(keepingCapacity: true)
    }

    private mutating func addObject(_ row: any Row) throws {
        var column = 0
        value.removeAll()
        value.beginObject()
        for field in fields {
            value.key(field.name)
            try write(row, field, &column)
        }
        value.endObject()
        piece += value.bytes
        piece.append(UInt8(ascii: "\n"))
    }

    private mutating func addCells(_ row: any Row) throws {
        var column = 0
        for (index, field) in fields.enumerated() {
            if index > 0 { piece.append(UInt8(ascii: ",")) }
            value.removeAll()
            try write(row, field, &column)
            CSVCell.append(json: value.bytes, of: field, guards: !request.keepsFormulas, to: &piece)
        }
        piece += CSVCell.endOfLine
    }

    /// - Parameter column: index in the row; masked fields have no column.
    private mutating func write(_ row: any Row, _ field: Field, _ column: inout Int) throws {
        guard !masked.contains(field.name) else { return value.string("***") }
        defer { column += 1 }
        do {
            try row.write(column, to: &value)
        } catch {
            throw Refusal(
                .invalidArgument, "\(field.name): a row has the value \(error), for which there is no number; leave the field or the row out")
        }
    }
}
