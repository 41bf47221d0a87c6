import CPgQuery

/// PostgreSQL's own parser, as a library.
enum PostgreSQLReferee {
    /// The tree of a text without positions, or the parser's error.
    static func tree(_ text: String) -> Result<String, Objection> {
        let result = pg_query_parse(text)
        defer { pg_query_free_parse_result(result) }
        if let error = result.error { return .failure(Objection(reason: String(cString: error.pointee.message))) }
        gatehouse_pg_query_strip_places(result.parse_tree)
        return .success(String(cString: result.parse_tree))
    }

    struct Objection: Error { let reason: String }
}
