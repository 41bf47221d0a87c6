import JSON

/// The number of rows that a plan of MySQL or MariaDB reads (`EXPLAIN FORMAT=JSON`). Joined tables multiply, and so does a subquery that runs for
/// each row; what runs once is added.
struct PlannedRows {
    private(set) var examined = 0.0
    private let repeated: Set<Int64>

    /// - Parameter repeated: the numbers of the subqueries that run for each row of the outer query.
    init?(_ plan: String, repeated: Set<Int64>) {
        self.repeated = repeated
        // An unreadable plan has no cost, and the caller of this refuses the statement.
        guard let tree = try? JSONValue(parsing: Array(plan.utf8), limits: JSONLimits(maximumByteCount: 16_777_216, maximumDepth: 256)) else {
            return nil
        }
        _ = look(tree, times: 1)
    }

    /// Counts the rows that a node reads when it runs `times` times, and returns the rows that it produces each time, at least 1.
    private mutating func look(_ node: JSONValue, times: Double) -> Double {
        switch node {
        case .array(let parts): return max(1, parts.reduce(0) { $0 + look($1, times: times) })
        case .object(let object): return look(object, times: times)
        case .null, .bool, .number, .string: return 1
        }
    }

    private mutating func look(_ object: JSONObject, times: Double) -> Double {
        var times = times
        if let query = object["select_id"]?.int, !repeated.contains(query) { times = 1 }
        var rows = 1.0
        if let read = Self.number(object["rows"] ?? object["rows_examined_per_scan"]) {
            examined += times * read
            rows = max(1, read * (Self.number(object["filtered"]) ?? 100) / 100)
        }
        let beside = object.keys.filter { $0.hasSuffix("subqueries") || $0.hasPrefix("materialized") }
        for key in object.keys where !beside.contains(key) {
            guard let value = object[key] else { continue }
            guard key == "nested_loop" else {
                rows *= look(value, times: times)
                continue
            }
            for table in value.array ?? [] { rows *= look(table, times: times * rows) }
        }
        for key in beside { _ = look(object[key] ?? .null, times: times * rows) }
        return rows
    }

    private static func number(_ value: JSONValue?) -> Double? { value?.double ?? value?.string.flatMap(Double.init) }
}
