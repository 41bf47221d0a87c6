import CLibPQ

/// The types that the driver knows by their object ids (PostgreSQL `pg_type.dat`); all others are read as the engine's text.
enum PostgreSQLType: Hashable {
    case bool, integer, bigint, numeric, float, text, uuid, json, date, time, timestamp, timestampWithZone, bytea, other
    case array(PostgreSQLArray.Element)

    /// Ids of types that a database has for itself.
    struct TextTypes {
        /// Enumerations and other types whose values are plain text.
        var plain: Set<Oid> = []
        /// Arrays of them.
        var arrays: Set<Oid> = []
    }

    init(_ id: Oid, _ own: TextTypes) {
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
        default: self = own.plain.contains(id) ? .text : Self.element(ofArray: id, own).map { .array($0) } ?? .other
        }
    }

    private static func element(ofArray id: Oid, _ own: TextTypes) -> PostgreSQLArray.Element? {
        switch id {
        case 1000: .bool
        case 1005, 1007, 1016, 1028: .integer
        case 1021, 1022: .float
        case 199, 3807: .json
        case 1115, 1185: .timestamp
        case 1001: .bytea
        // Decimals are text in JSON too.
        case 1231, 1002, 1003, 1009, 1014, 1015, 2951, 1182, 1183, 1270: .text
        default: own.arrays.contains(id) ? .text : nil
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
        case .array, .other: .other
        }
    }
}
