extension JSONValue {
    /// Reads exactly one JSON text (RFC 8259), strictly.
    ///
    /// Refused: more bytes or nesting than `limits`, two equal keys in one object, anything before or after the value but white space,
    /// a byte order mark, invalid UTF-8, unpaired surrogates.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        self = try JSONReader.read(bytes.span, limits: limits)
    }

    /// Reads exactly one JSON text from part of an array; offsets in errors count from the part's start.
    public init(parsing bytes: ArraySlice<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        self = try JSONReader.read(bytes.span, limits: limits)
    }

    /// Reads exactly one JSON text from memory of the caller, which is not kept.
    public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONError) {
        self = try bytes.withMemoryRebound(to: UInt8.self) { buffer throws(JSONError) in
            try JSONReader.read(buffer.span, limits: limits)
        }
    }

    /// Reads exactly one JSON text from a string.
    public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
        self = try JSONReader.read(text.utf8.span, limits: limits)
    }
}
