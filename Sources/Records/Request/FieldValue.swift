import Access
import Catalog
import JSON
import Notation
import SQL
import SQLSyntax
import Store

/// Converts a JSON value to the field's type, or refuses it with the argument's name.
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
        case .integer:
            return try inRange(try expect("an integer", value) { ($0.int ?? $0.string.flatMap(Self.integer)).map(SQLValue.int) ?? unsigned($0) })
        case .decimal: return try decimal(value)
        case .double: return try expect("a number", value) { Self.double($0).map(SQLValue.double) }
        case .other where dialect == .sqlite: return try any(value)
        case .other where value.array != nil && field.holdsEngineArrays: return .text(try ArrayLiteral(self).text(of: bounded(value)))
        case .text, .other:
            let text = try expect("text", bounded(value)) { $0.string.flatMap(Self.text) }
            try checkAllowed(value)
            return text
        case .uuid: return try expect("a UUID", value) { $0.string.flatMap(Self.uuid) }
        case .json: return .text(try bounded(value.description))
        case .date: return try expect("a date such as 2026-06-30", value) { $0.string.flatMap(Self.date) }
        case .time: return try expect("a time such as 17:05:00", value) { $0.string.flatMap(Self.time) }
        case .timestamp where field.hasNoZone(in: dialect):
            return try expect(
                "a time without an offset such as 2026-06-30T17:05:00, since the column has no zone, with six digits of a second at most", value
            ) {
                $0.string.flatMap(Self.clock).map { .text($0.clockText(in: dialect)) }
            }
        case .timestamp:
            return try expect("a time such as 2026-06-30T17:05:00Z, with six digits of a second at most", value) {
                $0.string.flatMap(Self.moment).map { .text($0.text(in: dialect)) }
            }
        case .blob: return try expect("bytes in base64", bounded(value)) { $0.string.flatMap { Base64.decode($0.utf8) }.map(SQLValue.blob) }
        }
    }

    /// Refuses values that the column's declared type cannot hold, before the engine does: its error names neither column nor limit.
    private func checkAllowed(_ value: JSONValue) throws(Refusal) {
        guard let text = value.string else { return }
        if !field.allowedValues.isEmpty,
            !field.allowedValues.contains(where: { $0 == text || dialect == .mysql && $0.lowercased() == text.lowercased() })
        {
            throw wrong(field.allowedValueWords, value)
        }
        // Engines cut off excess trailing spaces.
        let count = text.unicodeScalars.reversed().drop { $0 == " " }.count
        if dialect != .sqlite, let most = field.maximumLength, count > most {
            throw Refusal(.invalidArgument, "\(argument): expected at most \(most) characters, found \(count)")
        }
    }

    private func inRange(_ value: SQLValue) throws(Refusal) -> SQLValue {
        guard dialect != .sqlite, case .int(let number) = value, let range = field.integerRange, !range.contains(number) else { return value }
        throw Refusal(.invalidArgument, "\(argument): expected \(range.lowerBound) to \(range.upperBound), found \(number)")
    }

    private func expect(_ what: String, _ value: JSONValue, _ read: (JSONValue) -> SQLValue?) throws(Refusal) -> SQLValue {
        guard let known = read(value) else { throw wrong(what, value) }
        return known
    }

    private func wrong(_ what: String, _ value: JSONValue) -> Refusal {
        Refusal(.invalidArgument, "\(argument): expected \(what), found \(Self.shown(value))")
    }

    /// A short value for an error; only its kind if it is long.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .object: return "an object"
        case .array: return "an array"
        default:
            let text = value.description
            return text.utf8.count <= 60 ? text : "\(text.prefix(40))…"
        }
    }

    /// A value that only an unsigned column of MySQL can hold.
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

    /// The number's own digits, so that none is lost. A value that the column would round, or SQLite, which stores decimals as doubles, is
    /// refused.
    private func decimal(_ value: JSONValue) throws(Refusal) -> SQLValue {
        guard let number = value.number ?? value.string.flatMap(JSONNumber.init(text:)), number.double.isFinite, number.text.utf8.count <= 200,
            let digits = DecimalDigits(number.text)
        else { throw wrong("a decimal number", value) }
        if let size = field.decimalSize, digits.fractionDigits > size.scale || digits.wholeDigits > size.precision - size.scale {
            throw wrong("at most \(size.precision - size.scale) digits before the point and \(size.scale) after it", value)
        }
        guard dialect == .sqlite else { return .decimal(number.text) }
        return try exact(digits, value)
    }

    /// A number that SQLite stores without a change.
    private func exact(_ digits: DecimalDigits, _ value: JSONValue) throws(Refusal) -> SQLValue {
        if let whole = digits.int { return .int(whole) }
        guard let double = digits.double else { throw wrong("a number that this database keeps exactly, of about 15 digits", value) }
        return .double(double)
    }

    /// A value for a SQLite column without a declared type: text or a number.
    private func any(_ value: JSONValue) throws(Refusal) -> SQLValue {
        guard let number = value.number else { return try expect("text or a number", bounded(value)) { $0.string.flatMap(Self.text) } }
        guard let digits = DecimalDigits(number.text) else { throw wrong("text or a number", value) }
        return try exact(digits, value)
    }

    private static func double(_ value: JSONValue) -> Double? { value.double.flatMap { $0.isFinite ? $0 : nil } }

    private static func text(_ text: String) -> SQLValue? { text.utf8.contains(0) ? nil : .text(text) }

    /// Refuses a value that is too long to be returned in a result.
    private func bounded(_ value: JSONValue) throws(Refusal) -> JSONValue {
        if let text = value.string { _ = try bounded(text) }
        if value.array != nil { _ = try bounded(value.description) }
        return value
    }

    private func bounded(_ text: String) throws(Refusal) -> String {
        guard text.utf8.count <= RecordLimits.valueBytes else {
            throw Refusal(.invalidArgument, "\(argument): expected at most \(RecordLimits.valueBytes / 1024) KB, found \(text.utf8.count / 1024) KB")
        }
        return text
    }

    /// RFC 9562 section 4: groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    private static func uuid(_ text: String) -> SQLValue? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.utf8.allSatisfy(Hexadecimal.isDigit) }) else { return nil }
        return .text(text.lowercased())
    }

    /// An RFC 3339 date-time; nil if it has digits beyond the microsecond, which would be lost.
    private static func moment(_ text: String) -> Timestamp? {
        let fraction = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard fraction.dropFirst(6).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        return Timestamp(rfc3339: text)
    }

    /// An RFC 3339 date-time without an offset, represented by the same digits in UTC; both engines store these digits unchanged.
    private static func clock(_ text: String) -> Timestamp? {
        let digits = text.utf8.dropFirst(10).first == UInt8(ascii: " ") ? text.replacing(" ", with: "T") : text
        // Text with its own offset is not valid then.
        return moment(digits + "Z")
    }

    /// An RFC 3339 full-date; nil for days that do not exist.
    private static func date(_ text: String) -> SQLValue? {
        text.utf8.count == 10 && Timestamp(rfc3339: text + "T00:00:00Z") != nil ? .text(text) : nil
    }

    private static func time(_ text: String) -> SQLValue? {
        let whole = text.utf8.count == 5 ? text + ":00" : text
        return Timestamp(rfc3339: "1970-01-01T\(whole)Z") != nil ? .text(whole) : nil
    }
}

