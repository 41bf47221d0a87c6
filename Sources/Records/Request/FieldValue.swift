import Access
import Catalog
import JSON
import SQL
import Store

/// A JSON value read as what a field holds, or refused with the argument named.
struct FieldValue {
    let field: Field
    let dialect: Dialect
    /// The argument, for example `values.quantity`.
    let argument: String

    func read(_ value: JSONValue) throws(Refusal) -> SQLValue {
        guard !value.isNull else {
            guard field.isNullable else { throw Refusal(.invalidArgument, "\(argument): must not be null") }
            return .null
        }
        switch field.type {
        case .boolean: return try expect("true or false", value) { $0.bool.map(SQLValue.bool) }
        case .integer: return try expect("an integer", value) { ($0.int ?? $0.string.flatMap(Self.integer)).map(SQLValue.int) ?? unsigned($0) }
        case .decimal: return try expect("a decimal number", value) { Self.decimal($0).map(SQLValue.decimal) }
        case .double: return try expect("a number", value) { Self.double($0).map(SQLValue.double) }
        case .text, .other: return try expect("text", value) { $0.string.flatMap(Self.text) }
        case .uuid: return try expect("a UUID", value) { $0.string.flatMap(Self.uuid) }
        case .json: return .text(value.description)
        case .date: return try expect("a date such as 2026-06-30", value) { $0.string.flatMap(Self.date) }
        case .time: return try expect("a time such as 17:05:00", value) { $0.string.flatMap(Self.time) }
        case .timestamp:
            return try expect("a time such as 2026-06-30T17:05:00Z", value) {
                $0.string.flatMap(Timestamp.init(rfc3339:)).map { .text($0.text(in: dialect)) }
            }
        case .blob: return try expect("bytes in base64", value) { $0.string.flatMap { Base64.decode($0.utf8) }.map(SQLValue.blob) }
        }
    }

    private func expect(_ what: String, _ value: JSONValue, _ read: (JSONValue) -> SQLValue?) throws(Refusal) -> SQLValue {
        guard let known = read(value) else { throw Refusal(.invalidArgument, "\(argument): expected \(what), found \(Self.shown(value))") }
        return known
    }

    /// The value as an error names it: short, and no more than its kind when it is long.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .object: return "an object"
        case .array: return "an array"
        default:
            let text = value.description
            return text.utf8.count <= 60 ? text : "\(text.prefix(40))…"
        }
    }

    /// What only an unsigned column of MySQL holds, by its digits.
    private func unsigned(_ value: JSONValue) -> SQLValue? {
        guard dialect == .mysql, field.declaredType.contains("unsigned"), let text = value.string ?? value.number?.text, let number = UInt64(text),
            String(number) == text
        else { return nil }
        return .decimal(text)
    }

    private static func integer(_ text: String) -> Int64? {
        guard let value = Int64(text), String(value) == text else { return nil }
        return value
    }

    /// The number's own digits, so that none is lost. What a double cannot hold at all is refused, since SQLite would store infinity.
    private static func decimal(_ value: JSONValue) -> String? {
        guard let number = value.number ?? value.string.flatMap(JSONNumber.init(text:)), number.double.isFinite, number.text.utf8.count <= 200
        else { return nil }
        return number.text
    }

    private static func double(_ value: JSONValue) -> Double? { value.double.flatMap { $0.isFinite ? $0 : nil } }

    private static func text(_ text: String) -> SQLValue? {
        text.utf8.count <= RecordLimits.valueBytes && !text.utf8.contains(0) ? .text(text) : nil
    }

    /// RFC 9562 section 4: groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    private static func uuid(_ text: String) -> SQLValue? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.utf8.allSatisfy(Self.isHexadecimal) }) else { return nil }
        return .text(text.lowercased())
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }

    /// RFC 3339 full-date; 30 February is none.
    private static func date(_ text: String) -> SQLValue? {
        text.utf8.count == 10 && Timestamp(rfc3339: text + "T00:00:00Z") != nil ? .text(text) : nil
    }

    private static func time(_ text: String) -> SQLValue? {
        let whole = text.utf8.count == 5 ? text + ":00" : text
        return Timestamp(rfc3339: "1970-01-01T\(whole)Z") != nil ? .text(whole) : nil
    }
}

extension Timestamp {
    /// The instant as an engine reads it: MySQL knows no zones in text, and takes the session's, which is UTC.
    func text(in dialect: Dialect) -> String {
        guard dialect == .mysql else { return rfc3339 }
        return rfc3339.replacing("T", with: " ").replacing("Z", with: "")
    }
}
