/// Why a text is not a query: the position, and what was expected there. Safe to send: it quotes at most one word of the text.
package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    package let position: SourcePosition
    package let reason: String

    package init(_ position: SourcePosition, _ reason: String) {
        self.position = position
        self.reason = reason
    }

    package var description: String { "line \(position.line), column \(position.column): \(reason)" }
}

/// A position in a text for people. Lines and columns count from 1, columns in Unicode scalars.
package struct SourcePosition: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// - Parameter offset: bytes from the start of the text; an offset beyond the end counts as the end.
    package init(offset: Int, in text: String) {
        var line = 1
        var column = 1
        for byte in text.utf8.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }
}
