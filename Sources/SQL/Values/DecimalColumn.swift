package import JSON

/// A computed column of decimals, which SQLite returns as doubles because it has no decimal type.
package struct DecimalColumn: Hashable, Sendable {
    /// Digits after the point that its values are rounded to; nil for the 15 digits that a double keeps of every decimal.
    package let scale: Int?

    package init(scale: Int?) { self.scale = scale }
}

extension Row {
    /// Appends a decimal: as text without an exponent.
    package func write(_ index: Int, as column: DecimalColumn, to writer: inout JSONWriter) throws(UnwritableNumber) {
        switch value(index) {
        case .int(let value): writer.string(String(value))
        case .double(let value):
            let rounded = value.rounded(digits: column.scale ?? value.fractionDigits)
            guard rounded.isFinite else { throw UnwritableNumber(rounded) }
            writer.string(DecimalText.digits(of: rounded))
        default: try write(index, to: &writer)
        }
    }
}

extension Double {
    /// Digits after the point with which the number has 15 significant digits; the same for all numbers below one.
    fileprivate var fractionDigits: Int {
        var (digits, power) = (15, 1.0)
        while digits > 0, magnitude >= power {
            digits -= 1
            power *= 10
        }
        return digits
    }

    /// The nearest value with that many digits after the point; the value itself where a double has no more digits.
    fileprivate func rounded(digits: Int) -> Double {
        guard digits <= 15 else { return self }
        var power = 1.0
        for _ in 0..<digits { power *= 10 }
        let shifted = self * power
        return shifted.magnitude < 1e15 ? shifted.rounded() / power : self
    }
}
