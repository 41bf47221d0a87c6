/// The shortest decimal digits of a double that has at most 15 of them, at most four after the point, found without making a string.
///
/// A decimal of at most 15 digits that reads back as the same double is its shortest text.
struct ShortDecimal {
    let isNegative: Bool
    let whole: UInt64
    let fraction: UInt64
    /// Digits of the fraction, at least one; zeros in front count.
    let fractionCount: Int

    /// - Returns: nil for zero, and for every double with more digits.
    init?(_ value: Double) {
        guard value.magnitude < 1e11, value != 0 else { return nil }
        var power: UInt64 = 1
        for count in 1...4 {
            power *= 10
            // Rounds without the C library's mathematics, which a target without imports is not linked to.
            let scaled = UInt64(value.magnitude * Double(power) + 0.5)
            guard Double(scaled) / Double(power) == value.magnitude else { continue }
            isNegative = value < 0
            (whole, fraction) = scaled.quotientAndRemainder(dividingBy: power)
            fractionCount = count
            return
        }
        return nil
    }
}
