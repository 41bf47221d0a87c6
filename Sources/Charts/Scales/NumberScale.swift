import Foundation

/// Values along an axis: a domain that ends at round numbers, and ticks in steps of 1, 2, 2.5 or 5 times a power of ten.
struct NumberScale: Sendable {
    let domain: ClosedRange<Double>
    let ticks: [Double]
    /// Distance between two ticks.
    let step: Double

    /// - Parameters:
    ///   - count: approximate number of ticks.
    ///   - isIntegral: whether all ticks are whole numbers.
    init(_ values: ClosedRange<Double>?, includesZero: Bool, isIntegral: Bool, count: Int) {
        var low = values?.lowerBound ?? 0
        var high = values?.upperBound ?? 1
        if includesZero || Self.isNearZero(low, high) {
            low = min(low, 0)
            high = max(high, 0)
        }
        if high - low <= max(low.magnitude, high.magnitude) * Self.leastRange {
            // There is a single value, or only zeros.
            if low == 0 { high = 1 } else { (low, high) = (low - low.magnitude / 2, high + high.magnitude / 2) }
        }
        let step = Self.niceStep((high - low) / Double(max(count, 1)), isIntegral: isIntegral)
        let first = (low / step + 1e-9).rounded(.down)
        let last = (high / step - 1e-9).rounded(.up)
        self.step = step
        domain = first * step...max(last, first + 1) * step
        ticks = (0...Int(min(max(last - first, 1), 50))).map { (first + Double($0)) * step }
    }

    /// Smallest relative range: values in a smaller range count as one value, because doubles have no steps between them.
    private static let leastRange = 1e-12

    /// Whether the axis includes zero: it does unless the range of the values is less than a third of their magnitude.
    private static func isNearZero(_ low: Double, _ high: Double) -> Bool { high - low >= max(low.magnitude, high.magnitude) / 3 }

    private static func niceStep(_ rough: Double, isIntegral: Bool) -> Double {
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? 10 * power
        guard isIntegral else { return step }
        return step < 1 ? 1 : step == 2.5 ? 5 : step
    }

    /// The position of the value between 0 (the low end) and 1.
    func share(_ value: Double) -> Double {
        // Halves, because the difference of two large numbers may be infinite.
        let span = domain.upperBound / 2 - domain.lowerBound / 2
        return min(max((value / 2 - domain.lowerBound / 2) / span, 0), 1)
    }

    /// The value at which bars begin: zero, or the end of the axis nearest to it.
    var base: Double { min(max(0, domain.lowerBound), domain.upperBound) }
}

/// Categories along an axis, each with a band of the same width.
struct BandScale: Sendable {
    let start: Double
    let length: Double
    let count: Int

    /// Distance from one category to the next.
    var step: Double { length / Double(max(count, 1)) }
    /// The width of shapes: 72% of a band, at most 72 points.
    var bandwidth: Double { min(step * 0.72, 72) }

    func center(_ index: Int) -> Double { start + step * (Double(index) + 0.5) }
}
