/// The figures of a numeric column: sum, mean, median and so on.
package struct SeriesSummary: Hashable, Sendable {
    package let count: Int
    package let sum: Double
    package let mean: Double
    package let median: Double
    package let minimum: Double
    package let maximum: Double
    /// The standard deviation of a sample, with n - 1. Nil for fewer than two values.
    package let standardDeviation: Double?

    /// - Returns: nil without values.
    package init?(_ values: [Double]) {
        guard let first = values.first else { return nil }
        count = values.count
        sum = values.reduce(0, +)
        let mean = sum / Double(values.count)
        self.mean = mean
        median = Self.median(values)
        minimum = values.reduce(first, min)
        maximum = values.reduce(first, max)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        standardDeviation = values.count > 1 ? (squares / Double(values.count - 1)).squareRoot() : nil
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
