import Foundation
import JSON

/// Prints a list page by page as it arrives: as one JSON array, or as a table whose column widths follow from the first page.
struct ListPrinter {
    private let members: [String]
    private let isJSON: Bool
    private var widths: [Int]?
    private var isFirst = true

    init(_ members: [String], json: Bool) {
        self.members = members
        isJSON = json
        if json { Self.write("[") }
    }

    mutating func add(_ values: [JSONValue]) {
        guard isJSON else {
            let table = Table(members, values, widths: widths)
            widths = table.widths
            if !table.text.isEmpty { Self.write(table.text + "\n") }
            return
        }
        for value in values {
            Self.write((isFirst ? "" : ",") + String(decoding: value.serialized, as: UTF8.self))
            isFirst = false
        }
    }

    /// Ends the list. An empty table still has its header.
    mutating func end() {
        if isJSON { Self.write("]\n") } else if widths == nil { add([]) }
    }

    private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

/// Values in text columns.
struct Table {
    let text: String
    /// Widths of the columns.
    let widths: [Int]

    /// - Parameter earlier: the column widths of the first page, after which the header is not repeated.
    init(_ members: [String], _ values: [JSONValue], widths earlier: [Int]? = nil) {
        let rows = values.map { value in members.map { Self.cell(value[$0]) } }
        let shown = earlier == nil ? [members] + rows : rows
        let widths = members.indices.map { column in shown.map { $0[column].count }.reduce(earlier?[column] ?? 0, max) }
        self.widths = widths
        text = shown.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) { line += cell + String(repeating: " ", count: width - cell.count + 2) }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "-"
        case .string(let text)?: harmless(text)
        case .array(let items)?: items.map { harmless($0.string ?? "\($0)") }.joined(separator: ",")
        case let value?: harmless("\(value)")
        }
    }

    /// Puts untrusted text on one line, without characters that control the terminal.
    private static func harmless(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: out.append("\u{FFFD}")
            default: out.append(scalar)
            }
        }
        return String(out)
    }
}
