/// The regression line of a series, by least squares. It has a direction if its slope differs from zero at the 5 % level (t test).
package struct SeriesTrend: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable { case rising, falling, none }

    /// Fewest points for a line.
    static let minimumCount = 4

    /// Change per step. Unit: that of the values.
    package let slope: Double
    package let intercept: Double
    /// The share of the variance that the line explains, from 0 to 1.
    package let rSquared: Double
    package let direction: Direction

    /// - Parameter values: values at equal steps, in order.
    /// - Returns: nil for too few values.
    package init?(_ values: [Double]) {
        let count = values.count
        guard count >= Self.minimumCount else { return nil }
        let mean = values.reduce(0, +) / Double(count)
        let middle = Double(count - 1) / 2
        var (covariance, spread, variance) = (0.0, 0.0, 0.0)
        for (index, value) in values.enumerated() {
            let step = Double(index) - middle
            covariance += step * (value - mean)
            spread += step * step
            variance += (value - mean) * (value - mean)
        }
        slope = covariance / spread
        intercept = mean - slope * middle
        rSquared = variance > 0 ? covariance * covariance / (spread * variance) : 0
        let rest = max(0, variance - slope * covariance)
        // A line without residuals is significant, even if rounding leaves small residuals.
        let error = (rest / Double(count - 2) / spread).squareRoot()
        let isSure = variance > 0 && abs(slope) > error * Self.critical(count - 2) && rSquared > 1e-9
        direction = !isSure ? .none : slope > 0 ? .rising : .falling
    }

    package func value(at index: Int) -> Double { intercept + slope * Double(index) }

    /// 97.5 % points of Student's t distribution, by degrees of freedom.
    private static let points = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
        2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ]

    /// - Parameter freedom: degrees of freedom.
    static func critical(_ freedom: Int) -> Double { points.indices.contains(freedom - 1) ? points[freedom - 1] : 1.96 }
}
