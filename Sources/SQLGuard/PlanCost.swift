import Access
import SQL
import SQLSyntax

/// The cost that an engine estimates for a statement before it runs: on PostgreSQL in its planner's unit, on MySQL and MariaDB the number
/// of rows that the plan reads.
///
/// The estimate uses the engine's statistics. It assumes few iterations of `WITH RECURSIVE`.
enum PlanCost {
    /// Steps of SQLite that take about as long as one PostgreSQL cost unit, the reading of a page.
    static let steps = 100.0

    /// Nil where the engine has no estimate (SQLite), or an estimate that cannot be parsed.
    static func estimate(_ statement: Statement, on connection: any Connection) throws -> Double? {
        switch connection.dialect {
        case .sqlite: return nil
        case .postgresql:
            let plan = try connection.first("EXPLAIN (FORMAT JSON) \(statement)") { $0.text(0) ?? "" }
            return plan.flatMap(total)
        case .mysql:
            // FORMAT=JSON does not show which subqueries run once for each row; the tabular plan does, in the column `select_type`.
            let repeated = try connection.all("EXPLAIN \(statement)") { row in
                let kind = row.text(1) ?? ""
                return ["DEPENDENT", "UNCACHEABLE", "LATERAL"].contains { kind.hasPrefix($0) } ? row.int(0) : nil
            }
            let plan = try connection.first("EXPLAIN FORMAT=JSON \(statement)") { $0.text(0) ?? "" }
            return plan.flatMap { PlannedRows($0, repeated: Set(repeated.compactMap(\.self)))?.examined }
        }
    }

    /// - Throws: ``Refusal`` `limited` for a cost above the limit, and for an unknown one.
    /// - Parameter tells: whether the message may contain the number.
    static func check(_ cost: Double?, atMost maximum: Int64, source: String, tells: Bool) throws(Refusal) {
        guard let cost else {
            throw Refusal(.limited, "sql: the cost could not be estimated, and data source '\(source)' has a cost limit; write a plainer statement")
        }
        guard cost <= Double(maximum) else {
            let number = cost < 1e15 ? String(Int64(cost.rounded(.up))) : String(cost)
            let expected = tells ? "a cost of \(number)" : "a higher cost"
            throw Refusal(
                .limited,
                "sql: the database expects \(expected), and data source '\(source)' allows \(maximum): read fewer rows, by a condition on "
                    + "an indexed column or a smaller join; run_sql with explain gives the plan")
        }
    }

    /// Finds the first cost in the text, which is that of the whole plan. No name can contain the key, because quotation marks in names are
    /// escaped.
    private static func total(_ plan: String) -> Double? {
        guard let key = plan.firstRange(of: "\"Total Cost\": ") else { return nil }
        return Double(plan[key.upperBound...].prefix { "0123456789.".contains($0) })
    }
}