extension Field {
    /// The length of `varchar(20)` and `char(20)`; nil if none is declared. Unit: Unicode code points.
    fileprivate var maximumLength: Int? {
        for type in ["character varying(", "character(", "varchar(", "char("] where declaredType.hasPrefix(type) && declaredType.hasSuffix(")") {
            return Int(declaredType.dropFirst(type.count).dropLast())
        }
        return nil
    }

    /// The range of an integer type with fewer than 64 bits, by PostgreSQL's and MySQL's names: `smallint`, `int(10) unsigned`.
    fileprivate var integerRange: ClosedRange<Int64>? {
        let bits: Int64
        switch declaredType.prefix(while: { $0 != "(" && $0 != " " }) {
        case "tinyint": bits = 8
        case "smallint": bits = 16
        case "mediumint": bits = 24
        case "int", "integer": bits = 32
        default: return declaredType.contains("unsigned") ? 0...Int64.max : nil
        }
        return declaredType.contains("unsigned") ? 0...(1 << bits) - 1 : -(1 << (bits - 1))...(1 << (bits - 1)) - 1
    }
}

extension Timestamp {
    /// The instant in the engine's format, with a fixed number of digits, so that text order is chronological. MySQL accepts no zone in
    /// text and uses the session's, which is UTC.
    func text(in dialect: Dialect) -> String {
        switch dialect {
        case .postgresql: rfc3339
        case .sqlite: fixedWidth
        case .mysql: String(fixedWidth.dropLast().replacing("T", with: " "))
        }
    }

    /// A date and a time of day in the format of a column without a zone.
    func clockText(in dialect: Dialect) -> String { dialect == .sqlite ? String(rfc3339.dropLast()) : text(in: dialect) }

    /// RFC 3339 with six digits of the second.
    var fixedWidth: String {
        let text = rfc3339
        return text.utf8.count == 20 ? text.dropLast() + ".000000Z" : text
    }
}
