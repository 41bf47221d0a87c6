import JSON

/// Reads the rows of one sheet of a workbook; its first row has the names of the columns.
final class SheetReader: LineReader {
    private(set) var columns: [String] = []
    let isUntyped = false

    private let archive: Archive
    private let rows: SheetRows
    private let xml: XMLReader
    private var isAtEnd = false

    /// - Parameter sheet: its name; the first one when nil.
    /// - Throws: ``ImportError``.
    init(_ file: ImportedFile, sheet: String?) throws {
        let start = try file.read(at: 0, 8)
        guard !start.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) else {
            throw ImportError("the workbook is of an old form or protected by a password: save it as .xlsx without one")
        }
        let workbook = try Workbook(file)
        archive = try workbook.open(sheet)
        rows = SheetRows(workbook)
        xml = try XMLReader(rows)
        guard let first = try row() else { throw ImportError("the sheet has no row that names its columns") }
        if let error = first.error { throw ImportError(error.reason, line: first.line) }
        columns = ColumnLabels.unique(first.filled().map { $0.map { $0.string ?? $0.description } ?? "" })
    }

    func next() throws -> ImportedLine? {
        guard let row = try row() else { return nil }
        if let error = row.error {
            let column = row.errorColumn.flatMap { columns.indices.contains($0) ? columns[$0] : nil }
            return .bad(LineError(line: error.line, column: column, error.reason))
        }
        if let beyond = row.cells.first(where: { $0.column >= columns.count }) {
            return .bad(LineError(line: row.line, "expected \(columns.count) cells, found one in column \(beyond.column + 1)"))
        }
        return .row(line: row.line, cells: row.filled(columns.count))
    }

    private func row() throws -> SheetRows.Row? {
        while true {
            if let row = rows.take() { return row }
            guard !isAtEnd else { return nil }
            let piece = try archive.read()
            isAtEnd = piece.isEmpty
            try xml.read(piece, isLast: isAtEnd)
        }
    }
}
