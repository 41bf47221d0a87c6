import SQLSyntax

/// The types that a cast in callers' SQL may use: plain values. Types that look something up when a value is read (`regclass`, `oid`) are
/// excluded.
enum SQLTypes {
    static func allowed(in dialect: Dialect) -> Set<String> {
        switch dialect {
        case .sqlite: sqlite
        case .postgresql: postgresql
        case .mysql: mysql
        }
    }

    private static let common: Set<String> = [
        "bigint", "boolean", "char", "character", "character varying", "date", "decimal", "double", "double precision", "float", "int", "integer",
        "json",
        "numeric", "real", "smallint", "text", "time", "timestamp", "varchar",
    ]
    private static let sqlite = common.union(["any", "blob", "datetime", "int2", "int8", "mediumint", "nchar", "none", "nvarchar", "tinyint", "clob"])
    private static let postgresql = common.union([
        "bit", "bit varying", "bool", "bpchar", "bytea", "cidr", "date", "daterange", "float4", "float8", "inet", "int2", "int4", "int4range", "int8",
        "int8range", "interval", "jsonb", "macaddr", "money", "numrange", "point", "time with time zone", "time without time zone",
        "timestamp with time zone", "timestamp without time zone", "timestamptz", "timetz", "tsquery", "tsrange", "tstzrange", "tsvector", "uuid",
        "varbit",
    ])
    private static let mysql = common.union([
        "binary", "datetime", "nchar", "signed", "signed integer", "unsigned", "unsigned integer", "year",
    ])
}
