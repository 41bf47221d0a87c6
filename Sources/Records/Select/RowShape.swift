import Access
import Catalog
import JSON
import SQL

/// Which columns are selected, and how each row becomes a JSON object.
struct RowShape: Sendable {
    private struct Cell {
        let name: String
        /// Nil where the value is masked: it is not even read.
        let column: Int?
        /// Of a figure of decimals.
        let decimal: DecimalColumn?
    }

    /// The columns in the order of the statement.
    private(set) var columns: [Identifier] = []
    private var cells: [Cell] = []
    /// Their names, in their order.
    private var keys = JSONKeys()

    /// - Parameters:
    ///   - masked: names of fields whose values are given as `"***"`.
    ///   - decimals: of each field, where some are figures; else empty.
    init(fields: [Field], masked: Set<String>, decimals: [DecimalColumn?] = []) {
        for (index, field) in fields.enumerated() {
            let isMasked = masked.contains(field.name)
            cells.append(Cell(name: field.name, column: isMasked ? nil : columns.count, decimal: decimals.isEmpty ? nil : decimals[index]))
            keys.append(field.name)
            if !isMasked { columns.append(Identifier(field.name)) }
        }
    }

    /// The place of a column, which is asked for in addition when it is not there yet.
    mutating func column(of field: String) -> Int {
        let identifier = Identifier(field)
        if let place = columns.firstIndex(of: identifier) { return place }
        columns.append(identifier)
        return columns.count - 1
    }

    /// What stands after SELECT.
    func selected(from alias: Identifier) -> Statement {
        columns.isEmpty ? "1" : Statement.joined(columns.map { "\(alias).\($0)" }, by: ", ")
    }

    /// Writes the members of an object that has been begun in an empty writer; long values are cut.
    /// - Parameter isOne: the answer has this row alone, which is given whole as long as it fits.
    /// - Returns: the names of what was cut.
    /// - Throws: ``Refusal`` for a number that JSON has no form for.
    func write(_ row: any Row, isOne: Bool, to writer: inout JSONWriter) throws(Refusal) -> [String] {
        writer.beginObject()
        // By index: to copy a cell costs more than to write it.
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

    /// - Parameter room: bytes of JSON that a value may have.
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

    /// The first part of a long value: of text with a mark of omission at its end, of bytes in base64.
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
        // Of one byte JSON can make six.
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
