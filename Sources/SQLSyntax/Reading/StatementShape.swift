/// A statement without the values of its plain literals: texts that differ in those alone have one shape.
///
/// Whole numbers and strings without special characters are plain. Everything else of the text is kept byte for byte, since titles of columns come of it.
package struct StatementShape: Sendable {
    /// A plain literal and its place in the text.
    package struct Slot: Sendable {
        package let literal: Literal
        fileprivate let range: Range<Int>
    }

    /// The text with a mark in place of each slot.
    package let key: [UInt8]
    package let slots: [Slot]
    private let bytes: [UInt8]
    private let dialect: Dialect

    /// Longer texts have no shape. Unit: bytes.
    private static let maximumLength = 4_096
    /// Texts with more slots have no shape.
    private static let maximumSlots = 32
    /// Longer strings are not plain: checks look at the length of some. Unit: bytes.
    private static let maximumString = 100

    /// - Returns: nil for a text without plain literals, with too many, or one that cannot be read.
    package init?(_ text: String, in dialect: Dialect) {
        // What cannot be read has its refusal elsewhere.
        guard text.utf8.count <= Self.maximumLength, let read = try? Tokenizer.read(text, in: dialect) else { return nil }
        var slots: [Slot] = []
        var key: [UInt8] = []
        key.reserveCapacity(read.bytes.count)
        var start = 0
        for token in read.tokens {
            guard let literal = Self.plain(token, read.bytes) else { continue }
            slots.append(Slot(literal: literal, range: token.offset..<token.end))
            key += read.bytes[start..<token.offset]
            // No text has a NUL.
            key += [0, token.kind == .number ? 1 : 2]
            start = token.end
        }
        guard !slots.isEmpty, slots.count <= Self.maximumSlots else { return nil }
        key += read.bytes[start...]
        self.key = key
        self.slots = slots
        bytes = read.bytes
        self.dialect = dialect
    }

    private static func plain(_ token: Token, _ bytes: [UInt8]) -> Literal? {
        switch token.kind {
        case .number:
            // As SQLite holds it in 64 bits, and as it is printed: without zeros in front.
            guard token.text.utf8.count <= 15, token.text.utf8.allSatisfy(\.isASCIIDigit), token.text == "0" || token.text.utf8.first != 0x30 else {
                return nil
            }
            return .number(token.text)
        case .string:
            let written = bytes[token.offset..<token.end]
            guard written.first == UInt8(ascii: "'"), written.count == token.text.utf8.count + 2, token.text.utf8.count <= maximumString,
                token.text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "'") })
            else { return nil }
            return .string(token.text)
        default: return nil
        }
    }

    /// The text with other literals in its slots.
    package func text(with literals: [Literal]) -> String {
        var out: [UInt8] = []
        var start = 0
        for (slot, literal) in zip(slots, literals) {
            out += bytes[start..<slot.range.lowerBound]
            out += Self.written(literal).utf8
            start = slot.range.upperBound
        }
        return String(decoding: out + bytes[start...], as: UTF8.self)
    }

    /// A plain literal as it is written and printed.
    package static func written(_ literal: Literal) -> String {
        switch literal {
        case .number(let digits): digits
        case .string(let text): "'\(text)'"
        default: ""
        }
    }

    /// A text of this shape in which each literal is one that no other text has, to be found again in what is made of the text.
    package var example: StatementShape? {
        let number = UInt64.random(in: 1_000_000_000...8_999_999_999)
        let literals = slots.indices.map { index -> Literal in
            if case .number = slots[index].literal { .number("\(number)\(10_000 + index)") } else { .string("example-\(number)-\(10_000 + index)") }
        }
        return StatementShape(text(with: literals), in: dialect)
    }

    /// Which slots are values that a condition of a `WHERE` compares with a column, and are nowhere else.
    ///
    /// To be asked of an ``example``, whose literals all differ. What stands elsewhere can have a meaning beyond its value: a position in `ORDER BY`, a
    /// limit, a title, an expression that `GROUP BY` repeats.
    package var comparedSlots: [Bool] {
        var search = ComparedLiterals()
        guard let statement = try? SelectStatement.parse(text(with: slots.map(\.literal)), in: dialect), (try? search.statement(statement)) != nil
        else {
            return slots.map { _ in false }
        }
        return slots.map { search.compared.contains($0.literal) && !search.others.contains($0.literal) }
    }
}

private struct ComparedLiterals: SyntaxRewriter {
    private(set) var compared: Set<Literal> = []
    private(set) var others: Set<Literal> = []
    private var isInFilter = false

    mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
        try outside { try $0.rewritten(statement) }
    }

    mutating func core(_ core: SelectCore) throws -> SelectCore {
        try outside { search in
            var rest = core
            rest.filter = nil
            _ = try search.rewritten(rest)
            search.isInFilter = true
            _ = try search.rewritten(core.filter)
            return core
        }
    }

    private mutating func outside<R>(_ body: (inout Self) throws -> R) rethrows -> R {
        let outer = isInFilter
        isInFilter = false
        defer { isInFilter = outer }
        return try body(&self)
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        switch expression {
        case .literal(let literal): others.insert(literal)
        case .binary(.column, .equal, let value), .binary(.column, .notEqual, let value), .binary(.column, .less, let value),
            .binary(.column, .lessOrEqual, let value), .binary(.column, .greater, let value), .binary(.column, .greaterOrEqual, let value):
            try compare([value])
        case .between(let between):
            guard case .column = between.operand else { return try rewritten(expression) }
            try compare([between.lower, between.upper])
        case .inList(.column, let values, _): try compare(values)
        default: return try rewritten(expression)
        }
        return expression
    }

    /// Values that are compared with a column.
    private mutating func compare(_ values: [Expression]) throws {
        for value in values {
            if case .literal(let literal) = value, isInFilter { compared.insert(literal) } else { _ = try expression(value) }
        }
    }
}
