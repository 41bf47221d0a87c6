import Access
import SQLSyntax

/// Limits calls that make a text of a given length: servers make it in one step, which no deadline interrupts.
///
/// A literal length above the limit is refused; a computed one is capped. Only the first characters of a repeated text are used. Widths in
/// a format string must be literal.
struct BoundedLengths: SyntaxRewriter {
    /// Longest result of `lpad`, `rpad` and `space`, and most repetitions of a short literal.
    static let longest = 10_000
    /// Longest text that can be repeated, and most repetitions of any other text. Unit: characters.
    static let longestRepeated = 1_000
    private static let shortText = 100
    /// Widest field in `printf` and `format`. Unit: characters.
    static let widest = 1_000
    /// Longest `zeroblob` of SQLite. Unit: bytes.
    static let longestBlob = 1_000_000

    private let dialect: Dialect
    private var isInLength = false

    /// - Parameter called: the functions that the statement calls.
    /// - Throws: ``Refusal`` `invalidArgument` with the limit.
    static func applied(to statement: SelectStatement, calling called: CalledNames, in dialect: Dialect) throws -> SelectStatement {
        if called.functions.isEmpty { return statement }
        var rewriter = BoundedLengths(dialect: dialect)
        return try rewriter.statement(statement)
    }

    private init(dialect: Dialect) { self.dialect = dialect }

    mutating func call(_ call: FunctionCall) throws -> FunctionCall {
        let name = call.name.text.lowercased()
        guard case .list(var arguments) = call.arguments, let first = arguments.first?.value else { return try rewritten(call) }
        switch (name, dialect) {
        case ("printf", .sqlite), ("format", .sqlite), ("format", .postgresql): try check(format: first, name)
        case ("zeroblob", .sqlite):
            guard Self.number(first).map({ $0 <= Self.longestBlob }) == true else {
                throw Refusal(.invalidArgument, "sql: zeroblob takes a written number of at most \(Self.longestBlob) bytes")
            }
        case ("lpad", .postgresql), ("rpad", .postgresql), ("lpad", .mysql), ("rpad", .mysql):
            guard arguments.count > 1 else { break }
            arguments[1].value = try bounded(arguments[1].value, by: Self.longest, name)
        case ("space", .mysql): arguments[0].value = try bounded(first, by: Self.longest, name)
        case ("repeat", .postgresql), ("repeat", .mysql):
            guard arguments.count > 1 else { break }
            let isShort = Self.text(first).map { $0.unicodeScalars.count <= Self.shortText } == true
            if !isShort { arguments[0].value = .function(FunctionCall("left", .list([.init(first), .init(Self.literal(Self.longestRepeated))]))) }
            arguments[1].value = try bounded(arguments[1].value, by: isShort ? Self.longest : Self.longestRepeated, name)
        default: break
        }
        var call = call
        call.arguments = .list(arguments)
        return try rewritten(call)
    }

    /// The length that a caller gave, or the limit if it is larger; null stays null.
    private mutating func bounded(_ length: Expression, by most: Int, _ name: String) throws -> Expression {
        if let number = Self.number(length) {
            guard number <= most else { throw Refusal(.invalidArgument, "sql: \(name) makes at most \(most) here, not \(number)") }
            return length
        }
        if case .unary(.minus, .literal) = length { return length }
        // The length is written twice below; nested lengths would double the text with each level.
        guard !isInLength else { throw Refusal(.invalidArgument, "sql: the length of \(name) is inside another length; use a query in FROM") }
        isInLength = true
        defer { isInLength = false }
        let inner = try expression(length)
        let bound = Self.literal(most)
        return .choice(CaseExpression(nil, [CaseExpression.Branch(.binary(inner, .greater, bound), bound)], else: inner))
    }

    /// - Throws: ``Refusal`` unless the format is a literal whose widths are literal and at most ``widest``.
    private func check(format: Expression, _ name: String) throws(Refusal) {
        guard let text = Self.text(format) else {
            throw Refusal(.invalidArgument, "sql: the format of \(name) is a written text")
        }
        var rest = Array(text.utf8)[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[(start + 1)...]
            if rest.first == UInt8(ascii: "%") {
                rest = rest.dropFirst()
                continue
            }
            // Flags, position, width and precision, up to the letter of the conversion.
            let directive = rest.prefix { !($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) && $0 != UInt8(ascii: "%") }
            guard !directive.contains(UInt8(ascii: "*")) else {
                throw Refusal(.invalidArgument, "sql: a width of \(name) is written out, not '*'")
            }
            for digits in directive.split(whereSeparator: { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            where Int(String(decoding: digits, as: UTF8.self)).map({ $0 > Self.widest }) ?? true {
                throw Refusal(.invalidArgument, "sql: a width of \(name) is at most \(Self.widest)")
            }
            rest = rest[directive.endIndex...]
        }
    }

    private static func literal(_ number: Int) -> Expression { .literal(.number(String(number))) }

    private static func text(_ expression: Expression) -> String? {
        if case .literal(.string(let text)) = expression { text } else { nil }
    }

    /// A literal whole number; `Int.max` if it is larger.
    private static func number(_ expression: Expression) -> Int? {
        guard case .literal(.number(let digits)) = expression, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits) ?? .max
    }
}
