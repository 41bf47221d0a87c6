import SQL
import SQLSyntax

/// A printed statement whose marks are replaced by their parts; only parameters are still to be filled in.
struct StatementTemplate: Sendable {
    private enum Piece {
        case fixed(Statement)
        /// The parameter's index among the values of the text.
        case parameter(Int)
    }

    private var pieces: [Piece] = []

    /// - Parameters:
    ///   - parts: the part for each ``SQLView/mark``.
    ///   - form: selects the form of a replacement.
    init(_ printed: String, _ parts: [SQLView.Part], mark: String, in dialect: Dialect, _ form: (SQLView.Replacement) -> Statement) {
        var fixed = Statement()
        defer { pieces.append(.fixed(fixed.folded(for: dialect))) }
        guard !parts.isEmpty else {
            fixed = Statement(verbatim: printed)
            return
        }
        let name = Array(Expression.column(ColumnReference(SQLName(mark))).printed(for: dialect).utf8)
        let (quote, start) = (name[0], name.dropLast())
        var rest = printed.utf8[...]
        var cursor = rest.startIndex
        while let found = rest[cursor...].firstIndex(of: quote) {
            cursor = rest.index(after: found)
            guard rest[found...].starts(with: start) else { continue }
            let digits = rest[found...].dropFirst(start.count).prefix { $0 != quote }
            guard let number = Int(Substring(digits)) else { continue }
            fixed += Statement(verbatim: String(Substring(rest[..<found])))
            switch parts[number] {
            case .replacement(let replacement): fixed += form(replacement)
            case .parameter(let parameter):
                pieces += [.fixed(fixed.folded(for: dialect)), .parameter(parameter)]
                fixed = Statement()
            }
            rest = rest[digits.endIndex...].dropFirst()
            cursor = rest.startIndex
        }
        fixed += Statement(verbatim: String(Substring(rest)))
    }

    /// - Parameters:
    ///   - values: of the text.
    ///   - binds: whether parameters are bound values instead of literals.
    func statement(_ values: [StatementShape.Value], binds: Bool, in dialect: Dialect) -> Statement {
        var out = Statement()
        for piece in pieces {
            switch piece {
            case .fixed(let fixed): out += fixed
            case .parameter(let number) where binds: out += "\(values[number].bound)"
            case .parameter(let number): out += Statement(verbatim: values[number].printed(for: dialect))
            }
        }
        return out
    }
}

extension StatementShape.Value {
    /// Whether an engine treats the bound value like the literal.
    var mayBeParameter: Bool { !isNumber || (text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int64(text) != nil) }

    fileprivate var bound: SQLValue { isNumber ? .int(Int64(text) ?? 0) : .text(text) }

    fileprivate func printed(for dialect: Dialect) -> String {
        isNumber ? text : Expression.literal(.string(text)).printed(for: dialect)
    }
}

/// Replaces each parameter by a mark.
struct ParameterMarks: SyntaxRewriter {
    private(set) var view: SQLView
    /// Indexes among the values of the text, by offset.
    private let numbers: [Int: Int]

    /// Further parameters stay literals, because engines limit the number of bound values.
    private static let maximumParameters = 100

    init(_ view: SQLView, _ values: [StatementShape.Value]) {
        self.view = view
        numbers = Dictionary(
            uniqueKeysWithValues: values.enumerated().lazy.filter { $1.mayBeParameter }.prefix(Self.maximumParameters).map { ($1.offset, $0) })
    }

    mutating func expression(_ expression: Expression) throws -> Expression {
        guard case .literal(.parameter(let parameter)) = expression, let number = numbers[parameter.offset.value] else {
            return try rewritten(expression)
        }
        return .column(view.marked(.parameter(number)))
    }
}
