/// Finds outliers: values whose modified z-score is above 3.5 (Iglewicz and Hoaglin); in a series with a trend, measured from its line.
package enum SeriesOutliers {
    /// Values that something can be far from at the least.
    static let minimumCount = 6
    private static let limit = 3.5
    /// Makes the median absolute deviation of a normal distribution its standard deviation.
    private static let scale = 0.6745

    /// - Parameter trend: of values in order; nil for values without one.
    /// - Returns: the indices of the outliers, ascending.
    package static func indices(in values: [Double], trend: SeriesTrend? = nil) -> [Int] {
        guard values.count >= minimumCount else { return [] }
        let line = trend.flatMap { $0.direction == .none ? nil : $0 }
        let rest = values.enumerated().map { index, value in value - (line?.value(at: index) ?? 0) }
        let median = SeriesSummary.median(rest)
        let deviation = SeriesSummary.median(rest.map { abs($0 - median) })
        // Where more than half of the values are equal there is no measure of what is usual.
        let size = values.reduce(0) { max($0, abs($1)) }
        guard deviation > size * 1e-12 else { return [] }
        return rest.indices.filter { abs(scale * (rest[$0] - median) / deviation) > limit }
    }
}
