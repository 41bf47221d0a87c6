/// Writes JSON text into a buffer of bytes, including the commas.
///
/// The caller must keep to the grammar: a key before each value of an object, and as many ends as begins. After a throwing body the text is
/// incomplete.
public struct JSONWriter: Sendable {
    /// What was written, UTF-8.
    public internal(set) var bytes: [UInt8] = []
    /// True when a value stands before the next key or value, on the same level.
    private var needsComma = false

    /// - Parameter capacity: expected length of the text, in bytes.
    public init(reservingCapacity capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Makes room for that many bytes more.
    public mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(bytes.count + byteCount) }

    /// Forgets what was written, to write the next text.
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

    /// Writes the key at `index` of those that were escaped before.
    public mutating func key(_ keys: JSONKeys, _ index: Int) {
        separate()
        append(keys.bytes.span.extracting(keys.place(index)))
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

    /// To be called before each value: the comma, if one is due.
    @inline(__always)
    mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
