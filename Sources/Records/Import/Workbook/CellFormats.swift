/// `xl/styles.xml`: which cell styles show a number as a date (ECMA-376 part 1, sections 18.8.30 and 18.8.31).
final class CellFormats: XMLContent {
    private static let maximumCount = 65_536
    /// Built-in number formats that show dates or times.
    private static let knownDates: [ClosedRange<Int>] = [14...22, 27...36, 45...45, 47...47, 50...58]

    /// By the id of the format.
    private var ownDates: [Int: Bool] = [:]
    /// By the index of the style.
    private var formats: [Int] = []
    private var isInCells = false

    /// - Parameter style: the cell's attribute `s`.
    func isDate(_ style: Int) -> Bool {
        guard formats.indices.contains(style) else { return false }
        let format = formats[style]
        return ownDates[format] ?? Self.knownDates.contains { $0.contains(format) }
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws {
        switch name {
        case "numFmt":
            guard ownDates.count < Self.maximumCount, let id = attributes["numFmtId"].flatMap(Int.init), let code = attributes["formatCode"] else {
                return
            }
            ownDates[id] = Self.showsDate(code)
        case "cellXfs": isInCells = true
        case "xf" where isInCells && formats.count < Self.maximumCount: formats.append(attributes["numFmtId"].flatMap(Int.init) ?? 0)
        default: return
        }
    }

    func end(_ name: String) { if name == "cellXfs" { isInCells = false } }
    func add(_ text: [UInt8]) {}

    /// Whether a format shows a part of a date or of a time of day. A count of hours (`[h]:mm`) is a number.
    static func showsDate(_ code: String) -> Bool {
        var rest = code.lowercased().unicodeScalars[...]
        var isDate = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case ";": return isDate
            case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
            case "\\", "_", "*": rest = rest.dropFirst()
            case "[":
                let inside = String(String.UnicodeScalarView(rest.prefix { $0 != "]" }))
                if !inside.isEmpty, inside.allSatisfy({ "hms".contains($0) }) { return false }
                rest = rest.drop { $0 != "]" }.dropFirst()
            case "d", "m", "y", "h", "s": isDate = true
            default: continue
            }
        }
        return isDate
    }
}
