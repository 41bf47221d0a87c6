/// Determines the decimal form that the numbers of an expression would have if SQLite had decimals.
extension NameResolver {
    /// The form of an expression with resolved names, in the innermost `SELECT`; nil when it is unknown or the value is not a number.
    func numberForm(of expression: Expression) -> NumberForm? {
        guard dialect == .sqlite else { return nil }
        switch expression {
        case .literal(.number(let digits)): return Self.form(ofLiteral: digits)
        case .column(let column): return form(of: column)
        case .unary(.minus, let value), .unary(.plus, let value): return numberForm(of: value).map { $0.computed(scale: $0.scale) }
        case .binary(let left, let op, let right): return form(of: left, op, right)
        case .function(let call): return form(of: call)
        case .choice(let choice): return merged(choice.branches.map(\.result) + (choice.otherwise.map { [$0] } ?? []))
        // This query is the one that was walked last.
        case .subquery: return output.numbers[0].map { $0.computed(scale: $0.scale) }
        default: return nil
        }
    }

    private static func form(ofLiteral digits: String) -> NumberForm? {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return nil }
        return NumberForm(isDecimal: false, scale: parts.count == 2 ? parts[1].utf8.count : 0)
    }

    private func form(of column: ColumnReference) -> NumberForm? {
        guard let frame = frames.last else { return nil }
        for source in frame.sources where column.table.map({ source.name?.isSame(as: $0, in: dialect) == true }) ?? true {
            if let index = source.columns.firstIndex(where: { $0?.isSame(as: column.name, in: dialect) == true }) { return source.numbers[index] }
        }
        return nil
    }

    private func form(of left: Expression, _ op: BinaryOperator, _ right: Expression) -> NumberForm? {
        guard let left = numberForm(of: left), let right = numberForm(of: right) else { return nil }
        switch op {
        case .add, .subtract: return left.merged(right)
        case .multiply: return left.combined(right, scale: left.scale.flatMap { own in right.scale.map { own + $0 } })
        case .divide: return left.combined(right, scale: nil)
        default: return nil
        }
    }

    private func form(of call: FunctionCall) -> NumberForm? {
        guard call.schema == nil, case .list(let arguments) = call.arguments, let first = arguments.first?.value else { return nil }
        switch call.name.text.asciiLowercased {
        case "min" where arguments.count > 1, "max" where arguments.count > 1, "coalesce", "ifnull": return merged(arguments.map(\.value))
        case "iif": return merged(arguments.dropFirst().map(\.value))
        case "sum", "min", "max", "total", "abs", "nullif", "lag", "lead", "first_value", "last_value", "nth_value":
            return numberForm(of: first).map { $0.computed(scale: $0.scale) }
        case "avg": return numberForm(of: first)?.computed(scale: nil)
        case "round":
            guard arguments.count > 1 else { return numberForm(of: first)?.computed(scale: 0) }
            guard case .literal(.number(let digits)) = arguments[1].value, let scale = Int(digits) else { return nil }
            return numberForm(of: first)?.computed(scale: scale)
        default: return nil
        }
    }

    /// The common form of alternatives; nil where one of them is unknown.
    private func merged(_ values: [Expression]) -> NumberForm? {
        var form: NumberForm?
        for value in values where value != .literal(.null) {
            guard let next = numberForm(of: value) else { return nil }
            form = form?.merged(next) ?? next.computed(scale: next.scale)
        }
        return form
    }
}
