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
        if let digits = ShortDecimal(value) { append(digits) } else { append(value.description.utf8.span) }
    }

    /// Writes the shortest digits that read back as this double as a string, a whole number's without a fraction.
    /// - Returns: false when they are too many, and nothing was written.
    public mutating func string(shortDecimal value: Double) -> Bool {
        guard let digits = ShortDecimal(value) else { return false }
        separate()
        bytes.append(UInt8(ascii: "\""))
        if digits.fraction == 0 {
            if digits.isNegative { bytes.append(UInt8(ascii: "-")) }
            append(digits.whole)
        } else {
            append(digits)
        }
        bytes.append(UInt8(ascii: "\""))
        return true
    }

    private mutating func append(_ digits: ShortDecimal) {
        if digits.isNegative { bytes.append(UInt8(ascii: "-")) }
        append(digits.whole)
        bytes.append(UInt8(ascii: "."))
        append(digits.fraction, minimumCount: digits.fractionCount)
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
