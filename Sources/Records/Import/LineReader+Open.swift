/// How a file is read, by the caller's arguments.
package struct ImportForm: Hashable, Sendable {
    /// Nil to detect it from the name and first bytes.
    package var format: FileFormat?
    /// The separator of a CSV file; nil to detect it from the first line.
    package var separator: Separator?
    /// The sheet of a workbook; nil for the first one.
    package var sheet: String?

    package init() {}

    package enum Separator: String, Hashable, Sendable, CaseIterable {
        case comma, semicolon, tab

        var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            }
        }
    }
}

extension ImportedFile {
    /// The format of the file: as the caller says, otherwise by its first bytes if they are conclusive, otherwise by its name.
    package func format(_ form: ImportForm) throws -> FileFormat {
        if let format = form.format { return format }
        let start = FileFormat(start: try read(at: 0, 1_024))
        return start == .csv ? name.flatMap(FileFormat.init(name:)) ?? .csv : start
    }

    /// A reader at the first row.
    /// - Parameter further: columns of JSON Lines that appear only after the first rows.
    /// - Throws: ``ImportError``.
    func rows(_ form: ImportForm, further: [String] = []) throws -> any LineReader {
        switch try format(form) {
        case .csv: try CSVReader(self, separator: form.separator?.byte)
        case .jsonl: try JSONLinesReader(self, further: further)
        case .xlsx: try SheetReader(self, sheet: form.sheet)
        }
    }
}
