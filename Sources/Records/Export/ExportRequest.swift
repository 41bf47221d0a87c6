package import JSON

/// A request to export all rows of a collection that a filter matches as a file.
package struct ExportRequest: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case csv, jsonl

        package var mediaType: String {
            switch self {
            case .csv: "text/csv; charset=utf-8; header=present"
            case .jsonl: "application/jsonl"
            }
        }
    }

    package var format = Format.csv
    /// As ``ListRequest/filter``.
    package var filter: JSONValue?
    /// Empty for all visible fields.
    package var fields: [String] = []
    package var sort: [String] = []
    /// Whether CSV cells that spreadsheets would run as formulas stay unchanged (H04).
    package var keepsFormulas = false

    package init() {}
}
