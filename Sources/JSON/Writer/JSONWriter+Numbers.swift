extension JSONWriter {
    /// Writes an integer.
    public mutating func int(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(value.magnitude)
    }

    /// Writes an integer.
    public mutating func int(_ value: Int) { int(Int64(value)) }

    /// Writes an integer of any other type, all digits of it.
    public mutating func int<Integer: BinaryInteger>(_ value: Integer) {
        separate()
        guard let magnitude = UInt64(exactly: value.magnitude) else { return append(value.description.utf8.span) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude)
    }

    /// Writes the shortest text that reads back as this double; `null` when it is infinite or not a number.
    public mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        if !appendShort(value) { append(value.description.utf8.span) }
    }

    /// Appends a double of at most 15 digits, four of them a fraction, without a string; false when it is no such number.
    ///
    /// A decimal of at most 15 digits that reads back as the double is its shortest text.
    private mutating func appendShort(_ value: Double) -> Bool {
        guard value.magnitude < 1e11, value != 0 else { return false }
        var power: UInt64 = 1
        for count in 1...4 {
            power *= 10
            // Rounds without the C library's mathematics, which a target without imports is not linked to.
            let scaled = UInt64(value.magnitude * Double(power) + 0.5)
            guard Double(scaled) / Double(power) == value.magnitude else { continue }
            let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: power)
            if value < 0 { bytes.append(UInt8(ascii: "-")) }
            append(whole)
            bytes.append(UInt8(ascii: "."))
            append(fraction, minimumCount: count)
            return true
        }
        return false
    }

    private mutating func append(_ magnitude: UInt64, minimumCount: Int = 1) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = 20
        var rest = magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0 || 20 - start < minimumCount
        append(digits.span.extracting(start..<20))
    }
}
