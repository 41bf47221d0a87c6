/// A decimal number in a form that equal numbers share: `digits` × 10^`exponent`, without zeros at either end.
struct DecimalForm: Hashable {
    private(set) var isNegative = false
    /// Decimal digits as values 0...9, most significant first; empty for zero.
    private(set) var digits: [UInt8] = []
    private(set) var exponent = 0

    /// Reads text that follows the grammar of JSON numbers; nil when its exponent is 10^15 or more.
    init?(_ text: String) {
        var fractionCount = 0
        var isFraction = false
        var written: Substring.UTF8View?
        for (offset, byte) in zip(text.utf8.indices, text.utf8) {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): written = text[text.utf8.index(after: offset)...].utf8
            default:
                if isFraction { fractionCount += 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
            }
            if written != nil { break }
        }
        if digits.isEmpty {
            isNegative = false
            return
        }
        if let written {
            guard let value = Self.exponent(written) else { return nil }
            exponent = value
        }
        exponent -= fractionCount
        trim()
    }

    private static func exponent(_ written: Substring.UTF8View) -> Int? {
        guard let value = Int(Substring(written)), value.magnitude < 1_000_000_000_000_000 else { return nil }
        return value
    }

    private mutating func trim() {
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
    }

    /// The value as an integer; nil when it has a fraction or does not fit.
    var int: Int64? {
        scaled(to: 0).flatMap { Int64(exactly: $0) }
    }

    /// This number divided by 10^`scale`, when that is an integer below 10^38.
    func scaled(to scale: Int) -> Int128? {
        let zeros = exponent - scale
        guard !digits.isEmpty else { return 0 }
        guard zeros >= 0, digits.count <= 38, zeros <= 38 - digits.count else { return nil }
        var value: Int128 = 0
        for digit in digits { value = value * 10 + Int128(digit) }
        for _ in 0..<zeros { value *= 10 }
        return isNegative ? -value : value
    }
}
