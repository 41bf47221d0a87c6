/// Writes JSON text into a buffer of bytes, including the commas.
///
/// The caller must keep to the grammar: a key before each value of an object, and an end for each begin. After a throwing body the text is
/// incomplete.
public struct JSONWriter: Sendable {
    /// The written text as UTF-8.
    public internal(set) var bytes: [UInt8] = []
    /// True after a value, so that the next key or value on the same level needs a comma.
    private var needsComma = false

    /// What the C library allocates from the lists of each thread, with room for the head of an array: more takes several times as long. Unit: bytes.
    public static let quickCapacity = 992

    /// - Parameter capacity: expected length of the text, in bytes.
    public init(reservingCapacity capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Reserves capacity for that many more bytes.
    public mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(bytes.count + byteCount) }

    /// Removes the text, so that the next one can be written.
    public mutating func removeAll(keepingCapacity: Bool = true) {
        bytes.removeAll(keepingCapacity: keepingCapacity)
        needsComma = false
    }

    /// Writes `{`, what the body writes, `}`.
    @inlinable
    public mutating func object<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        beginObject()
        try body(&self)
        endObject()
    }

    /// Writes `[`, what the body writes, `]`.
    @inlinable
    public mutating func array<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        beginArray()
        try body(&self)
        endArray()
    }

    public mutating func beginObject() { begin("{") }
    public mutating func endObject() { end("}") }
    public mutating func beginArray() { begin("[") }
    public mutating func endArray() { end("]") }

    /// Writes the key of the next value.
    public mutating func key(_ key: String) {
        separate()
        quote(key.utf8.span)
        endKey()
    }

    /// Writes the key of the next value.
    public mutating func key(_ key: StaticString) {
        separate()
        quote(key)
        endKey()
    }

    /// Writes the key at `index` of keys that were escaped before.
    public mutating func key(_ keys: JSONKeys, _ index: Int) {
        separate()
        append(keys.bytes.span.extracting(keys.range(index)))
        needsComma = false
    }

    private mutating func endKey() {
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @inline(__always)
    private mutating func begin(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    @inline(__always)
    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    /// Writes a comma if one is needed. Must be called before each value.
    @inline(__always)
    mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

extension JSONWriter {
    public mutating func null() { literal("null") }

    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a number exactly as it was read.
    public mutating func number(_ number: JSONNumber) {
        switch number.storage {
        case .integer(let value): int(value)
        case .decimal(let text): literal(text)
        }
    }

    /// Writes a string, escaped.
    public mutating func string(_ string: String) {
        separate()
        quote(string.utf8.span)
    }

    /// Writes a string, escaped.
    public mutating func string(_ string: StaticString) {
        separate()
        quote(string)
    }

    /// Writes UTF-8 bytes as a string; bytes that are not UTF-8 become U+FFFD.
    public mutating func string(utf8: UnsafeRawBufferPointer) {
        separate()
        utf8.withMemoryRebound(to: UInt8.self) { buffer in
            let isValid = (try? UTF8Span(validating: buffer.span)) != nil  // the position of the error is not needed
            if isValid { quote(buffer.span) } else { quote(String(decoding: buffer, as: UTF8.self).utf8.span) }
        }
    }

    /// Writes the text of a serialized JSON value as a JSON string.
    public mutating func string(escaping fragment: [UInt8]) {
        separate()
        quote(fragment.span)
    }

    /// Writes a value with its elements and members.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for (key, value) in members {
                self.key(key)
                self.value(value)
            }
            endObject()
        }
    }

    /// Writes an already serialized JSON value as it is.
    public mutating func raw(_ fragment: [UInt8]) {
        separate()
        bytes.append(contentsOf: fragment)
    }

    /// Writes an already serialized JSON value as it is.
    public mutating func fragment(_ fragment: JSONFragment) { raw(fragment.bytes) }

    /// Appends ASCII text that is valid JSON.
    private mutating func literal(_ text: String) {
        separate()
        append(text.utf8.span)
    }
}

/// The keys of an object, escaped once and written many times: for instance column names, which precede each row's cells.
public struct JSONKeys: Hashable, Sendable {
    /// All keys as JSON, each with quotes and colon, in one array: copying a range holds no reference.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    public init() {}

    /// Appends a key; the first has index 0.
    public mutating func append(_ key: String) {
        var writer = JSONWriter(reservingCapacity: key.utf8.count + 3)
        writer.key(key)
        bytes += writer.bytes
        ends.append(bytes.count)
    }

    /// The range of the key at `index` in ``bytes``.
    func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }
}

extension JSONWriter {
    /// Writes an integer.
    public mutating func int(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(value.magnitude)
    }

    /// Writes an integer.
    public mutating func int(_ value: Int) { int(Int64(value)) }

    /// Writes an integer of any other type, with all its digits.
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

    /// Writes the shortest decimal text of a double as a JSON string, without a fraction for a whole number.
    /// - Returns: false when it has too many digits; nothing is written then.
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

/// The shortest decimal digits of a double that has at most 15 digits, at most four of them after the point. Finding them creates no
/// string.
///
/// A decimal of at most 15 digits that reads back as the same double is its shortest text.
struct ShortDecimal {
    let isNegative: Bool
    let whole: UInt64
    let fraction: UInt64
    /// Digits of the fraction, at least one; includes leading zeros.
    let fractionCount: Int

    /// - Returns: nil for zero, and for every double with more digits.
    init?(_ value: Double) {
        guard value.magnitude < 1e11, value != 0 else { return nil }
        var power: UInt64 = 1
        for count in 1...4 {
            power *= 10
            // Rounds without the C library's math functions, because this target has no imports.
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

/// One JSON value, already serialized; trusted to be valid JSON in UTF-8.
public struct JSONFragment: Hashable, Sendable {
    /// The text, UTF-8.
    public let bytes: [UInt8]

    /// Serializes the value.
    public init(_ value: JSONValue) { bytes = value.serialized }

    /// Serializes what the body writes, which must be one value.
    public init<Failure: Error>(write: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        var writer = JSONWriter()
        try write(&writer)
        bytes = writer.bytes
    }

    /// Takes bytes that are known to be one JSON value; they are not checked.
    public init(trusted bytes: [UInt8]) { self.bytes = bytes }
}

extension JSONFragment: CustomStringConvertible {
    /// The JSON text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
