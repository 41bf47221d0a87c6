package enum LogicalOperator: String, Hashable, Sendable, CaseIterable {
    case and = "AND"
    case or = "OR"
}

package enum UnaryOperator: String, Hashable, Sendable, CaseIterable {
    case not = "NOT"
    case minus = "-"
    case plus = "+"
    case bitNot = "~"
    case squareRoot = "|/"
    case cubeRoot = "||/"
    /// PostgreSQL's absolute value.
    case absolute = "@"
    /// MySQL's comparison by bytes.
    case binary = "BINARY"
}

/// An operator between two values. The list is closed, because a user-defined operator could run anything.
package enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
    // Comparisons.
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    // Arithmetic.
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    /// MySQL's integer division.
    case wholeDivide = "DIV"
    /// PostgreSQL's power, MySQL's bitwise exclusive or.
    case caret = "^"
    // Bits.
    case bitAnd = "&"
    case bitOr = "|"
    /// PostgreSQL's bitwise exclusive or.
    case hash = "#"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case exclusiveOr = "XOR"
    // Text.
    case concatenate = "||"
    case regularExpression = "~"
    case regularExpressionAnyCase = "~*"
    case notRegularExpression = "!~"
    case notRegularExpressionAnyCase = "!~*"
    case startsWith = "^@"
    // PostgreSQL's LIKE and ILIKE as operators, which ANY and ALL take.
    case like = "~~"
    case notLike = "!~~"
    case likeAnyCase = "~~*"
    case notLikeAnyCase = "!~~*"
    // JSON, arrays, ranges, text search.
    case member = "->"
    case memberText = "->>"
    case path = "#>"
    case pathText = "#>>"
    case contains = "@>"
    case isContained = "<@"
    case hasKey = "?"
    case hasAnyKey = "?|"
    case hasAllKeys = "?&"
    case matchesPath = "@?"
    case matches = "@@"
    case removePath = "#-"
    case overlaps = "&&"
    case adjacent = "-|-"
    case notRightOf = "&<"
    case notLeftOf = "&>"
    case isContainedOrEqual = "<<="
    case containsOrEqual = ">>="
    case distance = "<->"
}

extension BinaryOperator {
    var isComparison: Bool {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
        default: false
        }
    }
}
