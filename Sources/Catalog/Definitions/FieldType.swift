import SQL
import SQLSyntax

/// The type of a field: the types that ``collections_apply`` knows, by NocoBase's names.
package enum FieldType: String, Hashable, Sendable, CaseIterable {
    /// Up to 255 characters, or as many as `length` says.
    case string
    case text
    /// 32 bits.
    case integer
    /// 64 bits.
    case bigInt
    case double
    /// With `precision` and `scale`.
    case decimal
    case boolean
    case json
    /// A list of values, kept as JSON.
    case array
    /// A moment.
    case datetimeTz
    /// A date and a time of day that name no moment.
    case datetimeNoTz
    case dateOnly
    case time
    /// Seconds since 1970, as a number.
    case unixTimestamp
    /// Given by the server when absent.
    case uuid
    /// 21 random letters and digits, given by the server when absent.
    case nanoid
    /// Given by the server by the patterns of the field, counted up.
    case sequence
    /// A row's position in an order that callers choose.
    case sort
    /// Kept as a hash, and never shown.
    case password
    /// References to files, kept as JSON: a list of objects with `url`, and `title`, `filename`, `mimetype`, `size`.
    case attachment
    case blob

    /// - Parameter word: a case, or another word that NocoBase has for one.
    init?(word: String) {
        if let known = FieldType(rawValue: word) {
            self = known
            return
        }
        switch word {
        case "enum", "radio", "select", "uid": self = .string
        case "int": self = .integer
        case "bigint", "snowflakeId": self = .bigInt
        case "float", "real", "number": self = .double
        case "bool": self = .boolean
        case "jsonb": self = .json
        case "set": self = .array
        case "date", "datetime", "timestamp": self = .datetimeTz
        default: return nil
        }
    }

    /// The type that follows an interface, where no type is given.
    init?(interface: String) {
        switch interface {
        case "input", "phone", "email", "url", "color", "icon", "select", "radioGroup", "code": self = .string
        case "textarea", "markdown", "vditor", "richText": self = .text
        case "integer": self = .integer
        case "number", "percent": self = .double
        case "password": self = .password
        case "checkbox", "switch": self = .boolean
        case "multipleSelect", "checkboxGroup": self = .array
        case "datetime", "createdAt", "updatedAt": self = .datetimeTz
        case "datetimeNoTz": self = .datetimeNoTz
        case "date": self = .dateOnly
        case "time": self = .time
        case "unixTimestamp": self = .unixTimestamp
        case "json": self = .json
        case "uuid": self = .uuid
        case "nanoid": self = .nanoid
        case "snowflakeId", "id": self = .bigInt
        case "sort": self = .sort
        case "sequence": self = .sequence
        case "attachment": self = .attachment
        default: return nil
        }
    }

    /// What a column that is there already holds, in these words.
    init(of column: ColumnSchema, _ dialect: Dialect) {
        switch column.type {
        case .boolean: self = .boolean
        case .integer: self = column.declaredType.lowercased().hasPrefix("big") ? .bigInt : .integer
        case .decimal: self = .decimal
        case .double: self = .double
        case .uuid: self = .uuid
        case .json: self = .json
        case .date: self = .dateOnly
        case .time: self = .time
        case .timestamp:
            let declared = column.declaredType.lowercased()
            self = declared.contains("without time zone") || declared.hasPrefix("datetime") ? .datetimeNoTz : .datetimeTz
        case .blob: self = .blob
        case .text, .other: self = column.declaredType.lowercased().contains("char") ? .string : .text
        }
    }

    /// The type of its column.
    var columnType: ColumnType {
        switch self {
        case .string, .text, .nanoid, .sequence, .password: .text
        case .integer, .bigInt, .unixTimestamp, .sort: .integer
        case .double: .double
        case .decimal: .decimal
        case .boolean: .boolean
        case .json, .array, .attachment: .json
        case .datetimeTz, .datetimeNoTz: .timestamp
        case .dateOnly: .date
        case .time: .time
        case .uuid: .uuid
        case .blob: .blob
        }
    }

    /// Whether an index can distinguish its values.
    var isIndexable: Bool {
        switch self {
        case .text, .json, .array, .attachment, .blob, .password: false
        default: true
        }
    }

    /// Whether columns of this type can be given the other one with their values.
    func converts(to other: FieldType) -> Bool {
        let numbers: Set<FieldType> = [.integer, .bigInt, .decimal, .double, .unixTimestamp, .sort]
        let texts: Set<FieldType> = [.string, .text, .sequence, .nanoid]
        if columnType == other.columnType { return self != .password && other != .password }
        return numbers.contains(self) && (numbers.contains(other) || texts.contains(other)) || texts.contains(self) && numbers.contains(other)
    }
}
