/// Forecasts the next values of a series by exponential smoothing.
///
/// With two seasons or more it uses the Holt-Winters method with an additive season, otherwise Holt's linear method. A grid search selects
/// the smoothing factors with the least squared one-step error. Intervals follow the variance of the methods' state space models (Hyndman
/// and Athanasopoulos, Forecasting: Principles and Practice, 3rd edition, table 8.8). They use Student's t distribution, because the
/// variance is estimated.
package struct SeriesForecast: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        package let value: Double
        /// The limits of the 95 % interval.
        package let lower: Double
        package let upper: Double
    }

    /// Fewest values for a forecast.
    package static let minimumCount = 6

    package let points: [Point]
    package let method: Method

    package enum Method: Hashable, Sendable {
        /// Holt's linear exponential smoothing.
        case holt
        /// Holt-Winters exponential smoothing with an additive trend and a season of this many steps.
        case holtWinters(season: Int)
    }

    /// - Parameters:
    ///   - values: values at equal steps, in order.
    ///   - season: the number of steps after which the pattern repeats. Nil for none.
    ///   - steps: how many values to forecast.
    /// - Returns: nil for too few values.
    package init?(_ values: [Double], season: Int?, steps: Int) {
        guard values.count >= Self.minimumCount, steps > 0 else { return nil }
        let period = season.flatMap { $0 > 1 && values.count >= 2 * $0 ? $0 : nil }
        var best: Smoothing?
        for alpha in Self.levels {
            for beta in Self.trends {
                for gamma in period == nil ? [0] : Self.seasons {
                    let fit = Smoothing(values, alpha: alpha, beta: beta, gamma: gamma, period: period)
                    if fit.error < best?.error ?? .infinity { best = fit }
                }
            }
        }
        guard let best else { return nil }
        // A series without negative values gets no negative forecast.
        let floor = values.allSatisfy { $0 >= 0 } ? 0 : -Double.infinity
        points = (1...steps).map { step in
            let value = best.value(after: step)
            let width = SeriesTrend.critical(best.freedom) * best.deviation(after: step)
            return Point(value: max(floor, value), lower: max(floor, value - width), upper: max(floor, value + width))
        }
        method = period.map { .holtWinters(season: $0) } ?? .holt
    }

    private static let levels = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]
    private static let trends = [0, 0.01, 0.05, 0.1, 0.2, 0.4]
    private static let seasons = [0, 0.05, 0.1, 0.2, 0.4, 0.7]
}

/// A series smoothed with given factors.
private struct Smoothing {
    /// The mean squared error of one step.
    let error: Double
    /// Degrees of freedom of the error.
    let freedom: Int
    private let level: Double
    private let trend: Double
    private let season: [Double]
    private let count: Int
    private let alpha: Double
    private let beta: Double
    private let gamma: Double

    /// - Parameters:
    ///   - beta: as a fraction of alpha.
    ///   - gamma: as a fraction of 1 - alpha.
    init(_ values: [Double], alpha: Double, beta: Double, gamma: Double, period: Int?) {
        self.alpha = alpha
        self.beta = alpha * beta
        self.gamma = (1 - alpha) * gamma
        count = values.count
        var (level, trend, season) = Self.start(values, period)
        var squares = 0.0
        for (index, value) in values.enumerated() {
            let seasonal = season.isEmpty ? 0 : season[index % season.count]
            let expected = level + trend
            let miss = value - expected - seasonal
            squares += miss * miss
            level = expected + alpha * miss
            trend += self.beta * miss
            if !season.isEmpty { season[index % season.count] = seasonal + self.gamma * miss }
        }
        (self.level, self.trend, self.season) = (level, trend, season)
        // The initial state uses two values, the factors use two, and a season uses one for each of its parts and its factor, less one.
        freedom = max(2, values.count - 4 - season.count)
        error = squares / Double(freedom)
    }

    /// The state before the first value.
    private static func start(_ values: [Double], _ period: Int?) -> (level: Double, trend: Double, season: [Double]) {
        guard let period else {
            let line = SeriesTrend(Array(values.prefix(10)))
            return (line.map { $0.value(at: -1) } ?? values[0], line?.slope ?? 0, [])
        }
        func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(part.count) }
        let (first, second) = (values[..<period], values[period..<2 * period])
        let trend = (mean(second) - mean(first)) / Double(period)
        let middle = Double(period - 1) / 2
        let season = (0..<period).map { index in
            let line = (Double(index) - middle) * trend
            return (first[index] - mean(first) - line + second[period + index] - mean(second) - line) / 2
        }
        return (mean(first) - (middle + 1) * trend, trend, season)
    }

    func value(after step: Int) -> Double {
        level + Double(step) * trend + (season.isEmpty ? 0 : season[(count + step - 1) % season.count])
    }

    func deviation(after step: Int) -> Double {
        let steps = Double(step)
        var factor = 1 + (steps - 1) * (alpha * alpha + alpha * beta * steps + beta * beta * steps * (2 * steps - 1) / 6)
        if !season.isEmpty {
            let seasons = Double((step - 1) / season.count)
            factor += gamma * seasons * (2 * alpha + gamma + beta * Double(season.count) * (seasons + 1))
        }
        return (error * factor).squareRoot()
    }
}
