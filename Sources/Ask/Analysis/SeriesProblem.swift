/// Why rows are not a series that can be forecast.
package enum SeriesProblem: Error, Hashable, Sendable {
    /// No column has times of equal steps.
    case noTimes
    /// There is not exactly one number beside the time.
    case notOneMeasure(TimeUnit)
    /// A time is there more than once.
    case twice(String, TimeUnit)
    /// Nothing is known of a time between others.
    case missing(String, TimeUnit)
    case noNumber
    /// An answer has only the first of the rows.
    case tooManyRows
    case tooFew(needed: Int, found: Int)
}
