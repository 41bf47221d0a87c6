extension JSONWriter {
    public mutating func null() { literal("null") }

    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a number as it was written.
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

    /// Writes a value and all that is in it.
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

    /// Writes text that is JSON as it stands.
    private mutating func literal(_ text: String) {
        separate()
        append(text.utf8.span)
    }
}
