/// Reads one JSON text by recursive descent. A `Span` cannot be stored, so the text is a parameter of each function; every access checks its bounds.
struct JSONReader {
    var position = 0
    private var depth = 0
    private let maximumDepth: Int

    static func read(_ text: Span<UInt8>, limits: JSONLimits) throws(JSONError) -> JSONValue {
        guard text.count <= limits.maximumByteCount else {
            throw JSONError(code: .tooLarge, offset: limits.maximumByteCount, reason: "larger than \(limits.maximumByteCount) bytes")
        }
        var reader = JSONReader(maximumDepth: limits.maximumDepth)
        let value = try reader.value(text)
        guard reader.peek(text) == nil else { throw reader.malformed("expected the end of the text") }
        return value
    }

    private init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    private mutating func value(_ text: Span<UInt8>) throws(JSONError) -> JSONValue {
        guard let first = peek(text) else { throw malformed("expected a value") }
        switch first {
        case UInt8(ascii: "\""):
            return .string(try string(text))
        case UInt8(ascii: "{"):
            return .object(try object(text))
        case UInt8(ascii: "["):
            return .array(try array(text))
        case UInt8(ascii: "t"):
            try literal("true", text)
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false", text)
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null", text)
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard let number = JSONNumber.scan(text, at: &position) else { throw malformed("not a number as JSON writes it") }
            return .number(number)
        default:
            throw malformed("expected a value")
        }
    }

    private mutating func array(_ text: Span<UInt8>) throws(JSONError) -> [JSONValue] {
        try enter()
        var elements: [JSONValue] = []
        if peek(text) == UInt8(ascii: "]") { return leave(elements) }
        while true {
            elements.append(try value(text))
            switch peek(text) {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"): return leave(elements)
            default: throw malformed("expected ',' or ']'")
            }
        }
    }

    private mutating func object(_ text: Span<UInt8>) throws(JSONError) -> JSONObject {
        try enter()
        var members = JSONObject()
        if peek(text) == UInt8(ascii: "}") { return leave(members) }
        while true {
            guard peek(text) == UInt8(ascii: "\"") else { throw malformed("expected a key") }
            let start = position
            let key = try string(text)
            guard peek(text) == UInt8(ascii: ":") else { throw malformed("expected ':'") }
            position += 1
            guard members.appendWhileReading(try value(text), forKey: key) else { throw duplicateKey(at: start) }
            switch peek(text) {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                guard members.finishReading() else { throw duplicateKey(at: position) }
                return leave(members)
            default: throw malformed("expected ',' or '}'")
            }
        }
    }

    private func duplicateKey(at offset: Int) -> JSONError {
        JSONError(code: .duplicateKey, offset: offset, reason: "a key appears twice in one object")
    }

    /// Consumes an opening bracket.
    private mutating func enter() throws(JSONError) {
        guard depth < maximumDepth else {
            throw JSONError(code: .tooDeep, offset: position, reason: "nested deeper than \(maximumDepth) levels")
        }
        depth += 1
        position += 1
    }

    /// Consumes a closing bracket and returns the container that it ends.
    private mutating func leave<Container>(_ container: Container) -> Container {
        depth -= 1
        position += 1
        return container
    }

    private mutating func literal(_ word: StaticString, _ text: Span<UInt8>) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position + index < text.count, text[position + index] == word.utf8Start[index] else { throw malformed("expected a value") }
        }
        position += word.utf8CodeUnitCount
    }

    /// Skips white space and returns the next byte without consuming it; nil at the end.
    @inline(__always)
    private mutating func peek(_ text: Span<UInt8>) -> UInt8? {
        while position < text.count {
            let byte = text[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    func malformed(_ reason: String) -> JSONError { JSONError(code: .malformed, offset: position, reason: reason) }
}

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

    /// Reads the rest of a string from its first escape, at `position`; copies the bytes since `start`.
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
        // `CombiningRun` has the reason for this limit.
        guard utf8.isKnownASCII || !CombiningRun.isTooLong(in: text) else {
            throw JSONError(code: .malformed, offset: start, reason: "more than \(CombiningRun.longest) combining marks in a row")
        }
        return text
    }
}

/// Finds the first byte of a JSON string that cannot be copied as it is, eight bytes at a time.
enum StringScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let quotes = ones * UInt64(UInt8(ascii: "\""))
    private static let backslashes = ones * UInt64(UInt8(ascii: "\\"))
    /// The first byte that is not a control character, in each byte of a word.
    private static let controlLimits = ones * 0x20

    /// The first quote, backslash or control character (RFC 8259 section 7) at or after `start`, or the end.
    @inline(__always)
    static func firstSpecial(in text: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while text.count - position >= 8 {
            let plain = plainCount(word(of: text, at: position))
            position += plain
            if plain < 8 { return position }
        }
        while position < text.count, !isSpecial(text[position]) { position += 1 }
        return position
    }

    /// Eight bytes as they appear in memory; at least eight must follow `position`.
    @inline(__always)
    static func word(of text: Span<UInt8>, at position: Int) -> UInt64 {
        text.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// The number of bytes before the first special one in a word.
    @inline(__always)
    static func plainCount(_ word: UInt64) -> Int { specialBits(UInt64(littleEndian: word)).trailingZeroBitCount / 8 }

    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// The high bit of each byte that is special. Borrows can set bits above a true one, never below: the lowest is exact.
    @inline(__always)
    private static func specialBits(_ word: UInt64) -> UInt64 {
        let quote = word ^ quotes
        let backslash = word ^ backslashes
        let found = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- controlLimits) & ~word)
        return found & highs
    }
}
