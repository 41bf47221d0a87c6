package import JSON
package import Notation
package import SQL

/// How a value is written to and read from a column of the server's own tables.
///
/// There is no default: an unreadable value gives nil, and its row is a ``DamagedRow``.
package struct Codec<Value: Sendable>: Sendable {
    /// The description of a valid value, for the reason of an error: `a whole number`.
    package let expected: String
    package let write: @Sendable (Value) -> SQLValue
    /// - Returns: nil for a value that ``write`` cannot have written.
    package let read: @Sendable (any Row, Int) -> Value?

    package init(_ expected: String, write: @escaping @Sendable (Value) -> SQLValue, read: @escaping @Sendable (any Row, Int) -> Value?) {
        self.expected = expected
        self.write = write
        self.read = read
    }
}

extension Codec {
    /// The same value, or NULL for nil.
    package static func optional<Wrapped>(_ codec: Codec<Wrapped>) -> Codec where Value == Wrapped? {
        Codec("\(codec.expected) or NULL", write: { value in value.map(codec.write) ?? .null }) { row, index in
            row.isNull(index) ? .some(nil) : codec.read(row, index).map { .some($0) }
        }
    }

    package static func id<Entity>() -> Codec where Value == ID<Entity, Int64> {
        Codec("an id", write: { .int($0.rawValue) }) { row, index in row.int(index).map { Value($0) } }
    }

    /// A value of an enumeration, stored as its word.
    package static func word() -> Codec where Value: RawRepresentable<String> & CaseIterable {
        Codec("one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))", write: { .text($0.rawValue) }) { row, index in
            row.text(index).flatMap { Value(rawValue: $0) }
        }
    }
}

extension Codec<Int64> {
    package static let integer = Codec("a whole number", write: { .int($0) }) { row, index in row.int(index) }
}

extension Codec<Int> {
    package static let int = Codec("a whole number", write: { .int(Int64($0)) }) { row, index in row.int(index).flatMap { Int(exactly: $0) } }
}

extension Codec<Bool> {
    package static let flag = Codec("0 or 1", write: { .int($0 ? 1 : 0) }) { row, index in
        switch row.int(index) {
        case 0: false
        case 1: true
        default: nil
        }
    }
}

extension Codec<String> {
    package static let text = Codec("text", write: { .text($0) }) { row, index in row.text(index) }
}

extension Codec<[UInt8]> {
    package static let bytes = Codec("bytes", write: { .blob($0) }) { row, index in row.bytes(index) }
}

extension Codec<Timestamp> {
    package static let time = Codec("a time in microseconds", write: { .int($0.microseconds) }) { row, index in
        guard let number = row.int(index) else { return nil }
        let time = Timestamp(microseconds: number)
        // A time outside the range of `Timestamp` is not one that was written.
        return time.microseconds == number ? time : nil
    }
}

extension Codec<JSONValue> {
    package static let json = Codec("JSON", write: { .text($0.description) }) { row, index in
        // The caller of this function reports the damage.
        row.text(index).flatMap { try? JSONValue(parsing: $0) }
    }
}

extension Codec<JSONObject> {
    package static let object = Codec("a JSON object", write: { .text(JSONValue.object($0).description) }) { row, index in
        Codec<JSONValue>.json.read(row, index)?.object
    }
}

extension Codec<[String]> {
    /// A JSON array of texts.
    package static let texts = Codec("a JSON array of strings", write: { .text(JSONValue.array($0.map { .string($0) }).description) }) { row, index in
        guard let elements = Codec<JSONValue>.json.read(row, index)?.array else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// Words separated by spaces.
    package static let words = Codec("words", write: { .text($0.joined(separator: " ")) }) { row, index in
        row.text(index)?.split(separator: " ").map(String.init)
    }
}
