extension Printer {
    /// Prints an expression at a position that accepts any.
    mutating func expression(_ expression: Expression) {
        switch expression {
        case .literal(let literal): self.literal(literal)
        case .column(let column): self.column(column)
        case .unary(let op, let operand): unary(op, operand)
        case .binary(let left, let op, let right): binary(left, op, right)
        case .logical(let op, let operands): list(operands, separator: " \(op.rawValue) ") { $0.operand($1, above: op == .and ? .and : .or) }
        case .between(let between): self.between(between)
        // A single query in the list would be read as the rows to search.
        case .inList(let value, let list, let isNegated) where list.count == 1 && list[0].isSubquery:
            binary(value, isNegated ? .notEqual : .equal, list[0])
        case .inList(let value, let list, let isNegated):
            predicate(value, "IN (", isNegated)
            self.list(list) { $0.expression($1) }
            put(")")
        case .inSelect(let value, let select, let isNegated):
            predicate(value, "IN ", isNegated)
            enclosed(select)
        case .pattern(let match): pattern(match)
        case .truth(let value, let test, let isNegated):
            operand(value, above: .comparison)
            put(isNegated ? " IS NOT \(test.rawValue)" : " IS \(test.rawValue)")
        case .distinct(let left, let right, let isNegated): distinct(left, right, isNegated)
        case .quantified(let left, let op, let quantifier, let right): quantified(left, op, quantifier, right)
        case .exists(let select):
            put("EXISTS ")
            enclosed(select)
        case .subquery(let select): enclosed(select)
        case .choice(let choice): self.choice(choice)
        case .cast(let value, let type):
            put("CAST(")
            self.expression(value)
            put(" AS ")
            self.type(type)
            put(")")
        case .function(let function): call(function)
        case .special(let form): special(form)
        case .row(let values, let isExplicit):
            put(isExplicit ? "ROW(" : "(")
            list(values) { $0.expression($1) }
            put(")")
        case .array(let values):
            put("ARRAY[")
            list(values) { $0.expression($1) }
            put("]")
        case .arraySelect(let select):
            put("ARRAY")
            enclosed(select)
        case .subscripted(let value, let subscripts): subscripted(value, subscripts)
        case .collate(let value, let names):
            operand(value, above: .sign)
            put(" COLLATE ")
            list(names, separator: ".") { $0.name($1) }
        case .atTimeZone(let value, let zone):
            operand(value, above: .sign)
            put(" AT TIME ZONE ")
            operand(zone, above: .sign)
        }
    }

    mutating func column(_ column: ColumnReference) {
        if let schema = column.schema {
            name(schema)
            put(".")
        }
        if column.mayBeString, column.table == nil, dialect == .sqlite {
            put("\"" + column.name.text.doubling("\"") + "\"")
        } else {
            qualified(column.table, column.name)
        }
    }

    // MARK: Operators

    /// Prints an operand, in parentheses unless it binds tighter than a step in every dialect.
    mutating func operand(_ expression: Expression, above step: Step) {
        if expression.step > step {
            self.expression(expression)
        } else {
            put("(")
            self.expression(expression)
            put(")")
        }
    }

    private mutating func unary(_ op: UnaryOperator, _ value: Expression) {
        put(op.rawValue)
        if op == .not || op == .binary || op == .squareRoot || op == .cubeRoot || op == .absolute { put(" ") }
        operand(value, above: .sign)
    }

    private mutating func binary(_ left: Expression, _ op: BinaryOperator, _ right: Expression) {
        if case .binary(_, let inner, _) = left, op.chains(after: inner) { expression(left) } else { operand(left, above: op.operandStep) }
        put(" \(op.rawValue) ")
        operand(right, above: op.operandStep)
    }

    private mutating func between(_ between: Between) {
        predicate(between.operand, between.isSymmetric ? "BETWEEN SYMMETRIC " : "BETWEEN ", between.isNegated)
        operand(between.lower, above: .comparison)
        put(" AND ")
        operand(between.upper, above: .comparison)
    }

