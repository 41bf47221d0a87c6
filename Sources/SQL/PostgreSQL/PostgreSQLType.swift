import CLibPQ

/// The types that the driver knows by their object ids (PostgreSQL `pg_type.dat`); all others are read as the engine's text.
enum PostgreSQLType: Hashable {
    case bool, integer, bigint, numeric, float, text, uuid, json, date, time, timestamp, timestampWithZone, bytea, other

    /// - Parameter textTypes: ids of enumerations and other types whose values are plain text.
    init(_ id: Oid, textTypes: Set<Oid>) {
        switch id {
        case 16: self = .bool
        case 21, 23, 26: self = .integer
        case 20: self = .bigint
        case 1700: self = .numeric
        case 700, 701: self = .float
        case 18, 19, 25, 705, 1042, 1043: self = .text
        case 2950: self = .uuid
        case 114, 3802: self = .json
        case 1082: self = .date
        case 1083, 1266: self = .time
        case 1114: self = .timestamp
        case 1184: self = .timestampWithZone
        case 17: self = .bytea
        default: self = textTypes.contains(id) ? .text : .other
        }
    }

    var columnType: ColumnType {
        switch self {
        case .bool: .boolean
        case .integer, .bigint: .integer
        case .numeric: .decimal
        case .float: .double
        case .text: .text
        case .uuid: .uuid
        case .json: .json
        case .date: .date
        case .time: .time
        case .timestamp, .timestampWithZone: .timestamp
        case .bytea: .blob
        case .other: .other
        }
    }
}
