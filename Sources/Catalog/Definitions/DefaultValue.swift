import JSON
import SQL
import SQLSyntax
import Store

/// The default value of a column.
enum DefaultValue {
    /// The reason why it is invalid; nil when it is valid.
    static func violation(of value: JSONValue, _ type: FieldType, choices: [String]) -> String? {
        let isFine: Bool =
            switch type {
            case .string, .text: value.string.map { $0.utf8.count <= 1_000 && !$0.utf8.contains(0) } ?? false
            case .integer: value.int.map { Int64(Int32.min)...Int64(Int32.max) ~= $0 } ?? false
            case .bigInt, .unixTimestamp, .sort: value.int != nil
            case .double: value.double?.isFinite ?? false
            case .decimal: (value.number?.text ?? value.string).map(DatabaseText.isDecimal) ?? false
            case .boolean: value.bool != nil
            case .json, .array, .attachment: value.serialized.count <= 10_000
            case .dateOnly: value.string.map { DatabaseText.isDate($0) } ?? false
            case .time: value.string.map { DatabaseText.isTime($0) } ?? false
            case .datetimeTz: value.string.flatMap(Timestamp.init(rfc3339:)) != nil
            case .datetimeNoTz: value.string.map { DatabaseText.isTimestamp($0) && !DatabaseText.hasOffset($0) } ?? false
            case .uuid: value.string.map(DatabaseText.isUUID) ?? false
            case .nanoid, .sequence, .password, .blob: false
            }
        guard isFine else {
            return [.nanoid, .sequence, .password, .blob].contains(type)
                ? "a field of type \(type.rawValue) has no default" : "expected \(type.columnType.expectation.prefix { $0 != ":" })"
        }
        guard choices.isEmpty || value.string.map(choices.contains) ?? true else { return "expected one of \(listing(choices))" }
        return nil
    }

    /// The value after `DEFAULT`.
    static func literal(_ value: JSONValue, _ type: FieldType, _ dialect: Dialect) -> SQLValue {
        switch type.columnType {
        case .integer: return value.int.map(SQLValue.int) ?? .null
        case .double: return value.double.map(SQLValue.double) ?? .null
        case .decimal:
            // SQLite stores decimals as numbers.
            let text = value.number?.text ?? value.string ?? "0"
            return dialect == .sqlite ? Int64(text).map(SQLValue.int) ?? .double(Double(text) ?? 0) : .decimal(text)
        case .boolean: return .bool(value.bool ?? false)
        case .json: return .text(value.description)
        case .timestamp where type == .datetimeTz:
            let text = value.string.flatMap(Timestamp.init(rfc3339:))?.rfc3339 ?? ""
            return .text(dialect == .mysql ? String(text.dropLast().replacing("T", with: " ")) : text)
        default: return .text(value.string ?? "")
        }
    }
}