    private mutating func predicate(_ value: Expression, _ words: String, _ isNegated: Bool) {
        operand(value, above: .comparison)
        put(isNegated ? " NOT " : " ")
        put(words)
    }

    private mutating func pattern(_ match: PatternMatch) {
        predicate(match.operand, match.kind.rawValue + " ", match.isNegated && match.kind != .soundsLike)
        let step: Step = dialect == .mysql ? .sign : .comparison
        operand(match.pattern, above: step)
        if let escape = match.escape {
            put(" ESCAPE ")
            operand(escape, above: step)
        }
    }

    private mutating func distinct(_ left: Expression, _ right: Expression, _ isNegated: Bool) {
        if dialect == .mysql {
            if !isNegated { put("(NOT ") }
            operand(left, above: .comparison)
            put(" <=> ")
            operand(right, above: .comparison)
            if !isNegated { put(")") }
        } else {
            operand(left, above: .comparison)
            put(isNegated ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ")
            operand(right, above: .comparison)
        }
    }

    private mutating func quantified(_ left: Expression, _ op: BinaryOperator, _ quantifier: Quantifier, _ right: QuantifiedOperand) {
        operand(left, above: .comparison)
        put(" \(op.rawValue) \(quantifier.rawValue) ")
        switch right {
        case .select(let select): enclosed(select)
        case .array(let array):
            put("(")
            // A query in parentheses would be read as the rows to compare with.
            if array.isSubquery { put("CAST(") }
            expression(array)
            if array.isSubquery { put(")") }
            put(")")
        }
    }

    private mutating func choice(_ choice: CaseExpression) {
        put("CASE")
        if let operand = choice.operand {
            put(" ")
            expression(operand)
        }
        for branch in choice.branches {
            put(" WHEN ")
            expression(branch.condition)
            put(" THEN ")
            expression(branch.result)
        }
        if let otherwise = choice.otherwise {
            put(" ELSE ")
            expression(otherwise)
        }
        put(" END")
    }

    private mutating func subscripted(_ value: Expression, _ subscripts: [Subscript]) {
        if case .column = value { expression(value) } else { parenthesized(value) }
        for part in subscripts {
            put("[")
            switch part {
            case .element(let index): expression(index)
            case .slice(let lower, let upper):
                if let lower { expression(lower) }
                put(" : ")
                if let upper { expression(upper) }
            }
            put("]")
        }
    }

    private mutating func parenthesized(_ value: Expression) {
        if value.isSubquery { return expression(value) }
        put("(")
        expression(value)
        put(")")
    }

    // MARK: Values

    private mutating func literal(_ literal: Literal) {
        switch literal {
        case .null: put("NULL")
        case .boolean(let value): put(value ? "TRUE" : "FALSE")
        case .number(let digits): put(digits)
        case .string(let value): string(value)
        case .national(let value):
            put("N")
            if dialect == .mysql { string(value) } else { put("'" + value.doubling("'") + "'") }
        case .hex(let digits): put("X'\(digits)'")
        case .bits(let digits): put("B'\(digits)'")
        case .temporal(let kind, let value):
            put(kind.rawValue + " ")
            string(value)
        case .parameter(let parameter): self.literal(parameter.literal)
        }
    }

    mutating func type(_ type: TypeName) {
        let isWords = dialect != .postgresql || (type.schema == nil && TypeWords.isPostgreSQLType(type.name.text.asciiUppercased))
        if isWords { put(type.name.text) } else { callableType(type.schema, type.name) }
        if !type.arguments.isEmpty { put("(" + type.arguments.joined(separator: ", ") + ")") }
        if let zone = type.zone { put(" " + zone.rawValue) }
        if let fields = type.fields { put(" " + fields) }
        put(String(repeating: "[]", count: type.dimensions))
    }

    private mutating func callableType(_ schema: SQLName?, _ name: SQLName) {
        if Keywords.postgreSQLValues.contains(name.text.asciiUppercased) || name.text == "double" {
            qualified(schema, name)
        } else {
            callable(schema, name)
        }
    }
}

extension Expression {
    var isSubquery: Bool {
        if case .subquery = self { true } else { false }
    }
}
