/// A call that looks like a function but has its own syntax, such as `EXTRACT(YEAR FROM x)`.
package indirect enum SpecialForm: Hashable, Sendable {
    /// `EXTRACT(YEAR FROM x)`; the field in lower case.
    case extract(String, from: Expression)
    /// `POSITION(a IN b)`
    case position(Expression, in: Expression)
    /// `TRIM(LEADING a FROM b)`
    case trim(TrimSide, Expression?, from: Expression)
    /// PostgreSQL's `OVERLAY(a PLACING b FROM c FOR d)`
    case overlay(Expression, placing: Expression, from: Expression, for: Expression?)
    /// `CURRENT_DATE`, `CURRENT_TIMESTAMP(3)`, `CURRENT_USER`: the word, in lower case, and a precision.
    case current(String, precision: String?)
    /// MySQL's `INTERVAL 1 DAY`; the unit in lower case.
    case interval(Expression, unit: String)
    /// MySQL's `TIMESTAMPDIFF(DAY, a, b)` and `TIMESTAMPADD`, whose first argument is a unit: name and unit in lower case.
    case unitFunction(SQLName, unit: String, [Expression])
    /// MySQL's `CONVERT(x USING utf8mb4)`
    case convert(Expression, using: SQLName)
    /// MySQL's `MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE)`
    case search([ColumnReference], against: Expression, SearchMode)

    package enum TrimSide: String, Hashable, Sendable, CaseIterable {
        case both = "BOTH"
        case leading = "LEADING"
        case trailing = "TRAILING"
    }

    package enum SearchMode: String, Hashable, Sendable, CaseIterable {
        case plain = ""
        case natural = "IN NATURAL LANGUAGE MODE"
        /// The long form of `expansion`.
        case naturalWithExpansion = "IN NATURAL LANGUAGE MODE WITH QUERY EXPANSION"
        case boolean = "IN BOOLEAN MODE"
        case expansion = "WITH QUERY EXPANSION"
    }

    /// The name that an allow-list of functions checks, in lower case.
    package var functionName: SQLName {
        switch self {
        case .extract: "extract"
        case .position: "position"
        case .trim: "trim"
        case .overlay: "overlay"
        case .current(let word, _): SQLName(word)
        case .interval: "interval"
        case .unitFunction(let name, _, _): name
        case .convert: "convert"
        case .search: "match"
        }
    }
}
