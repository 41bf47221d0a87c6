package import JSON

/// Asks for the rows of a file to be added to a collection.
package struct ImportRequest: Sendable {
    package let file: ImportedFile
    package var form = ImportForm()
    /// The field of a column by the column's name; nil leaves the column out. A column without an entry goes to the field with its name or title.
    package var mapping: [String: String?] = [:]
    /// The UTC offset that is assumed for times without a zone: `Z`, `+02:00`.
    package var offset: String?
    /// Whether invalid rows are skipped instead of failing the import.
    package var skipsBadLines = false
    /// Reads all rows and adds none.
    package var isDryRun = false

    package init(_ file: ImportedFile) { self.file = file }
}

/// What an import did, or would do.
package struct ImportReport: Hashable, Sendable {
    /// A column of the file, and the field that its values go to; nil when it is left out.
    package struct Column: Hashable, Sendable {
        package let name: String
        package let field: String?
    }

    package internal(set) var columns: [Column] = []
    /// The number of valid rows that were read.
    package internal(set) var rows = 0
    /// Rows that were added.
    package internal(set) var imported = 0
    /// The first ``ImportLimits/errors``, in the order of the file.
    package internal(set) var errors: [LineError] = []
    package internal(set) var errorCount = 0
    /// The first rows as they go to the fields.
    package internal(set) var sample: [JSONObject] = []

    static let sampleRows = 5

    mutating func add(_ error: LineError) {
        errorCount += 1
        if errors.count < ImportLimits.errors { errors.append(error) }
    }
}
