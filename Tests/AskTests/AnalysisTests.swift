import Ask
import SeededRandom
import Testing

@Suite("Figures about a series")
struct AnalysisTests {
    /// Monthly passengers of international airlines in thousands, 1949 to 1960 (Box and Jenkins, series G).
    static let passengers: [Double] = [
        112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118, 115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114, 140, 145, 150, 178, 163,
        172,
        178, 199, 199, 184, 162, 146, 166, 171, 180, 193, 181, 183, 218, 230, 242, 209, 191, 172, 194, 196, 196, 236, 235, 229, 243, 264, 272, 237,
        211,
        180, 201, 204, 188, 235, 227, 234, 264, 302, 293, 259, 229, 203, 229, 242, 233, 267, 269, 270, 315, 364, 347, 312, 274, 237, 278, 284, 277,
        317,
        313, 318, 374, 413, 405, 355, 306, 271, 306, 315, 301, 356, 348, 355, 422, 465, 467, 404, 347, 305, 336, 340, 318, 362, 348, 363, 435, 491,
        505,
        404, 359, 310, 337, 360, 342, 406, 396, 420, 472, 548, 559, 463, 407, 362, 405, 417, 391, 419, 461, 472, 535, 622, 606, 508, 461, 390, 432,
    ]

    @Test("A summary has sum, mean, median and the deviation of a sample")
    func summary() throws {
        let summary = try #require(SeriesSummary([2, 4, 4, 4, 5, 5, 7, 9]))
        #expect(summary.mean == 5 && summary.median == 4.5 && summary.sum == 40 && summary.minimum == 2 && summary.maximum == 9)
        #expect(abs((summary.standardDeviation ?? 0) - (32.0 / 7).squareRoot()) < 1e-12)
        #expect(SeriesSummary([]) == nil && SeriesSummary([3])?.standardDeviation == nil)
    }

    @Test("A line is found through points on one, and none where chance is enough")
    func trend() throws {
        let line = try #require(SeriesTrend((0..<10).map { 3 + 2 * Double($0) }))
        #expect(abs(line.slope - 2) < 1e-12 && abs(line.intercept - 3) < 1e-12 && abs(line.rSquared - 1) < 1e-12 && line.direction == .rising)
        // Anscombe's first set: y by x from 4 to 14; slope 0.5, intercept at x = 4 of 5.0, R² 0.67.
        let anscombe = try #require(SeriesTrend([4.26, 5.68, 7.24, 4.82, 6.95, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96]))
        #expect(abs(anscombe.slope - 0.5001) < 1e-3 && abs(anscombe.rSquared - 0.6665) < 1e-3 && anscombe.direction == .rising)
        #expect(SeriesTrend([1, -1, 1, -1, 1, -1, 1, -1])?.direction == SeriesTrend.Direction.none)
        #expect(SeriesTrend([5, 5, 5, 5, 5])?.direction == SeriesTrend.Direction.none)
        #expect(SeriesTrend([3, 2, 1]) == nil)
        #expect(SeriesTrend(Self.passengers)?.direction == .rising)
    }

    @Test("Outliers are found, in a series with a trend by their distance from its line, and none among equal values")
    func outliers() {
        #expect(SeriesOutliers.indices(in: [10, 11, 9, 10, 12, 50, 10, 11]) == [5])
        #expect(SeriesOutliers.indices(in: [10, 11, 9, 10, 12, 10, 11]) == [])
        #expect(SeriesOutliers.indices(in: [5, 5, 5, 5, 5, 9]) == [])
        var slope = (0..<20).map { 10 * Double($0) + ($0 % 2 == 0 ? 1 : -1) }
        #expect(SeriesOutliers.indices(in: slope, trend: SeriesTrend(slope)) == [])
        slope[7] += 60
        #expect(SeriesOutliers.indices(in: slope, trend: SeriesTrend(slope)) == [7])
    }

