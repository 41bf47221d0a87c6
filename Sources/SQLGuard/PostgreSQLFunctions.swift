/// Functions of PostgreSQL that callers' SQL may use.
///
/// Excluded: functions that read files, settings, other sessions or the catalogue; that sleep, signal, lock or write; and that run text as
/// SQL (`query_to_xml`). ``BoundedLengths`` limits `repeat`, `lpad`, `rpad` and `format`, which make text of a given length.
enum PostgreSQLFunctions {
    static let allowed: Set<String> = Set(text + numbers + conditions + times + json + addresses + arrays + WindowFunctions.names + search).union(
        aggregates)

    private static let text = [
        "ascii", "bit_length", "btrim", "char_length", "character_length", "chr", "concat", "concat_ws", "convert_from", "convert_to", "decode",
        "encode", "format",
        "gen_random_uuid", "initcap", "left", "length", "lower", "lpad", "ltrim", "md5", "normalize", "octet_length", "overlay", "position",
        "quote_ident",
        "quote_literal", "quote_nullable",
        "regexp_count", "regexp_instr", "regexp_like", "regexp_match", "regexp_matches", "regexp_replace", "regexp_split_to_array",
        "regexp_split_to_table", "regexp_substr", "repeat", "replace", "reverse", "right", "rpad", "rtrim", "sha224", "sha256", "sha384", "sha512",
        "split_part", "starts_with",
        "string_to_array",
        "string_to_table", "strpos", "substr", "substring", "to_ascii", "to_hex", "translate", "trim", "unistr", "upper",
    ]
    private static let numbers = [
        "abs", "acos", "acosd", "acosh", "asin", "asind", "asinh", "atan", "atan2", "atan2d", "atand", "atanh", "cbrt", "ceil", "ceiling", "cos",
        "cosd",
        "cosh", "cot", "cotd", "degrees", "div", "exp", "factorial", "floor", "gcd", "greatest", "lcm", "least", "ln", "log", "log10", "min_scale",
        "mod", "pi",
        "power", "radians", "random", "round", "scale", "sign", "sin", "sind", "sinh", "sqrt", "tan", "tand", "tanh", "trim_scale", "trunc",
        "width_bucket",
    ]
    private static let conditions = ["coalesce", "nullif", "num_nonnulls", "num_nulls", "pg_typeof"]
    private static let addresses = [
        "broadcast", "family", "host", "hostmask", "inet_merge", "inet_same_family", "masklen", "netmask", "network", "set_masklen",
    ]
    private static let times = [
        "age", "clock_timestamp", "current_date", "current_time", "current_timestamp", "date", "date_bin", "date_part", "date_trunc", "extract",
        "isfinite", "justify_days", "justify_hours", "justify_interval", "localtime", "localtimestamp", "make_date", "make_interval", "make_time",
        "make_timestamp", "make_timestamptz", "now", "overlaps", "statement_timestamp", "timezone", "to_char", "to_date", "to_number", "to_timestamp",
        "transaction_timestamp",
    ]
    private static let json = [
        "json_array_elements", "json_array_elements_text", "json_array_length", "json_build_array", "json_build_object", "json_each",
        "json_each_text",
        "json_extract_path", "json_extract_path_text", "json_object", "json_object_keys", "json_strip_nulls", "json_typeof", "jsonb_array_elements",
        "jsonb_array_elements_text", "jsonb_array_length", "jsonb_build_array", "jsonb_build_object", "jsonb_each", "jsonb_each_text",
        "jsonb_extract_path", "jsonb_extract_path_text", "jsonb_insert", "jsonb_object", "jsonb_object_keys", "jsonb_path_exists", "jsonb_path_match",
        "jsonb_path_query", "jsonb_path_query_array", "jsonb_path_query_first", "jsonb_pretty", "jsonb_set", "jsonb_strip_nulls", "jsonb_to_record",
        "jsonb_to_recordset",
        "jsonb_typeof", "json_to_record", "json_to_recordset", "row_to_json",
        "to_json", "to_jsonb",
    ]
    private static let arrays = [
        "array_append", "array_cat", "array_dims", "array_length", "array_lower", "array_ndims", "array_position", "array_positions", "array_prepend",
        "array_remove", "array_replace", "array_to_json", "array_to_string", "array_upper", "cardinality", "daterange", "generate_series",
        "generate_subscripts",
        "int4range", "int8range", "isempty", "numrange", "tsrange", "tstzrange",
        "lower_inc",
        "lower_inf", "range_merge", "trim_array", "unnest", "upper_inc", "upper_inf",
    ]
    static let aggregates: Set<String> = [
        "array_agg", "avg", "bit_and", "bit_or", "bit_xor", "bool_and", "bool_or", "corr", "count", "covar_pop", "covar_samp", "every", "grouping",
        "json_agg", "json_object_agg", "jsonb_agg", "jsonb_object_agg", "max", "min", "mode", "percentile_cont", "percentile_disc", "range_agg",
        "regr_avgx", "regr_avgy", "regr_count", "regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "stddev", "stddev_pop",
        "stddev_samp", "string_agg", "sum", "var_pop", "var_samp", "variance",
    ]
    private static let search = [
        "numnode", "phraseto_tsquery", "plainto_tsquery", "setweight", "strip", "to_tsquery", "to_tsvector", "ts_headline", "ts_rank", "ts_rank_cd",
        "tsvector_to_array", "websearch_to_tsquery",
    ]
}
