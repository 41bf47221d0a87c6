import Catalog
import JSON
import Notation
import SQLSyntax

/// The type that a new field needs so that each value of a column is stored unchanged (H06): leading zeros, digits and impossible dates are
/// preserved.
struct TypeGuess {
    /// The kind of all values so far.
    private enum Kind {
        case boolean, integer, decimal, double, date, moment, clock, json, text
    }

    private var kind: Kind?
    /// Most digits before and after the point.
    private var wholeDigits = 1
    private var fractionDigits = 0

    /// Digits that a double preserves.
    private static let exactDigits = 15
    private static let maximumPrecision = 38
    private static let maximumScale = 30

    /// - Parameter isUntyped: whether numbers and booleans are text.
    mutating func add(_ value: JSONValue, isUntyped: Bool) {
        if value.isNull { return }
        let found = found(in: value, isUntyped)
        switch (kind, found) {
        case (nil, _): kind = found
        case (.integer, .decimal), (.decimal, .integer): kind = .decimal
        case (.integer, .double), (.double, .integer), (.decimal, .double), (.double, .decimal): kind = .double
        case (let known?, _) where known != found: kind = .text
        default: return
        }
    }

    private mutating func found(in value: JSONValue, _ isUntyped: Bool) -> Kind {
        switch value {
        case .null: return .text
        case .bool: return .boolean
        case .array, .object: return .json
        case .number(let number): return numeric(number, isUntyped)
        case .string(let text):
            if isUntyped {
                if ["true", "false"].contains(text.lowercased()) { return .boolean }
                // A JSON number keeps all digits; text with a leading zero or plus sign does not match, and stays text.
                if let number = JSONNumber(text: text) { return numeric(number, isUntyped) }
            }
            return Self.time(text) ?? .text
        }
    }

    private mutating func numeric(_ number: JSONNumber, _ isUntyped: Bool) -> Kind {
        let text = number.text
        if case let digits = text.utf8.drop(while: { $0 == UInt8(ascii: "-") }), digits.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard !text.hasPrefix("-0") else { return .text }
            wholeDigits = max(wholeDigits, digits.count)
            return Int64(text) == nil ? .decimal : .integer
        }
        let isPlain = !text.utf8.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        guard isPlain, let point = text.firstIndex(of: ".") else {
            return number.double.isFinite && Self.isExact(number) ? .double : .text
        }
        wholeDigits = max(wholeDigits, text[..<point].utf8.count { (0x30...0x39).contains($0) })
        fractionDigits = max(fractionDigits, text[point...].utf8.count - 1)
        return .decimal
    }

    /// Whether a double preserves the number.
    private static func isExact(_ number: JSONNumber) -> Bool { JSONNumber(number.double) == number }

    private static func time(_ text: String) -> Kind? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes.count <= 40, (0x30...0x39).contains(bytes[0]), bytes[4] == UInt8(ascii: "-") else { return nil }
        if bytes.count == 10 { return Timestamp(rfc3339: text + "T00:00:00Z") == nil ? nil : .date }
        let whole = CellValue.withT(text)
        guard CellValue.hasMicroseconds(whole) else { return nil }
        if Timestamp(rfc3339: whole) != nil { return .moment }
        return Timestamp(rfc3339: whole + "Z") == nil ? nil : .clock
    }

    /// The type, and further members of the field's definition.
    func field(in dialect: Dialect) -> (type: FieldType, members: JSONObject) {
        switch kind {
        case .boolean: return (.boolean, [:])
        case .integer: return (.bigInt, [:])
        case .double: return (wholeDigits + fractionDigits <= Self.exactDigits ? .double : .text, [:])
        case .decimal: return decimal(in: dialect)
        case .date: return (.dateOnly, [:])
        case .moment: return (.datetimeTz, [:])
        case .clock: return (.datetimeNoTz, [:])
        case .json: return (.json, [:])
        case .text, nil: return (.text, [:])
        }
    }

    private func decimal(in dialect: Dialect) -> (FieldType, JSONObject) {
        // SQLite stores decimals as doubles.
        let most = dialect == .sqlite ? Self.exactDigits : Self.maximumPrecision
        guard wholeDigits + fractionDigits <= most, fractionDigits <= Self.maximumScale else { return (.text, [:]) }
        let scale = max(fractionDigits, min(2, most - wholeDigits))
        return (.decimal, ["precision": .number(JSONNumber(Int64(Self.maximumPrecision))), "scale": .number(JSONNumber(Int64(scale)))])
    }
}
