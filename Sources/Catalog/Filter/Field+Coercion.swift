import Notation
package import SQL
package import SQLSyntax

extension Field {
    /// The value in the form that this field is compared with.
    ///
    /// Whole numbers may be text (beyond 2^53 they are), text fields accept numbers, and booleans accept 0 and 1.
    /// - Throws: ``CatalogError`` (`invalidFilter`) with the field and the expected form.
    package func coerced(_ value: SQLValue) throws(CatalogError) -> SQLValue {
        switch (type, value) {
        case (_, .null): return .null
        case (.integer, .int), (.decimal, .int), (.decimal, .decimal), (.double, .int), (.double, .double), (.decimal, .double), (.boolean, .bool),
            (.text, .text), (.blob, .blob), (.integer, .double):
            return value
        case (.integer, .decimal(let text)), (.double, .decimal(let text)), (.double, .text(let text)):
            if let number = Double(text), number.isFinite { return .double(number) }
        case (.integer, .text(let text)):
            if let number = Int64(text) { return .int(number) }
        case (.decimal, .text(let text)):
            if DatabaseText.isDecimal(text) { return .decimal(text) }
        case (.boolean, .int(let number)) where number == 0 || number == 1: return .bool(number == 1)
        case (.text, .int(let number)): return .text(String(number))
        case (.text, .decimal(let text)): return .text(text)
        case (.text, .double(let number)): return .text(String(number))
        case (.uuid, .text(let text)):
            if DatabaseText.isUUID(text) { return value }
        case (.date, .text(let text)), (.timestamp, .text(let text)):
            if DatabaseText.isDate(text) || DatabaseText.isTimestamp(text) { return value }
        case (.time, .text(let text)):
            if DatabaseText.isTime(text) { return value }
        // SQLite also stores times as numbers, and columns without a type hold any value.
        case (.date, .int), (.timestamp, .int), (.time, .int), (.date, .double), (.timestamp, .double): return value
        case (.other, .bool), (.other, .int), (.other, .double), (.other, .decimal), (.other, .text), (.other, .blob): return value
        default: break
        }
        throw invalid("filter: field '\(name)' expects \(type.expectation)")
    }
}

extension ColumnType {
    /// The expected form of a value, in words.
    package var expectation: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .decimal, .double: "a number"
        case .text: "text"
        case .uuid: "a UUID"
        case .json: "no comparison: it holds JSON, only $null and $notNull apply"
        case .date: "a date such as 2026-03-31"
        case .time: "a time such as 14:30:00"
        case .timestamp: "a time such as 2026-03-31T14:30:00Z"
        case .blob: "no comparison: it holds bytes, only $null and $notNull apply"
        case .other: "a plain value"
        }
    }
}

/// Checks the text of dates and ids before an engine sees it, so that the error can name the field.
enum DatabaseText {
    static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { [8, 13, 18, 23].contains($0) ? bytes[$0] == UInt8(ascii: "-") : Hexadecimal.isDigit(bytes[$0]) }
    }

    /// `YYYY-MM-DD`, a valid day from the year 1 on.
    static func isDate(_ text: some StringProtocol) -> Bool { CivilDate(text).map { $0.year >= 1 } ?? false }

    /// `HH:MM` or `HH:MM:SS`, with an optional fraction.
    static func isTime(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0].utf8.count == 2, parts[1].utf8.count == 2 else { return false }
        guard let hour = number(parts[0].utf8), let minute = number(parts[1].utf8), hour < 24, minute < 60 else { return false }
        guard parts.count == 3 else { return true }
        let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let second = seconds.first, second.utf8.count == 2, let value = number(second.utf8), value < 60 else { return false }
        return seconds.count == 1 || ((1...9).contains(seconds[1].utf8.count) && number(seconds[1].utf8) != nil)
    }

    /// A date, `T` or a space, a time, and optionally `Z` or an offset `+HH:MM`; in UTC within the years 1 to 9999, which every engine
    /// supports.
    static func isTimestamp(_ text: String) -> Bool {
        guard text.utf8.count >= 16, isDate(text.prefix(10)), let moment = TimeText.microseconds(of: text) else { return false }
        return (-62_135_596_800_000_000...Timestamp.latest.microseconds).contains(moment)
    }

    /// Whether a date and time ends in `Z` or an offset.
    static func hasOffset(_ text: String) -> Bool { text.utf8.dropFirst(10).contains { "Zz+-".utf8.contains($0) } }

    /// Digits with an optional sign, point and exponent, within the range of doubles.
    static func isDecimal(_ text: String) -> Bool {
        guard text.utf8.count <= 100, let number = Double(text), number.isFinite else { return false }
        return text.utf8.allSatisfy { byte in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte) }
    }

    private static func number(_ digits: some Swift.Collection<UInt8>) -> Int? {
        var sum = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            sum = sum * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return digits.isEmpty ? nil : sum
    }
}

extension Field {
    /// The values of an enumerated type in words, the first 20: `one of new, old`.
    package var allowedValueWords: String { "one of \(allowedValues.prefix(20).joined(separator: ", "))\(allowedValues.count > 20 ? ", …" : "")" }

    /// An operator for use with the column: the engine's, or the one of the extension that defines the column's type.
    package func sign(_ sign: EngineOperator) -> Statement {
        guard let type = extensionType, type.comparison == .own else { return "\(sign)" }
        return "\(sign, in: Identifier(type.schema))"
    }

    /// The operator by which the engine compares the fields of a foreign key: an extension's only if both fields have its type.
    package static func equal(_ field: Field?, _ other: Field?) -> Statement {
        guard let field, field.extensionType == other?.extensionType else { return "\(EngineOperator.equal)" }
        return field.sign(.equal)
    }

    /// A value for use with such an operator, cast to the extension's type: otherwise PostgreSQL would prefer an operator for another type.
    package func typed(_ value: Statement) -> Statement {
        guard let type = extensionType, type.comparison == .own else { return value }
        return "CAST(\(value) AS \(Identifier(type.schema)).\(Identifier(type.name)))"
    }
}

extension Field {
    /// Whether the column holds a date and a time of day without a zone: PostgreSQL's `timestamp`, MySQL's `DATETIME`. Such a value is not
    /// a point in time.
    ///
    /// SQLite stores times as text with or without a zone; there the definition of the field decides.
    package func hasNoZone(in dialect: Dialect) -> Bool {
        guard type == .timestamp else { return false }
        return switch dialect {
        case .sqlite: definition?.type == .datetimeNoTz
        case .postgresql: declaredType.contains("without time zone")
        case .mysql: declaredType.hasPrefix("datetime")
        }
    }
}
