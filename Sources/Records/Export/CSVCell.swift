import Catalog
import JSON
import SQL

/// Writes CSV cells as defined by RFC 4180. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe (H04).
enum CSVCell {
    static let endOfLine: [UInt8] = Array("\r\n".utf8)

    /// Characters with which formulas of spreadsheets begin.
    private static let formulaStarts: Set<UInt8> = [
        UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
    ]

    /// Bytes that need quotation marks. Some programs also treat a semicolon or a tab as the end of a cell.
    private static let quoted: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "\""), 0x0A, 0x0D]

    /// Writes a value: nothing for null, `""` for empty text, JSON for a field that contains JSON.
    /// - Parameter json: the value as in results.
    static func append(json: [UInt8], of field: Field, guards: Bool, to out: inout [UInt8]) {
        if json.elementsEqual("null".utf8) { return }
        guard field.type != .json, json.first == UInt8(ascii: "\"") else { return append(json, guards: false, to: &out) }
        let inner = json.dropFirst().dropLast()
        let isNumber = field.type == .integer || field.type == .decimal || field.type == .double
        guard inner.contains(UInt8(ascii: "\\")) else { return append(Array(inner), guards: guards && !isNumber, to: &out) }
        // The server's own writer produced it, so parsing does not fail.
        guard let text = (try? JSONValue(parsing: json))?.string else { return append(Array(inner), guards: guards, to: &out) }
        append(Array(text.utf8), guards: guards && !isNumber, to: &out)
    }

    /// Writes text.
    /// - Parameter guards: whether formulas become text. Numbers stay numbers.
    static func append(_ text: [UInt8], guards: Bool, to out: inout [UInt8]) {
        let isFormula = guards && text.first.map(formulaStarts.contains) == true && JSONNumber(text: String(decoding: text, as: UTF8.self)) == nil
        let needsQuotes =
            text.isEmpty || isFormula || text.first == 0x20 || text.last == 0x20
            || text.contains(where: quoted.contains)
        guard needsQuotes else {
            out += text
            return
        }
        out.append(UInt8(ascii: "\""))
        if isFormula { out.append(UInt8(ascii: "'")) }
        for byte in text {
            if byte == UInt8(ascii: "\"") { out.append(byte) }
            out.append(byte)
        }
        out.append(UInt8(ascii: "\""))
    }
}
