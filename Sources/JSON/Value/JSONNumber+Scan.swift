extension JSONNumber {
    /// Reads the number at `position` and moves past it; nil when the bytes there do not follow RFC 8259 section 6.
    ///
    /// What may follow a number is not looked at: the caller finds `01` or `1.e5x` by what it meets next.
    static func scan(_ text: Span<UInt8>, at position: inout Int) -> JSONNumber? {
        let start = position
        let isNegative = accept("-", text, &position)
        guard let whole = digits(text, &position) else { return nil }
        if whole.count > 1 && text[position - whole.count] == UInt8(ascii: "0") { return nil }

        var isInteger = true
        if accept(".", text, &position) {
            isInteger = false
            guard digits(text, &position) != nil else { return nil }
        }
        if accept("e", text, &position) || accept("E", text, &position) {
            isInteger = false
            _ = accept("+", text, &position) || accept("-", text, &position)
            guard digits(text, &position) != nil else { return nil }
        }
        if isInteger, let value = whole.value, !(isNegative && value == 0) {
            return JSONNumber(isNegative ? -value : value)
        }
        return decimal(text.extracting(start..<position))
    }

    private static func decimal(_ bytes: Span<UInt8>) -> JSONNumber? {
        guard let utf8 = try? UTF8Span(validating: bytes) else { return nil }  // ASCII by the grammar: cannot fail
        let text = String(copying: utf8)
        return JSONNumber(storage: Int64(text).flatMap { $0 == 0 ? nil : .integer($0) } ?? .decimal(text))
    }

    @inline(__always)
    private static func accept(_ character: Unicode.Scalar, _ text: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// One digit or more: how many, and their value when 18 or fewer.
    @inline(__always)
    private static func digits(_ text: Span<UInt8>, _ position: inout Int) -> (count: Int, value: Int64?)? {
        let start = position
        var value: Int64 = 0
        while position < text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        let count = position - start
        return count == 0 ? nil : (count, count <= 18 ? value : nil)
    }
}
