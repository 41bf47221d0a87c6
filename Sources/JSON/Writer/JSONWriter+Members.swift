extension JSONWriter {
    /// Writes a key with a string, or with `null` for nil.
    public mutating func member(_ key: StaticString, _ value: String?) {
        self.key(key)
        if let value { string(value) } else { null() }
    }

    public mutating func member(_ key: StaticString, _ value: Int64?) {
        self.key(key)
        if let value { int(value) } else { null() }
    }

    public mutating func member(_ key: StaticString, _ value: Int?) { member(key, value.map(Int64.init)) }

    public mutating func member(_ key: StaticString, _ value: Bool?) {
        self.key(key)
        if let value { bool(value) } else { null() }
    }

    public mutating func member(_ key: StaticString, _ value: JSONValue) {
        self.key(key)
        self.value(value)
    }

    public mutating func member(_ key: StaticString, _ value: JSONFragment) {
        self.key(key)
        fragment(value)
    }

    public mutating func member(_ key: StaticString, _ values: [String]) {
        array(key) { writer in
            for value in values { writer.string(value) }
        }
    }

    /// Writes a key with a list of objects.
    public mutating func member<Element>(_ key: StaticString, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
        array(key) { writer in
            for element in elements {
                writer.object { writer in body(&writer, element) }
            }
        }
    }

    /// Writes a key with its value; nothing for nil.
    public mutating func given(_ key: StaticString, _ value: String?) { if let value { member(key, value) } }

    public mutating func given(_ key: StaticString, _ value: Int64?) { if let value { member(key, value) } }

    public mutating func given(_ key: StaticString, _ value: Int?) { if let value { member(key, value) } }

    public mutating func given(_ key: StaticString, _ value: JSONValue?) { if let value { member(key, value) } }

    /// Writes a key with an object.
    @inlinable
    public mutating func object<Failure: Error>(_ key: StaticString, _ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        self.key(key)
        try object(body)
    }

    /// Writes a key with an array.
    @inlinable
    public mutating func array<Failure: Error>(_ key: StaticString, _ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        self.key(key)
        try array(body)
    }
}
