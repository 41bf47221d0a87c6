import CLibPQ

/// The types that the driver knows by their object ids (PostgreSQL `pg_type.dat`). All others are read as text.
indirect enum PostgreSQLType: Hashable {
    case bool, integer, bigint, numeric, float, text, uuid, json, date, time, timestamp, timestampWithZone, bytea, other
    case array(PostgreSQLType)

    /// - Parameter own: types of the database itself by their object ids, such as its enumerations.
    init(_ id: Oid, own: [Oid: PostgreSQLType]) {
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
        default: self = own[id] ?? Self.elements[id].map { .array(Self($0, own: [:])) } ?? .other
        }
    }

    /// Element types by the ids of their arrays. `box` is omitted, because a semicolon separates its elements.
    private static let elements: [Oid: Oid] = [
        143: 142, 199: 114, 651: 650, 775: 774, 791: 790, 1000: 16, 1001: 17, 1002: 18, 1003: 19, 1005: 21, 1007: 23, 1009: 25, 1014: 1042,
        1015: 1043, 1016: 20, 1021: 700, 1022: 701, 1028: 26, 1040: 829, 1041: 869, 1115: 1114, 1182: 1082, 1183: 1083, 1185: 1184, 1187: 1186,
        1231: 1700, 1270: 1266, 1561: 1560, 1563: 1562, 2951: 2950, 3643: 3614, 3807: 3802, 3905: 3904, 3907: 3906, 3909: 3908, 3911: 3910,
        3913: 3912, 3927: 3926,
    ]

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
        case .array, .other: .other
        }
    }
}
