/// One JSON value (RFC 8259): exact numbers, objects that keep the order of their members.
///
/// Two values are equal when they mean the same JSON: numbers by value, objects whatever the order of their members.
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
