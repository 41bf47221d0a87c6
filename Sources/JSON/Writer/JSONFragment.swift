/// One JSON value, already serialized; trusted to be valid JSON in UTF-8.
public struct JSONFragment: Hashable, Sendable {
    /// The text, UTF-8.
    public let bytes: [UInt8]

    /// Serializes the value.
    public init(_ value: JSONValue) { bytes = value.serialized }

    /// Takes what the body writes, which must be one value.
    public init<Failure: Error>(write: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        var writer = JSONWriter()
        try write(&writer)
        bytes = writer.bytes
    }

    /// Takes bytes that are known to be one JSON value; they are not looked at.
    public init(trusted bytes: [UInt8]) { self.bytes = bytes }
}

extension JSONFragment: CustomStringConvertible {
    /// The JSON text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