    @Test("A straight line and a season that comes again exactly are continued")
    func exact() throws {
        let line = try #require(SeriesForecast((0..<12).map { 5 + 3 * Double($0) }, season: nil, steps: 3))
        for (step, point) in line.points.enumerated() {
            #expect(abs(point.value - (41 + 3 * Double(step))) < 1e-6 && point.upper - point.lower < 1e-6)
        }
        let pattern = [10.0, 30, 20, 40]
        let seasonal = try #require(SeriesForecast((0..<16).map { pattern[$0 % 4] + 2 * Double($0) }, season: 4, steps: 4))
        for (step, point) in seasonal.points.enumerated() { #expect(abs(point.value - (pattern[step] + 2 * Double(16 + step))) < 0.5, "\(seasonal)") }
        #expect(SeriesForecast([1, 2, 3, 4, 5], season: nil, steps: 3) == nil)
        let falling = try #require(SeriesForecast([9, 7, 5, 4, 2, 1], season: nil, steps: 12))
        #expect(falling.points.allSatisfy { $0.lower >= 0 && $0.value >= 0 })
    }

    @Test("The last year of the airline series is forecast within 10 % on average, and mostly within the intervals")
    func airline() throws {
        let known = Array(Self.passengers.dropLast(12))
        let forecast = try #require(SeriesForecast(known, season: 12, steps: 12))
        #expect(forecast.method == .holtWinters(season: 12))
        let actual = Self.passengers.suffix(12)
        let misses = zip(forecast.points, actual).map { abs($0.value - $1) / $1 }
        #expect(misses.reduce(0, +) / 12 < 0.10, "\(forecast.points)")
        #expect(zip(forecast.points, actual).count { $0.lower <= $1 && $1 <= $0.upper } >= 9, "\(forecast.points)")
        #expect(zip(forecast.points, forecast.points.dropFirst()).allSatisfy { $1.upper - $1.lower >= $0.upper - $0.lower - 1e-9 })
    }

    /// Of lines and of seasons with noise that is normally distributed.
    @Test(
        "The intervals hold about 95 of 100 values, of short series too",
        arguments: [(12, nil, 3), (36, nil, 6), (36, 12, 6)] as [(Int, Int?, Int)])
    func coverage(count: Int, season: Int?, steps: Int) throws {
        var random = SeededGenerator(seed: 20)
        func noise() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double(random.below(1_000_000)) / 1_000_000 } }
        var (inside, all) = (0, 0)
        for _ in 0..<(season == nil ? 100 : 30) {
            let values = (0..<count + steps).map { index in
                50 + 2 * Double(index) + 5 * noise() + (season == nil ? 0 : 20 * Double(index % 12 > 5 ? 1 : -1))
            }
            let forecast = try #require(SeriesForecast(Array(values.prefix(count)), season: season, steps: steps))
            inside += zip(forecast.points, values.suffix(steps)).count { $0.lower <= $1 && $1 <= $0.upper }
            all += steps
        }
        #expect((0.9...0.995).contains(Double(inside) / Double(all)), "\(inside) of \(all)")
    }

    @Test("Times of equal steps are read, put in order and continued")
    func times() throws {
        let months = try #require(TimePoints(["2024-11", "2024-12", "2025-01"]))
        #expect(months.unit == .month && months.next(3) == ["2025-02", "2025-03", "2025-04"])
        let quarters = try #require(TimePoints(["2025-Q1", "2024-Q4", "2024-Q3"]))
        #expect(try quarters.order() == [2, 1, 0])
        #expect(TimePoints(["2024-Q3", "2024-Q4"])?.next(2) == ["2025-Q1", "2025-Q2"])
        #expect(TimePoints(["2024-02-26", "2024-03-04", "2024-03-11"])?.next(1) == ["2024-03-18"])
        #expect(TimePoints(["2024-02-28", "2024-02-29"])?.next(1) == ["2024-03-01"])
        #expect(TimePoints(["2024", "2025"])?.next(1) == ["2026"])
        for texts in [["2024", "2024-01"], ["a"], ["2024-13"], [], ["12", "13"]] { #expect(TimePoints(texts) == nil, "\(texts)") }
        #expect(throws: SeriesProblem.missing("2024-02", .month)) { _ = try TimePoints(["2024-01", "2024-03"])?.order() }
        #expect(throws: SeriesProblem.twice("2024-01", .month)) { _ = try TimePoints(["2024-01", "2024-01"])?.order() }
    }
}
