/// How tightly printed forms bind, which decides where parentheses are needed. All dialects share one order, with a step only where all of
/// them agree. Forms on which they disagree have the lowest step, so they always have parentheses as operands.
enum Step: Int, Comparable {
    case loose, or, and, not
    /// `=`, `LIKE`, `IN`, `IS NULL`, `BETWEEN`: operands of each other only in parentheses.
    case comparison
    /// `||`, `->`: looser than sums on PostgreSQL, tighter on SQLite.
    case join
    case sum, product, sign, atom

    static func < (left: Step, right: Step) -> Bool { left.rawValue < right.rawValue }
}

extension BinaryOperator {
    var step: Step {
        switch self {
        case _ where isComparison: .comparison
        case .add, .subtract: .sum
        case .multiply, .divide, .remainder, .wholeDivide: .product
        case .concatenate, .member, .memberText, .path, .pathText: .join
        default: .loose
        }
    }

    /// The precedence that operands must exceed.
    var operandStep: Step {
        switch step {
        case .comparison, .sum, .product: step
        default: .sign
        }
    }

    /// Whether a chain of both operators associates to the left in every dialect.
    func chains(after inner: BinaryOperator) -> Bool {
        switch step {
        case .sum, .product: inner.step == step
        case .join: inner.step == .join && (inner == .concatenate) == (self == .concatenate)
        default: false
        }
    }
}

extension Expression {
    var step: Step {
        switch self {
        case .logical(let op, _): op == .and ? .and : .or
        case .unary(let op, _):
            switch op {
            case .not: .not
            case .minus, .plus: .sign
            default: .loose
            }
        case .binary(_, let op, _): op.step
        case .between, .inList, .inSelect, .pattern, .truth, .distinct, .quantified: .comparison
        case .collate, .atTimeZone: .loose
        default: .atom
        }
    }
}
