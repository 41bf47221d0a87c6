/// A statement's text without its values: texts of one shape differ in their numbers and strings alone.
package struct StatementShape: Hashable, Sendable {
    /// The text, byte for byte, with one byte in place of each value.
    package let text: [UInt8]

    /// A number or string of a text.
    package struct Value: Equatable, Sendable {
        package let text: String
        package let isNumber: Bool
        /// Where it was written. Unit: bytes of the text.
        package let offset: Int

        package static func == (left: Value, right: Value) -> Bool {
            left.isNumber == right.isNumber && left.text.utf8.elementsEqual(right.text.utf8)
        }
    }

    /// Nil for a text that cannot be cut into words and marks.
    package static func read(_ text: String, in dialect: Dialect) -> (shape: StatementShape, values: [Value])? {
        guard let read = try? Tokenizer.read(text, in: dialect) else { return nil }
        var shape: [UInt8] = []
        var values: [Value] = []
        shape.reserveCapacity(read.bytes.count)
        var position = 0
        for token in read.tokens where token.kind == .number || token.kind == .string {
            shape += read.bytes[position..<token.offset]
            // No text has these bytes outside of comments and quotation marks, which the bytes before them would have opened.
            shape.append(token.kind == .number ? 1 : 2)
            position = token.end
            values.append(Value(text: token.text, isNumber: token.kind == .number, offset: token.offset))
        }
        shape += read.bytes[position...]
        return (StatementShape(text: shape), values)
    }
}
