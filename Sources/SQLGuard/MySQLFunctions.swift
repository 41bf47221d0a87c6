/// Functions of MySQL and MariaDB that callers' SQL may use.
///
/// Excluded: functions that read files, users, settings or the connection; that sleep, lock, wait or set variables; and that parse XML.
/// ``BoundedLengths`` limits `repeat`, `space`, `lpad` and `rpad`, which make text of a given length.
enum MySQLFunctions {
    static let allowed: Set<String> = Set(text + numbers + conditions + times + json + aggregates + WindowFunctions.names)

    private static let text = [
        "ascii", "bin", "bit_length", "char", "char_length", "character_length", "charset", "chr", "collation", "concat", "concat_ws", "conv",
        "convert", "elt", "export_set", "field",
        "find_in_set",
        "format", "from_base64", "hex", "inet6_aton", "inet6_ntoa", "inet_aton", "inet_ntoa", "insert", "instr", "is_ipv4", "is_ipv6", "lcase",
        "left", "length",
        "lengthb", "locate", "lower", "lpad", "ltrim", "make_set", "match", "md5",
        "mid",
        "oct",
        "octet_length", "ord", "position", "quote", "regexp_instr", "regexp_like", "regexp_replace", "regexp_substr", "repeat", "replace", "reverse",
        "right",
        "rpad", "rtrim", "sha", "sha1", "sha2", "soundex", "space", "strcmp", "substr", "substring", "substring_index", "to_base64", "trim", "ucase",
        "unhex", "upper", "uuid", "weight_string",
    ]
    private static let numbers = [
        "abs", "acos", "asin", "atan", "atan2", "bit_count", "ceil", "ceiling", "cos", "cot", "crc32", "degrees", "exp", "floor", "greatest", "least",
        "ln", "log",
        "log10", "log2", "mod", "pi", "pow", "power", "radians", "rand", "round", "sign", "sin", "sqrt", "tan", "truncate",
    ]
    private static let conditions = ["coalesce", "if", "ifnull", "interval", "isnull", "nullif", "nvl", "nvl2"]
    private static let times = [
        "adddate", "addtime", "convert_tz", "curdate", "current_date", "current_time", "current_timestamp", "curtime", "date", "date_add",
        "date_format",
        "date_sub", "datediff", "day", "dayname", "dayofmonth", "dayofweek", "dayofyear", "extract", "from_days", "from_unixtime", "get_format",
        "hour",
        "last_day", "localtime", "localtimestamp", "makedate", "maketime", "microsecond", "minute", "month", "monthname", "now", "period_add",
        "period_diff", "quarter", "sec_to_time", "second", "str_to_date", "subdate", "subtime", "sysdate", "time", "time_format", "time_to_sec",
        "timediff", "timestamp", "timestampadd", "timestampdiff", "to_char", "to_days", "to_seconds", "unix_timestamp", "utc_date", "utc_time",
        "utc_timestamp",
        "week", "weekday", "weekofyear", "year", "yearweek",
    ]
    private static let json = [
        "json_array", "json_array_append", "json_array_insert", "json_compact", "json_contains", "json_contains_path", "json_depth", "json_detailed",
        "json_equals",
        "json_exists", "json_extract", "json_insert", "json_keys", "json_length", "json_loose", "json_merge_patch", "json_merge_preserve",
        "json_normalize",
        "json_object", "json_overlaps",
        "json_query", "json_quote", "json_remove", "json_replace", "json_search", "json_set", "json_table", "json_type", "json_unquote", "json_valid",
        "json_value",
    ]
    private static let aggregates = [
        "avg", "bit_and", "bit_or", "bit_xor", "count", "group_concat", "json_arrayagg", "json_objectagg", "max", "median", "min", "percentile_cont",
        "percentile_disc", "std", "stddev", "stddev_pop", "stddev_samp", "sum", "var_pop", "var_samp", "variance",
    ]
}
