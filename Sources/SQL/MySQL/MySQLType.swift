import CMariaDB

/// How a column of a result is sent and what it means.
enum MySQLType: Hashable {
    /// `TINYINT(1)`, the type of a column declared `BOOLEAN`.
    case bool
    /// - bytes: size of the number in the protocol.
    case integer(bytes: Int, isUnsigned: Bool)
    case float, double, decimal
    /// At most 64 bits; a single bit is a boolean.
    case bits(isOne: Bool)
    case text, json, uuid, blob
    case date, time
    /// A time without a zone.
    case datetime
    /// An instant, sent in the zone of the session, UTC.
    case timestamp
    case null

    /// The number of the character set `binary`, which marks bytes.
    private static let binary: UInt32 = 63

    init(_ field: UnsafePointer<MYSQL_FIELD>) {
        let isUnsigned = field.pointee.flags & UInt32(UNSIGNED_FLAG) != 0
        switch field.pointee.type {
        case MYSQL_TYPE_TINY: self = field.pointee.length == 1 && !isUnsigned ? .bool : .integer(bytes: 1, isUnsigned: isUnsigned)
        case MYSQL_TYPE_SHORT: self = .integer(bytes: 2, isUnsigned: isUnsigned)
        case MYSQL_TYPE_YEAR: self = .integer(bytes: 2, isUnsigned: true)
        case MYSQL_TYPE_LONG, MYSQL_TYPE_INT24: self = .integer(bytes: 4, isUnsigned: isUnsigned)
        case MYSQL_TYPE_LONGLONG: self = .integer(bytes: 8, isUnsigned: isUnsigned)
        case MYSQL_TYPE_FLOAT: self = .float
        case MYSQL_TYPE_DOUBLE: self = .double
        case MYSQL_TYPE_DECIMAL, MYSQL_TYPE_NEWDECIMAL: self = .decimal
        case MYSQL_TYPE_BIT: self = .bits(isOne: field.pointee.length == 1)
        case MYSQL_TYPE_DATE, MYSQL_TYPE_NEWDATE: self = .date
        case MYSQL_TYPE_TIME, MYSQL_TYPE_TIME2: self = .time
        case MYSQL_TYPE_DATETIME, MYSQL_TYPE_DATETIME2: self = .datetime
        case MYSQL_TYPE_TIMESTAMP, MYSQL_TYPE_TIMESTAMP2: self = .timestamp
        case MYSQL_TYPE_JSON: self = .json
        case MYSQL_TYPE_NULL: self = .null
        case MYSQL_TYPE_GEOMETRY: self = .blob
        default: self = Self.text(field)
        }
    }

    /// The type of a value sent as text. MariaDB reports some such types by name.
    private static func text(_ field: UnsafePointer<MYSQL_FIELD>) -> MySQLType {
        if attribute(MARIADB_FIELD_ATTR_DATA_TYPE_NAME, of: field) == "uuid" { return .uuid }
        if attribute(MARIADB_FIELD_ATTR_FORMAT_NAME, of: field) == "json" { return .json }
        return field.pointee.charsetnr == binary && field.pointee.flags & UInt32(ENUM_FLAG | SET_FLAG) == 0 ? .blob : .text
    }

    private static func attribute(_ name: mariadb_field_attr_t, of field: UnsafePointer<MYSQL_FIELD>) -> String {
        var found = MARIADB_CONST_STRING()
        guard mariadb_field_attr(&found, field, name) == 0, let start = found.str else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: found.length), as: UTF8.self)
    }

    var columnType: ColumnType {
        switch self {
        case .bool, .bits(isOne: true): .boolean
        case .integer, .bits: .integer
        case .float, .double: .double
        case .decimal: .decimal
        case .text: .text
        case .json: .json
        case .uuid: .uuid
        case .blob: .blob
        case .date: .date
        case .time: .time
        case .datetime, .timestamp: .timestamp
        case .null: .other
        }
    }
}
