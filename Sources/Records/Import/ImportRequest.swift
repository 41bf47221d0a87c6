package import JSON

/// A request to add the rows of a file to a collection.
package struct ImportRequest: Sendable {
    package let file: ImportedFile
    package var form = ImportForm()
    /// The field of each column, by the column's name; nil omits the column. A column without an entry is mapped to the field with its name
    /// or title.
    package var mapping: [String: String?] = [:]
    /// The UTC offset that is assumed for times without a zone: `Z`, `+02:00`.
    package var offset: String?
    /// Whether invalid rows are skipped instead of failing the import.
    package var skipsBadLines = false
    /// Whether rows are only checked, and none is added.
    package var isDryRun = false

    package init(_ file: ImportedFile) { self.file = file }
}

/// What an import did, or would do.
package struct ImportReport: Hashable, Sendable {
    /// A column of the file and its field; nil when the column is omitted.
    package struct Column: Hashable, Sendable {
        package let name: String
        package let field: String?
    }

    package internal(set) var columns: [Column] = []
    /// The number of valid rows that were read.
    package internal(set) var rows = 0
    /// Number of added rows.
    package internal(set) var imported = 0
    /// The first ``ImportLimits/errors`` errors, in the order of the file.
    package internal(set) var errors: [LineError] = []
    package internal(set) var errorCount = 0
    /// The first rows, by fields.
    package internal(set) var sample: [JSONObject] = []

    static let sampleRows = 5

    mutating func add(_ error: LineError) {
        errorCount += 1
        if errors.count < ImportLimits.errors { errors.append(error) }
    }
}
