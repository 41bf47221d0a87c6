/// The format of a file with rows.
package enum FileFormat: String, Hashable, Sendable, CaseIterable {
    /// RFC 4180, with `,`, `;` or tab as separator.
    case csv
    /// One JSON object a line.
    case jsonl
    /// One sheet of an Office Open XML workbook (ECMA-376).
    case xlsx

    /// The format for the extension of a file's name; nil for an unknown one.
    package init?(name: String) {
        switch name.lowercased().split(separator: ".").last {
        case "csv", "tsv", "txt": self = .csv
        case "jsonl", "ndjson": self = .jsonl
        case "xlsx", "xlsm": self = .xlsx
        default: return nil
        }
    }

    /// The format for a file's first bytes: a ZIP file is a workbook, a brace begins JSON Lines, anything else is CSV.
    init(start: ArraySlice<UInt8>) {
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) || start.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            self = .xlsx
        } else {
            let first = start.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
            self = first == UInt8(ascii: "{") ? .jsonl : .csv
        }
    }
}
