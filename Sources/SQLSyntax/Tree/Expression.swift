/// A value in a query: list items, conditions and keys consist of these.
///
/// Forms with the same meaning are one form here: `x::int`, `CAST(x AS int)` and `int '1'`; `==` and `=`; MySQL's `||` and `OR`.
package indirect enum Expression: Hashable, Sendable {
    case literal(Literal)
    case column(ColumnReference)
    case unary(UnaryOperator, Expression)
    case binary(Expression, BinaryOperator, Expression)
    /// At least two operands, left to right.
    case logical(LogicalOperator, [Expression])
    case between(Between)
    case inList(Expression, [Expression], isNegated: Bool)
    case inSelect(Expression, SelectStatement, isNegated: Bool)
    case pattern(PatternMatch)
    case truth(Expression, TruthTest, isNegated: Bool)
    /// `IS [NOT] DISTINCT FROM`; `isNegated` is the form with `NOT`. SQLite's `IS` and MySQL's `<=>` are the negated form.
    case distinct(Expression, Expression, isNegated: Bool)
    case quantified(Expression, BinaryOperator, Quantifier, QuantifiedOperand)
    case exists(SelectStatement)
    case subquery(SelectStatement)
    case choice(CaseExpression)
    case cast(Expression, TypeName)
    case function(FunctionCall)
    case special(SpecialForm)
    /// `(a, b)` or `ROW(a, b)`; without `ROW` at least two values.
    case row([Expression], isExplicit: Bool)
    case array([Expression])
    case arraySelect(SelectStatement)
    case subscripted(Expression, [Subscript])
    /// `x COLLATE schema.name`, one or two names.
    case collate(Expression, [SQLName])
    case atTimeZone(Expression, Expression)
}

/// `column`, `table.column` or `schema.table.column`.
package struct ColumnReference: Hashable, Sendable {
    package var schema: SQLName?
    package var table: SQLName?
    package var name: SQLName
    /// Whether SQLite would read it as a string if no column has this name: it was written in double quotation marks. It is printed in them
    /// too, until ``NameResolution`` resolves it.
    package var mayBeString: Bool
    /// Where it was written. Unit: bytes of the text.
    package var offset: IgnoredInEquality<Int>

    package init(_ name: SQLName, of table: SQLName? = nil, in schema: SQLName? = nil, mayBeString: Bool = false, offset: Int = 0) {
        self.schema = schema
        self.table = table
        self.name = name
        self.mayBeString = mayBeString
        self.offset = IgnoredInEquality(offset)
    }
}

package struct Between: Hashable, Sendable {
    package var operand: Expression
    package var lower: Expression
    package var upper: Expression
    package var isNegated: Bool
    /// PostgreSQL's `BETWEEN SYMMETRIC`.
    package var isSymmetric: Bool

    package init(_ operand: Expression, _ lower: Expression, _ upper: Expression, isNegated: Bool = false, isSymmetric: Bool = false) {
        self.operand = operand
        self.lower = lower
        self.upper = upper
        self.isNegated = isNegated
        self.isSymmetric = isSymmetric
    }
}

/// `LIKE` and similar operators.
package struct PatternMatch: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case like = "LIKE"
        case ilike = "ILIKE"
        case similar = "SIMILAR TO"
        case glob = "GLOB"
        /// MySQL's `RLIKE` too.
        case regexp = "REGEXP"
        /// SQLite's full text search.
        case match = "MATCH"
        case soundsLike = "SOUNDS LIKE"

        /// Whether `ESCAPE` may follow.
        var takesEscape: Bool { self == .like || self == .ilike || self == .similar }
    }
    package var operand: Expression
    package var kind: Kind
    package var pattern: Expression
    package var escape: Expression?
    package var isNegated: Bool

    package init(_ operand: Expression, _ kind: Kind, _ pattern: Expression, escape: Expression? = nil, isNegated: Bool = false) {
        self.operand = operand
        self.kind = kind
        self.pattern = pattern
        self.escape = escape
        self.isNegated = isNegated
    }
}

package enum TruthTest: String, Hashable, Sendable, CaseIterable {
    case null = "NULL"
    case yes = "TRUE"
    case no = "FALSE"
    case unknown = "UNKNOWN"
}

package enum Quantifier: String, Hashable, Sendable, CaseIterable {
    /// `SOME` too.
    case any = "ANY"
    case all = "ALL"
}

package enum QuantifiedOperand: Hashable, Sendable {
    case select(SelectStatement)
    /// PostgreSQL's `= ANY (array)`.
    case array(Expression)
}

package struct CaseExpression: Hashable, Sendable {
    package struct Branch: Hashable, Sendable {
        package var condition: Expression
        package var result: Expression

        package init(_ condition: Expression, _ result: Expression) {
            self.condition = condition
            self.result = result
        }
    }
    package var operand: Expression?
    /// At least one.
    package var branches: [Branch]
    package var otherwise: Expression?

    package init(_ operand: Expression? = nil, _ branches: [Branch], else otherwise: Expression? = nil) {
        self.operand = operand
        self.branches = branches
        self.otherwise = otherwise
    }
}

/// PostgreSQL's `[i]` and `[i:j]`.
package enum Subscript: Hashable, Sendable {
    case element(Expression)
    case slice(Expression?, Expression?)
}
