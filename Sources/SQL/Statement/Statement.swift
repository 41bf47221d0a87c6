package import SQLSyntax

/// SQL text made only from literals in the sources, quoted identifiers and bound values.
///
/// ```swift
/// let find: Statement = "SELECT \(Identifier("name")) FROM users WHERE id = \(id)"
/// ```
/// A value in `\( )` is always bound, never spliced. The only way to include other text is ``init(verbatim:)``.
package struct Statement: Hashable, Sendable, ExpressibleByStringInterpolation {
    package enum Part: Hashable, Sendable {
        case text(String)
        case identifier(Identifier)
        case value(SQLValue)
        case type(StorageType)
        /// An operator of the engine, or of the extension in a schema.
        case sign(EngineOperator, schema: Identifier?)
        /// The name of a function or type of the engine itself.
        case engine(String)
        /// Values in parentheses, separated by commas.
        case row([SQLValue])
        /// A value as literal text, where engines accept no bound value.
        case literal(SQLValue)
    }

    package private(set) var parts: [Part]

    package init() { parts = [] }

    package init(stringLiteral value: StaticString) { parts = [.text(value.description)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// For text that a person, an agent or a model wrote and the guard has accepted, and for text that an engine stores about its own
    /// tables.
    package init(verbatim text: String) { parts = [.text(text)] }

    package static func + (left: Statement, right: Statement) -> Statement {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    package static func += (left: inout Statement, right: Statement) { left.parts += right.parts }

    /// The statements in order, with `separator` between them.
    package static func joined(_ statements: some Sequence<Statement>, by separator: Statement) -> Statement {
        var out = Statement()
        for (index, statement) in statements.enumerated() {
            if index > 0 { out += separator }
            out += statement
        }
        return out
    }

    /// The text for one dialect, with `?` (or `$1`…) where a value is bound, and the values in that order.
    package func rendered(for dialect: Dialect) -> (text: String, values: [SQLValue]) {
        var text = ""
        var values: [SQLValue] = []
        // Most rows have the same number of values as the previous one.
        var marks = (width: -1, text: "")
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .identifier(let identifier): text += identifier.quoted(for: dialect)
            case .type(let type): text += type.name(in: dialect)
            case .sign(let sign, let schema): text += sign.text(in: dialect, schema: schema)
            case .engine(let name): text += Self.engineName(name, in: dialect)
            case .value(let value):
                values.append(value)
                Self.mark(values.count, in: dialect, &text)
            case .row(let row):
                if marks.width != row.count || dialect == .postgresql {
                    marks = (row.count, Self.marks(row.count, after: values.count, in: dialect))
                }
                text += marks.text
                values += row
            case .literal(let value): text += value.literal(in: dialect)
            }
        }
        return (text, values)
    }

    static func engineName(_ name: String, in dialect: Dialect) -> String { dialect == .postgresql ? "pg_catalog.\(name)" : name }

    /// The placeholders of a row of bound values.
    private static func marks(_ count: Int, after number: Int, in dialect: Dialect) -> String {
        var text = "("
        for offset in 0..<count {
            if offset > 0 { text += "," }
            mark(number + offset + 1, in: dialect, &text)
        }
        return text + ")"
    }

    /// The placeholder of a bound value.
    private static func mark(_ number: Int, in dialect: Dialect, _ text: inout String) {
        guard dialect == .postgresql else { return text += "?" }
        text += "$"
        text += String(number)
    }

    /// Rows of values, each in parentheses, separated by commas: the text after `VALUES`.
    package static func rows(_ rows: ArraySlice<[SQLValue]>) -> Statement {
        var out = Statement()
        out.parts.reserveCapacity(rows.count * 2)
        for row in rows {
            if !out.parts.isEmpty { out.parts.append(.text(",")) }
            out.parts.append(.row(row))
        }
        return out
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(interpolationCount * 2 + 1) }

        package mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { parts.append(.text(literal.description)) }
        }
        package mutating func appendInterpolation(_ identifier: Identifier) { parts.append(.identifier(identifier)) }
        package mutating func appendInterpolation(type: StorageType) { parts.append(.type(type)) }
        package mutating func appendInterpolation(_ sign: EngineOperator, in schema: Identifier? = nil) {
            parts.append(.sign(sign, schema: schema))
        }
        /// A function or type of the engine itself; PostgreSQL would otherwise look it up along the session's search path.
        package mutating func appendInterpolation(engine name: StaticString) { parts.append(.engine(name.description)) }
        /// A value as literal text: for definitions of tables, which accept no bound values.
        package mutating func appendInterpolation(literal value: SQLValue) { parts.append(.literal(value)) }
        package mutating func appendInterpolation(_ statement: Statement) { parts += statement.parts }
        package mutating func appendInterpolation(_ value: SQLValue) { parts.append(.value(value)) }
        package mutating func appendInterpolation(_ value: some SQLValueConvertible) { parts.append(.value(value.sqlValue)) }
        package mutating func appendInterpolation(_ value: (some SQLValueConvertible)?) { parts.append(.value(value?.sqlValue ?? .null)) }
    }
}

/// The name of a table, column or schema. It is always quoted for the dialect; it cannot enter SQL unquoted.
package struct Identifier: Hashable, Sendable {
    package let name: String

    /// - Parameter name: any text from a schema. A NUL is removed, because no engine stores one.
    package init(_ name: String) {
        self.name = name.unicodeScalars.contains("\0") ? String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\0" })) : name
    }

    /// The quoted form, its quotation marks doubled.
    package func quoted(for dialect: Dialect) -> String {
        let quote = dialect.identifierQuote.unicodeScalars.first ?? "\""
        // By bytes: a mark that combines with a quotation mark does not hide it.
        guard name.utf8.contains(where: { $0 == UInt8(ascii: quote) }) else { return "\(quote)\(name)\(quote)" }
        var out = String.UnicodeScalarView()
        out.append(quote)
        for scalar in name.unicodeScalars {
            if scalar == quote { out.append(quote) }
            out.append(scalar)
        }
        out.append(quote)
        return String(out)
    }
}

extension Statement {
    /// The same statement for this dialect alone, with quoted names and literals merged into as few parts as possible, so that it renders
    /// faster.
    package func folded(for dialect: Dialect) -> Statement {
        var out = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .identifier(let identifier): text += identifier.quoted(for: dialect)
            case .type(let type): text += type.name(in: dialect)
            case .sign(let sign, let schema): text += sign.text(in: dialect, schema: schema)
            case .engine(let name): text += Statement.engineName(name, in: dialect)
            case .literal(let value): text += value.literal(in: dialect)
            case .value, .row:
                out.parts += text.isEmpty ? [part] : [.text(text), part]
                text = ""
            }
        }
        if !text.isEmpty { out.parts.append(.text(text)) }
        return Statement(stringInterpolation: out)
    }
}
