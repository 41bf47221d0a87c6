/// Types whose names are keywords of a grammar.
enum TypeWords {
    /// Whether the keyword is a PostgreSQL type, which is printed without quotation marks.
    static func isPostgreSQLType(_ keyword: String) -> Bool { postgreSQL.contains(keyword) }

    private static let postgreSQL: Set<String> = [
        "BIGINT", "BIT", "BIT VARYING", "BOOLEAN", "CHAR", "CHAR VARYING", "CHARACTER", "CHARACTER VARYING", "DEC", "DECIMAL", "DOUBLE PRECISION",
        "FLOAT",
        "INT", "INTEGER", "INTERVAL", "NUMERIC", "REAL", "SMALLINT", "TIME", "TIMESTAMP", "VARCHAR",
    ]

    /// Target types of casts in MySQL, with the maximum number of their arguments.
    static let mySQL: [String: Int] = [
        "BINARY": 1, "CHAR": 1, "DATE": 0, "DATETIME": 1, "DECIMAL": 2, "DOUBLE": 0, "FLOAT": 0, "JSON": 0, "NCHAR": 1, "SIGNED": 0, "TIME": 1,
        "UNSIGNED": 0, "VARCHAR": 1, "YEAR": 0, "REAL": 0,
    ]

    /// Types of columns of `JSON_TABLE` in MySQL, with the maximum number of their arguments.
    static let mySQLColumn: [String: Int] = [
        "BIGINT": 0, "BOOLEAN": 0, "CHAR": 1, "DATE": 0, "DATETIME": 1, "DECIMAL": 2, "DOUBLE": 0, "FLOAT": 0, "INT": 0, "INTEGER": 0, "JSON": 0,
        "LONGTEXT": 0, "MEDIUMTEXT": 0, "NUMERIC": 2, "SMALLINT": 0, "TEXT": 0, "TIME": 1, "TIMESTAMP": 1, "TINYINT": 0, "VARCHAR": 1, "YEAR": 0,
    ]
}
