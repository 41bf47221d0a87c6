/// Finds outliers: values whose modified z-score is above 3.5 (Iglewicz and Hoaglin). In a series with a trend, the score uses the distance
/// from the trend line.
package enum SeriesOutliers {
    /// Fewest values among which an outlier can be found.
    static let minimumCount = 6
    private static let limit = 3.5
    /// Scales the median absolute deviation to the standard deviation of a normal distribution.
    private static let scale = 0.6745

    /// - Parameter trend: the trend of values in order. Nil for values without one.
    /// - Returns: the indices of the outliers, ascending.
    package static func indices(in values: [Double], trend: SeriesTrend? = nil) -> [Int] {
        guard values.count >= minimumCount else { return [] }
        let line = trend.flatMap { $0.direction == .none ? nil : $0 }
        let rest = values.enumerated().map { index, value in value - (line?.value(at: index) ?? 0) }
        let median = SeriesSummary.median(rest)
        let deviation = SeriesSummary.median(rest.map { abs($0 - median) })
        // If more than half of the values are equal, the deviation is zero and does not describe usual values.
        let size = values.reduce(0) { max($0, abs($1)) }
        guard deviation > size * 1e-12 else { return [] }
        return rest.indices.filter { abs(scale * (rest[$0] - median) / deviation) > limit }
    }
}
