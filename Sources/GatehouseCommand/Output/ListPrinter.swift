import Foundation
import JSON

/// Prints a list page by page as it arrives: as one JSON array, or as a table whose column widths come from the first page.
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

    /// Ends the list; an empty table has its head all the same.
    mutating func end() {
        if isJSON { Self.write("]\n") } else if widths == nil { add([]) }
    }

    private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
