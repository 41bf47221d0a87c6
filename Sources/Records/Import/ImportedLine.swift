import JSON

/// One row of a file, or what is wrong with it.
enum ImportedLine: Sendable {
    /// The cells in the order of the columns; nil where the file has no value.
    case row(line: Int, cells: [JSONValue?])
    case bad(LineError)
}

/// What is wrong with one line of a file.
package struct LineError: Error, Hashable, Sendable {
    /// Counts from 1, in a workbook the number of the row.
    package let line: Int
    /// The column as the file names it; nil where it is about the whole line.
    package let column: String?
    package let reason: String

    init(line: Int, column: String? = nil, _ reason: String) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    /// `line 7, total: expected a number`.
    package var text: String { "line \(line)\(column.map { ", \($0)" } ?? ""): \(reason)" }
}

/// Reads the rows of one file from start to end.
protocol LineReader: AnyObject {
    /// Names of the columns, each once.
    var columns: [String] { get }
    /// Whether all values are text, whose meaning is to be guessed.
    var isUntyped: Bool { get }
    /// The next row; nil at the end.
    /// - Throws: ``ImportError``.
    func next() throws -> ImportedLine?
}

/// Limits that apply to every file.
package enum ImportLimits {
    /// One row of a CSV file or JSON Lines. Unit: bytes.
    static let lineBytes = 1_048_576
    static let columns = 16_384
    /// Errors that are reported; the others are counted.
    package static let errors = 100
    /// Rows that the columns of JSON Lines are taken from, and that are shown before the import.
    static let sampleRows = 1_000
    /// What is unpacked of a workbook at most. Unit: bytes.
    static let unpackedBytes = 1_073_741_824
    /// Beyond ``unpackedFree``, how many times the file's size.
    static let unpackedRatio = 200
    static let unpackedFree = 16_777_216
    static let archiveEntries = 10_000
    /// Texts that the cells of a workbook share. Unit: bytes, with ``sharedTextCost`` for each.
    static let sharedBytes = 67_108_864
    static let sharedTextCost = 32
    /// Nesting of elements in the parts of a workbook.
    static let depth = 64
}
