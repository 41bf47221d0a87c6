/// Reads one JSON text by recursive descent; the text is passed along, so that every access is checked.
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
        guard reader.next(text) == nil else { throw reader.malformed("expected the end of the text") }
        return value
    }

    private init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    private mutating func value(_ text: Span<UInt8>) throws(JSONError) -> JSONValue {
        guard let first = next(text) else { throw malformed("expected a value") }
        switch first {
        case UInt8(ascii: "\""):
            return .string(try string(text))
        case UInt8(ascii: "{"):
            return .object(try object(text))
        case UInt8(ascii: "["):
            return .array(try array(text))
        case UInt8(ascii: "t"):
            try word("true", text)
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false", text)
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null", text)
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
        if next(text) == UInt8(ascii: "]") { return leave(elements) }
        while true {
            elements.append(try value(text))
            switch next(text) {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"): return leave(elements)
            default: throw malformed("expected ',' or ']'")
            }
        }
    }

    private mutating func object(_ text: Span<UInt8>) throws(JSONError) -> JSONObject {
        try enter()
        var members = JSONObject()
        if next(text) == UInt8(ascii: "}") { return leave(members) }
        while true {
            guard next(text) == UInt8(ascii: "\"") else { throw malformed("expected a key") }
            let start = position
            let key = try string(text)
            guard next(text) == UInt8(ascii: ":") else { throw malformed("expected ':'") }
            position += 1
            guard members.appendWhileReading(try value(text), forKey: key) else { throw duplicateKey(at: start) }
            switch next(text) {
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

    /// Steps over an opening bracket.
    private mutating func enter() throws(JSONError) {
        guard depth < maximumDepth else {
            throw JSONError(code: .tooDeep, offset: position, reason: "nested deeper than \(maximumDepth) levels")
        }
        depth += 1
        position += 1
    }

    /// Steps over a closing bracket.
    private mutating func leave<Container>(_ container: Container) -> Container {
        depth -= 1
        position += 1
        return container
    }

    private mutating func word(_ word: StaticString, _ text: Span<UInt8>) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position + index < text.count, text[position + index] == word.utf8Start[index] else { throw malformed("expected a value") }
        }
        position += word.utf8CodeUnitCount
    }

    /// The next byte that is not white space, not stepped over; nil at the end.
    @inline(__always)
    private mutating func next(_ text: Span<UInt8>) -> UInt8? {
        while position < text.count {
            let byte = text[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    func malformed(_ reason: String) -> JSONError { JSONError(code: .malformed, offset: position, reason: reason) }
}
