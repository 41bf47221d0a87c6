import JSON

/// Reads CSV (RFC 4180) in pieces. An empty cell without quotes means no value; `""` means empty text.
final class CSVReader: LineReader {
    private(set) var columns: [String] = []
    let isUntyped = true
    /// Detected from the first line if the caller names none.
    private(set) var separator = UInt8(ascii: ",")

    private let file: ImportedFile
    private var buffer: ArraySlice<UInt8> = []
    /// Index in the buffer.
    private var position = 0
    /// Offset of the buffer's end in the file. Unit: bytes.
    private var offset = 0
    /// Line number of the next byte.
    private var line = 1

    private static let pieceSize = 65_536
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Reads the first line, which has the names of the columns.
    /// - Throws: ``ImportError``: a file in UTF-16, a file without a first line, or too many columns.
    init(_ file: ImportedFile, separator: UInt8? = nil) throws {
        self.file = file
        let start = try file.read(at: 0, Self.pieceSize)
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw ImportError("the file is UTF-16: save it as UTF-8", line: 1)
        }
        // A byte order mark says that the file is UTF-8; it is not part of the text.
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        self.separator = separator ?? Self.separator(of: start.dropFirst(offset))
        var first: Record?
        repeat { first = try record() } while first?.isBlank == true
        guard let first else { throw ImportError("the file has no line that names its columns") }
        if let error = first.error { throw ImportError(error, line: first.line) }
        guard first.cells.count <= ImportLimits.columns else {
            throw ImportError("the file has more than \(ImportLimits.columns) columns", line: first.line)
        }
        columns = ColumnLabels.unique(first.cells.map { $0 ?? "" })
    }

    func next() throws -> ImportedLine? {
        while let record = try record() {
            if let error = record.error { return .bad(LineError(line: record.line, error)) }
            if record.isBlank, columns.count > 1 { continue }
            guard record.cells.count == columns.count else {
                return .bad(LineError(line: record.line, "expected \(columns.count) cells, found \(record.cells.count)"))
            }
            return .row(line: record.line, cells: record.cells.map { $0.map(JSONValue.string) })
        }
        return nil
    }

    /// The most frequent of `,`, `;` and tab outside quotes in the first line.
    private static func separator(of start: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in start {
            if byte == quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == lineFeed || byte == carriageReturn { break }
            counts[byte, default: 0] += 1
        }
        let known = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        return known.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? known[0]
    }

    private struct Record {
        let line: Int
        var cells: [String?] = []
        /// Why the row is invalid; reading continues after it.
        var error: String?
        var bytes = 0

        var isBlank: Bool { error == nil && cells.count == 1 && cells[0] == nil }
    }

    /// Reads the cells of a line; nil at the end of the file.
    private func record() throws -> Record? {
        guard try peek() != nil else { return nil }
        var record = Record(line: line)
        while try cell(&record) {}
        return record
    }

    /// Reads one cell and its delimiter.
    /// - Returns: whether the row continues.
    private func cell(_ record: inout Record) throws -> Bool {
        var text: [UInt8] = []
        let isQuoted = try peek() == Self.quote
        if isQuoted {
            position += 1
            try quoted(&text, &record)
        }
        while let byte = try peek() {
            position += 1
            if byte == separator {
                add(text, isQuoted, &record)
                return true
            }
            if byte == Self.lineFeed || byte == Self.carriageReturn {
                if byte == Self.carriageReturn, try peek() == Self.lineFeed { position += 1 }
                line += 1
                break
            }
            if isQuoted {
                record.error = record.error ?? "text stands behind the closing quote of cell \(record.cells.count + 1)"
            }
            try append(byte, &text, &record)
        }
        add(text, isQuoted, &record)
        return false
    }

    /// Reads up to and including the closing quote; two quotes stand for one.
    private func quoted(_ text: inout [UInt8], _ record: inout Record) throws {
        while let byte = try peek() {
            position += 1
            if byte == Self.quote {
                guard try peek() == Self.quote else { return }
                position += 1
            }
            let isEndOfLine = byte == Self.lineFeed || byte == Self.carriageReturn
            if isEndOfLine, try byte == Self.lineFeed || peek() != Self.lineFeed { line += 1 }
            try append(byte, &text, &record)
        }
        throw ImportError("a quote that begins in this row is not closed", line: record.line)
    }

    private func append(_ byte: UInt8, _ text: inout [UInt8], _ record: inout Record) throws {
        record.bytes += 1
        guard record.bytes <= ImportLimits.lineBytes else {
            let limit = ImportLimits.lineBytes / 1_048_576
            throw ImportError("a row is longer than \(limit) MB: perhaps a quote that begins in it is not closed", line: record.line)
        }
        guard byte != 0 else { throw ImportError("the file has a NUL byte: it is no text", line: line) }
        text.append(byte)
    }

    private func add(_ text: [UInt8], _ isQuoted: Bool, _ record: inout Record) {
        guard record.cells.count <= ImportLimits.columns else { return }
        guard !text.isEmpty || isQuoted else { return record.cells.append(nil) }
        guard let known = String(validating: text, as: UTF8.self) else {
            record.error = record.error ?? "cell \(record.cells.count + 1) is not UTF-8: save the file as UTF-8"
            return record.cells.append(nil)
        }
        record.cells.append(known)
    }

    /// The next byte without consuming it; nil at the end.
    private func peek() throws -> UInt8? {
        if position == buffer.endIndex {
            buffer = try file.read(at: offset, Self.pieceSize)
            (position, offset) = (buffer.startIndex, offset + buffer.count)
            if buffer.isEmpty { return nil }
        }
        return buffer[position]
    }
}
