/// A statement's text without its values: texts of one shape differ only in numbers and strings.
package struct StatementShape: Hashable, Sendable {
    /// The text, byte for byte, with one byte instead of each value.
    package let text: [UInt8]

    /// A number or string of a text.
    package struct Value: Equatable, Sendable {
        package let text: String
        package let isNumber: Bool
        /// Position in the text, in bytes.
        package let offset: Int

        package static func == (left: Value, right: Value) -> Bool {
            left.isNumber == right.isNumber && left.text.utf8.elementsEqual(right.text.utf8)
        }
    }

    /// Splits a text into its shape and its values; nil for text that is not valid tokens.
    package static func read(_ text: String, in dialect: Dialect) -> (shape: StatementShape, values: [Value])? {
        guard let read = try? Tokenizer.read(text, in: dialect) else { return nil }
        var shape: [UInt8] = []
        var values: [Value] = []
        shape.reserveCapacity(read.bytes.count)
        var position = 0
        for token in read.tokens where token.kind == .number || token.kind == .string {
            shape += read.bytes[position..<token.offset]
            // A text has these bytes only in comments and quotation marks, and the bytes before the value show that neither is open.
            shape.append(token.kind == .number ? 1 : 2)
            position = token.end
            values.append(Value(text: token.text, isNumber: token.kind == .number, offset: token.offset))
        }
        shape += read.bytes[position...]
        return (StatementShape(text: shape), values)
    }
}
