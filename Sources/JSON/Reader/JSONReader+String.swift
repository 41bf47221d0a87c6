extension JSONReader {
    /// Reads the string whose opening quote is at `position` (RFC 8259 section 7).
    mutating func string(_ text: Span<UInt8>) throws(JSONError) -> String {
        position += 1
        let start = position
        position = StringScan.firstSpecial(in: text, from: start)
        guard position < text.count else { throw malformed("a string has no end") }
        if text[position] == UInt8(ascii: "\"") {
            position += 1
            return try decoded(text.extracting(start..<position - 1), startingAt: start)
        }
        return try stringWithEscapes(text, from: start)
    }

    /// Goes on at the first escape, with the plain bytes since `start`.
    private mutating func stringWithEscapes(_ text: Span<UInt8>, from start: Int) throws(JSONError) -> String {
        var bytes: [UInt8] = []
        var runStart = start
        while position < text.count {
            text.extracting(runStart..<position).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
            switch text[position] {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded(bytes.span, startingAt: start)
            case UInt8(ascii: "\\"):
                try escape(text, into: &bytes)
            default:
                throw malformed("a control character in a string must be escaped")
            }
            runStart = position
            position = StringScan.firstSpecial(in: text, from: position)
        }
        throw malformed("a string has no end")
    }

    private mutating func escape(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(JSONError) {
        guard position + 1 < text.count else { throw malformed("a string has no end") }
        let plain: UInt8
        switch text[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = text[position + 1]
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "u"):
            bytes.append(contentsOf: UTF8.encode(try scalar(text))!)
            return
        default: throw malformed("an unknown escape")
        }
        bytes.append(plain)
        position += 2
    }

    /// One `\uXXXX`, or two that make a surrogate pair (RFC 8259 section 7).
    private mutating func scalar(_ text: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit(text)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), position + 1 < text.count,
            text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
        else { throw malformed("half of a surrogate pair stands alone") }
        let second = try codeUnit(text)
        guard UTF16.isTrailSurrogate(second) else { throw malformed("half of a surrogate pair stands alone") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit(_ text: Span<UInt8>) throws(JSONError) -> UInt16 {
        guard position + 6 <= text.count else { throw malformed("an escape has too few digits") }
        var unit: UInt16 = 0
        for index in position + 2..<position + 6 {
            guard let digit = Character(Unicode.Scalar(text[index])).hexDigitValue else { throw malformed("an escape has a wrong digit") }
            unit = unit << 4 | UInt16(digit)
        }
        position += 6
        return unit
    }

    @inline(__always)
    private func decoded(_ bytes: Span<UInt8>, startingAt start: Int) throws(JSONError) -> String {
        let utf8: UTF8Span
        do {
            utf8 = try UTF8Span(validating: bytes)
        } catch {
            throw JSONError(code: .malformed, offset: start, reason: "a string is not UTF-8")
        }
        let text = String(copying: utf8)
        guard utf8.isKnownASCII || !CombiningRun.isTooLong(in: text) else {
            throw JSONError(code: .malformed, offset: start, reason: "more than \(CombiningRun.longest) combining marks in a row")
        }
        return text
    }
}
