import JSON

extension JSONWriter {
    /// Writes a key and a string.
    mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a key and a string.
    mutating func member(_ key: StaticString, _ value: StaticString) {
        self.key(key)
        string(value)
    }

    /// Writes a key and an object, unless there is none.
    mutating func member(_ key: StaticString, _ object: JSONObject?) {
        guard let object else { return }
        self.key(key)
        value(.object(object))
    }
}
