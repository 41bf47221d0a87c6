/// A decimal number by its digits, so that texts of the same number are equal: `1.50`, `15e-1`.
struct DecimalDigits: Hashable {
    let isNegative: Bool
    /// ASCII digits without zeros at either end; empty for zero.
    let digits: [UInt8]
    /// The position of the point: the number is `0.digits` times ten to this power.
    let point: Int

    /// - Parameter text: a JSON number, or Swift's text of a finite double. Nil for an exponent that does not fit into an `Int`.
    init?(_ text: String) {
        let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0, exponent.magnitude < 1_000_000 else { return nil }
        let isNegative = mantissa.hasPrefix("-")
        let sides = (isNegative ? mantissa.dropFirst() : mantissa).split(separator: ".", maxSplits: 1)
        guard let whole = sides.first else { return nil }
        var digits = Array(whole.utf8) + (sides.count > 1 ? Array(sides[1].utf8) : [])
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        point = digits.isEmpty ? 0 : whole.utf8.count - zeros + exponent
    }

    /// Digits before the point.
    var wholeDigits: Int { max(point, 0) }
    /// Digits after the point.
    var fractionDigits: Int { max(digits.count - point, 0) }

    /// The value as a whole number; nil when it has a fraction or does not fit.
    var int: Int64? {
        guard fractionDigits == 0, wholeDigits <= 19 else { return nil }
        return Int64((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: wholeDigits - digits.count))
            ?? (digits.isEmpty ? 0 : nil)
    }

    /// The double whose shortest text is exactly this number; nil when there is none.
    var double: Double? {
        let text = "\(isNegative ? "-" : "")0.\(digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self))e\(point)"
        guard let value = Double(text), value.isFinite, DecimalDigits(value.description) == self else { return nil }
        return value
    }
}
