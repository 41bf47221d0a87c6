/// Categories along an axis, each with a band of the same width.
struct BandScale: Sendable {
    let start: Double
    let length: Double
    let count: Int

    /// From one category to the next.
    var step: Double { length / Double(max(count, 1)) }
    /// The share of a band that shapes fill, at most 72 points of it.
    var bandwidth: Double { min(step * 0.72, 72) }

    func center(_ index: Int) -> Double { start + step * (Double(index) + 0.5) }
}
