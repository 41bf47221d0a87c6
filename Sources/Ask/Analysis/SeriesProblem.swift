/// Why rows are not a series that can be forecast.
package enum SeriesProblem: Error, Hashable, Sendable {
    /// No column contains times at equal steps.
    case noTimes
    /// The number of numeric columns beside the time is not one.
    case notOneMeasure(TimeUnit)
    /// A time occurs more than once.
    case twice(String, TimeUnit)
    /// A time between two others is missing.
    case missing(String, TimeUnit)
    case noNumber
    /// The answer contains only the first rows.
    case tooManyRows
    case tooFew(needed: Int, found: Int)
}
