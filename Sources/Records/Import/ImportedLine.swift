import JSON

/// One row of a file, or the error in it.
enum ImportedLine: Sendable {
    /// The cells in the order of the columns; nil for a cell without a value.
    case row(line: Int, cells: [JSONValue?])
    case bad(LineError)
}

/// An error in one line of a file.
package struct LineError: Error, Hashable, Sendable {
    /// Line number, from 1; in a workbook the row number.
    package let line: Int
    /// The column's name in the file; nil when the error concerns the whole line.
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
    /// Unique names of the columns.
    var columns: [String] { get }
    /// Whether all values are text, whose type must be guessed.
    var isUntyped: Bool { get }
    /// The next row; nil at the end.
    /// - Throws: ``ImportError``.
    func next() throws -> ImportedLine?
}

/// Limits that apply to every file.
package enum ImportLimits {
    /// Longest row of a CSV file or JSON Lines. Unit: bytes.
    static let lineBytes = 1_048_576
    static let columns = 16_384
    /// Most errors that are reported; further ones are only counted.
    package static let errors = 100
    /// Rows that determine the columns of JSON Lines, and that are shown before the import.
    static let sampleRows = 1_000
    /// Largest unpacked size of a workbook. Unit: bytes.
    static let unpackedBytes = 1_073_741_824
    /// Largest ratio of the unpacked to the packed size, above ``unpackedFree``.
    static let unpackedRatio = 200
    static let unpackedFree = 16_777_216
    static let archiveEntries = 10_000
    /// Largest size of the shared texts of a workbook. Unit: bytes, plus ``sharedTextCost`` for each text.
    static let sharedBytes = 67_108_864
    static let sharedTextCost = 32
    /// Deepest nesting of elements in the parts of a workbook.
    static let depth = 64
}
