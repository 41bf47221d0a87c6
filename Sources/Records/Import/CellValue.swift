import Access
import Catalog
import JSON
import SQL

/// Converts a cell of a file to the JSON value that `crud` accepts for the field. A cell that does not fit is passed on unchanged, and
/// refused there.
struct CellValue {
    let field: Field
    /// Whether numbers and booleans are text in the file.
    let isUntyped: Bool
    /// The UTC offset for times without one, in fields that hold points in time: `Z`, `+02:00`. Nil refuses such times.
    let offset: String?

    func read(_ cell: JSONValue) throws(Refusal) -> JSONValue {
        switch field.type {
        case .text, .other, .uuid, .blob: return text(cell)
        case .boolean: return boolean(cell)
        case .integer, .decimal, .date, .time: return trimmed(cell)
        case .double: return trimmed(cell).string.flatMap { JSONNumber(text: $0) }.map(JSONValue.number) ?? cell
        case .timestamp: return time(cell)
        case .json: return try json(cell)
        }
    }

    /// The text of a number with the digits in the file.
    private func text(_ cell: JSONValue) -> JSONValue {
        switch cell {
        case .number(let number) where field.type != .other: .string(number.text)
        case .bool(let value): .string(value ? "true" : "false")
        case .array, .object: .string(cell.description)
        default: cell
        }
    }

    private func boolean(_ cell: JSONValue) -> JSONValue {
        if let number = cell.number?.int, number == 0 || number == 1 { return .bool(number == 1) }
        switch trimmed(cell).string?.lowercased() {
        case "true", "t", "yes", "y", "1": return true
        case "false", "f", "no", "n", "0": return false
        default: return cell
        }
    }

    private func trimmed(_ cell: JSONValue) -> JSONValue {
        guard isUntyped, let text = cell.string, text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return cell }
        return .string(String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }

    private func time(_ cell: JSONValue) -> JSONValue {
        guard var text = trimmed(cell).string else { return cell }
        // A workbook cell at midnight has no time of day.
        if text.utf8.count == 10, !isUntyped { text += "T00:00:00" }
        text = Self.withT(text)
        if let offset, text.utf8.count >= 19, !Self.hasOffset(text) { text += offset }
        return .string(text)
    }

    private func json(_ cell: JSONValue) throws(Refusal) -> JSONValue {
        guard isUntyped, let text = cell.string else { return cell }
        do throws(JSONError) {
            return try JSONValue(parsing: text)
        } catch {
            throw Refusal(.invalidArgument, "expected JSON: \(error)")
        }
    }

    /// Replaces the space between date and time by `T`, as in RFC 3339.
    static func withT(_ text: String) -> String {
        guard text.utf8.dropFirst(10).first == 0x20 else { return text }
        return "\(text.prefix(10))T\(text.dropFirst(11))"
    }

    private static func hasOffset(_ text: String) -> Bool {
        text.dropFirst(19).contains { "Zz+-".contains($0) }
    }

    /// Whether the fraction has no digits beyond the microsecond.
    static func hasMicroseconds(_ text: String) -> Bool {
        guard let point = text.firstIndex(of: ".") else { return true }
        return text[point...].dropFirst().prefix { $0.isASCII && $0.isNumber }.dropFirst(6).allSatisfy { $0 == "0" }
    }
}
