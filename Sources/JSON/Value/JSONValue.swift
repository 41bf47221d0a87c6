/// One JSON value (RFC 8259): exact numbers, and objects that keep the order of their members.
///
/// Two values are equal when they mean the same JSON: numbers are compared by value, objects without regard to the order of their members.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// Whether this is JSON `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The string, or nil when this is not a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The boolean, or nil when this is not a boolean.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number as it was written, or nil when this is not a number.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The exact integer (`42`, and `42.0` too), or nil when this is not a number, has a fraction or does not fit.
    public var int: Int64? { number?.int }

    /// The nearest double, or nil when this is not a number or beyond the range of doubles.
    public var double: Double? {
        guard let value = number?.double, value.isFinite else { return nil }
        return value
    }

    /// The elements, or nil when this is not an array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, or nil when this is not an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member with that name; nil when there is none or this is not an object.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// The element at that index; nil when there is none or this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: CustomStringConvertible {
    /// This value as compact UTF-8 JSON text.
    public var serialized: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The compact JSON text.
    public var description: String { String(decoding: serialized, as: UTF8.self) }
}

extension JSONValue {
    /// Reads exactly one JSON text (RFC 8259), strictly.
    ///
    /// Refused: more bytes or nesting than `limits` allows, two equal keys in one object, anything except white space before or after the
    /// value, a byte order mark, invalid UTF-8, unpaired surrogates.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        self = try JSONReader.read(bytes.span, limits: limits)
    }

    /// Reads exactly one JSON text from part of an array; offsets in errors count from the part's start.
    public init(parsing bytes: ArraySlice<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        self = try JSONReader.read(bytes.span, limits: limits)
    }

    /// Reads exactly one JSON text from the caller's memory. The memory is not kept.
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

extension JSONValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A literal too large for a double becomes `null`, as it does in ``JSONWriter/double(_:)``.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Keeps the order; the last of two equal keys wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
