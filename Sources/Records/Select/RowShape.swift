import Access
import Catalog
import JSON
import SQL

/// The selected columns, and how each row is written as a JSON object.
struct RowShape: Sendable {
    private struct Cell {
        let name: String
        /// The index in the statement's columns; nil for a masked value, which is not selected.
        let column: Int?
        /// How to print an exact decimal; nil for other columns.
        let decimal: DecimalColumn?
    }

    /// The columns in the order of the statement.
    private(set) var columns: [Identifier] = []
    private var cells: [Cell] = []
    /// The names of the cells, in order.
    private var keys = JSONKeys()

    /// - Parameters:
    ///   - masked: names of fields whose values are written as `"***"`.
    ///   - decimals: how to print each field as an exact decimal, by index; empty when no field is one.
    init(fields: [Field], masked: Set<String>, decimals: [DecimalColumn?] = []) {
        for (index, field) in fields.enumerated() {
            let isMasked = masked.contains(field.name)
            cells.append(Cell(name: field.name, column: isMasked ? nil : columns.count, decimal: decimals.isEmpty ? nil : decimals[index]))
            keys.append(field.name)
            if !isMasked { columns.append(Identifier(field.name)) }
        }
    }

    /// The index of a column in the statement; selects the column when it is not selected yet.
    mutating func column(of field: String) -> Int {
        let identifier = Identifier(field)
        if let place = columns.firstIndex(of: identifier) { return place }
        columns.append(identifier)
        return columns.count - 1
    }

    /// The select list.
    func selected(from alias: Identifier) -> Statement {
        columns.isEmpty ? "1" : Statement.joined(columns.map { "\(alias).\($0)" }, by: ", ")
    }

    /// Begins an object in an empty writer and writes its members; long values are cut. The caller ends the object.
    /// - Parameter isOne: whether the result has only this row: its values are cut only when the row exceeds the result's limit.
    /// - Returns: the names of the fields whose values were cut.
    /// - Throws: ``Refusal`` for a number that JSON cannot express.
    func write(_ row: any Row, isOne: Bool, to writer: inout JSONWriter) throws(Refusal) -> [String] {
        writer.beginObject()
        // By index, because copying a cell costs more than writing it.
        for index in cells.indices {
            writer.key(keys, index)
            if let column = cells[index].column { try write(row, column, index, to: &writer) } else { writer.string("***") }
        }
        guard writer.bytes.count > (isOne ? RecordLimits.answerBytes : RecordLimits.listedValueBytes) else { return [] }
        let room = RecordLimits.answerBytes / max(cells.count, 1)
        return try writeAgain(row, room: isOne ? room : min(room, RecordLimits.listedValueBytes), to: &writer)
    }

    private func write(_ row: any Row, _ column: Int, _ cell: Int, to writer: inout JSONWriter) throws(Refusal) {
        do {
            if let decimal = cells[cell].decimal { try row.write(column, as: decimal, to: &writer) } else { try row.write(column, to: &writer) }
        } catch {
            throw Refusal(
                .invalidArgument,
                "\(cells[cell].name): a row has the value \(error), for which JSON has no number; leave the field out (except, fields) or the row (filter)"
            )
        }
    }

    /// - Parameter room: limit of a value. Unit: bytes of JSON.
    private func writeAgain(_ row: any Row, room: Int, to writer: inout JSONWriter) throws(Refusal) -> [String] {
        var cut: [String] = []
        writer.removeAll()
        writer.beginObject()
        for (index, cell) in cells.enumerated() {
            writer.key(keys, index)
            guard let column = cell.column else {
                writer.string("***")
                continue
            }
            var value = JSONWriter()
            try write(row, column, index, to: &value)
            if value.bytes.count > room {
                value = Self.start(of: row.value(column), room)
                cut.append(cell.name)
            }
            writer.raw(value.bytes)
        }
        return cut
    }

    /// The beginning of a long value: text with an ellipsis at its end, or bytes in base64.
    private static func start(of value: SQLValue, _ room: Int) -> JSONWriter {
        var writer = JSONWriter()
        if case .blob(let bytes) = value {
            bytes.prefix(max(room / 4, 1) * 3).withUnsafeBytes { writer.base64($0) }
            return writer
        }
        let text: String =
            switch value {
            case .text(let text), .decimal(let text): text
            default: ""
            }
        // JSON may escape one byte as six (`\u001F`). A text with many escapes is cut again, to a sixth.
        let most = room * 2 + 16
        for length in [room, room / 6] where writer.bytes.isEmpty || writer.bytes.count > most {
            var start = text.utf8.prefix(length)
            while let last = start.last, start.endIndex != text.utf8.endIndex, last & 0x80 != 0 {
                start = start.dropLast()
                if last & 0xC0 == 0xC0 { break }
            }
            writer.removeAll()
            writer.string(String(Substring(start)) + "…")
        }
        return writer
    }
}
