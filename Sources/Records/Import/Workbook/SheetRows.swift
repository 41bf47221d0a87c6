import JSON

/// `xl/worksheets/sheet….xml`: rows in document order (ECMA-376 part 1, section 18.3.1).
final class SheetRows: XMLContent {
    struct Row {
        let line: Int
        /// Cells with a value, with their columns: a row's only cell may be far to the right.
        var cells: [(column: Int, value: JSONValue)] = []
        var error: LineError?
        var errorColumn: Int?
        var bytes = 0

        /// One cell for each column, or up to the last cell with a value.
        func filled(_ count: Int? = nil) -> [JSONValue?] {
            var all = [JSONValue?](repeating: nil, count: count ?? (cells.map(\.column).max() ?? -1) + 1)
            for cell in cells where all.indices.contains(cell.column) { all[cell.column] = cell.value }
            return all
        }
    }

    private let workbook: Workbook
    private var done: ArraySlice<Row> = []
    private var row: Row?
    private var lastLine = 0
    private var column = 0
    private var type = ""
    private var style = 0
    private var text: [UInt8] = []
    private var isText = false
    private var isPhonetic = false

    init(_ workbook: Workbook) { self.workbook = workbook }

    /// Takes the next row that has a value.
    func take() -> Row? { done.popFirst() }

    func begin(_ name: String, _ attributes: XMLAttributes) throws {
        switch name {
        case "row":
            // The number in the file may be any; following rows are counted from it.
            lastLine = attributes["r"].flatMap { Int32($0) }.map { Int($0) } ?? lastLine + 1
            (row, column) = (Row(line: lastLine), -1)
        case "c":
            column = attributes["r"].flatMap(Self.column) ?? column + 1
            guard column < ImportLimits.columns else {
                throw ImportError("the sheet has more than \(ImportLimits.columns) columns", line: lastLine)
            }
            type = attributes["t"] ?? "n"
            style = attributes["s"].flatMap(Int.init) ?? 0
            text.removeAll(keepingCapacity: true)
        case "v", "t": isText = true
        case "rPh": isPhonetic = true
        default: return
        }
    }

    func end(_ name: String) throws {
        switch name {
        case "v", "t": isText = false
        case "rPh": isPhonetic = false
        case "c": finishCell()
        case "row":
            if let row, !row.cells.isEmpty || row.error != nil { done.append(row) }
            row = nil
        default: return
        }
    }

    func add(_ text: [UInt8]) throws {
        guard isText, !isPhonetic, row != nil else { return }
        row?.bytes += text.count
        guard row?.bytes ?? 0 <= ImportLimits.lineBytes else {
            throw ImportError("a row is longer than \(ImportLimits.lineBytes / 1_048_576) MB", line: lastLine)
        }
        self.text.append(contentsOf: text)
    }

    private func finishCell() {
        guard !text.isEmpty, column >= 0, row != nil else { return }
        let known = String(decoding: text, as: UTF8.self)
        guard let value = value(known) else {
            if row?.error == nil {
                row?.error = LineError(line: lastLine, type == "e" ? "the cell holds the error \(known.prefix(20))" : "the cell cannot be read")
                row?.errorColumn = column
            }
            return
        }
        row?.cells.append((column, value))
    }

    private func value(_ text: String) -> JSONValue? {
        switch type {
        case "s": return Int(text).flatMap { workbook.texts[$0] }.map(JSONValue.string)
        case "str", "inlineStr", "d": return .string(text)
        case "b": return .bool(text == "1" || text == "true")
        case "n":
            guard let number = JSONNumber(text: text) ?? Double(text).flatMap(JSONNumber.init) else { return nil }
            guard workbook.formats.isDate(style),
                let date = SerialDate.text(number.double, from1904: workbook.index.countsFrom1904)
            else { return .number(number) }
            return .string(date)
        default: return nil
        }
    }

    /// The index of a column, from 0, in a reference: `AB12` gives 27. Nil for other text.
    private static func column(_ reference: String) -> Int? {
        var number = 0
        for byte in reference.utf8 {
            guard (0x41...0x5A).contains(byte) else { break }
            number = number * 26 + Int(byte - 0x40)
            guard number <= ImportLimits.columns else { return ImportLimits.columns }
        }
        return number == 0 ? nil : number - 1
    }
}
