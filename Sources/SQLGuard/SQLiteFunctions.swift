import SQL

/// Functions of SQLite that callers' SQL may use: they compute from their arguments or from the clock.
///
/// Excluded: functions that load code or read files, `randomblob` (of any length), functions that describe the connection or the machine,
/// and `json_patch`, whose time grows with the square of its arguments' size in one call that no deadline interrupts. ``BoundedLengths``
/// limits `printf`, `format` and `zeroblob`, which make a text or blob of a given length.
enum SQLiteFunctions {
    static let allowed: Set<String> = Set(text + numbers + conditions + times + json + aggregates + WindowFunctions.names)
    /// Read rights with these functions and no tables.
    static let readRights = SQLiteReadRights(tables: [:], functions: allowed)

    private static let text = [
        "char", "concat", "concat_ws", "format", "hex", "instr", "length", "lower", "ltrim", "octet_length", "printf", "quote", "replace", "rtrim",
        "substr", "substring", "trim", "unhex", "unicode", "upper", "zeroblob",
    ]
    private static let numbers = [
        "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh", "degrees", "exp", "floor", "ln", "log",
        "log10", "log2", "mod", "pi", "pow", "power", "radians", "random", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
    ]
    private static let conditions = [
        "coalesce", "ifnull", "iif", "like", "glob", "likelihood", "likely", "max", "min", "nullif", "typeof", "unlikely",
    ]
    private static let times = [
        "current_date", "current_time", "current_timestamp", "date", "datetime", "julianday", "strftime", "time", "timediff", "unixepoch",
    ]
    private static let json = [
        "json", "json_array", "json_array_length", "json_each", "json_error_position", "json_extract", "json_group_array", "json_group_object",
        "json_insert", "json_object", "json_quote", "json_remove", "json_replace", "json_set", "json_tree", "json_type", "json_valid",
    ]
    private static let aggregates = ["avg", "count", "group_concat", "string_agg", "sum", "total"]
}
