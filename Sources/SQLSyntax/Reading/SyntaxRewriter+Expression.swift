extension SyntaxRewriter {
    package mutating func rewritten(_ expression: Expression) throws -> Expression {
        switch expression {
        case .literal, .column: return expression
        case .unary(let op, let operand): return .unary(op, try self.expression(operand))
        case .binary(let left, let op, let right): return .binary(try self.expression(left), op, try self.expression(right))
        case .logical(let op, let operands): return .logical(op, try rewritten(operands))
        case .between(var between):
            between.operand = try self.expression(between.operand)
            between.lower = try self.expression(between.lower)
            between.upper = try self.expression(between.upper)
            return .between(between)
        case .inList(let value, let list, let isNegated): return .inList(try self.expression(value), try rewritten(list), isNegated: isNegated)
        case .inSelect(let value, let select, let isNegated):
            return .inSelect(try self.expression(value), try statement(select), isNegated: isNegated)
        case .pattern(var match):
            match.operand = try self.expression(match.operand)
            match.pattern = try self.expression(match.pattern)
            match.escape = try rewritten(match.escape)
            return .pattern(match)
        case .truth(let value, let test, let isNegated): return .truth(try self.expression(value), test, isNegated: isNegated)
        case .distinct(let left, let right, let isNegated):
            return .distinct(try self.expression(left), try self.expression(right), isNegated: isNegated)
        case .quantified(let left, let op, let quantifier, .select(let select)):
            return .quantified(try self.expression(left), op, quantifier, .select(try statement(select)))
        case .quantified(let left, let op, let quantifier, .array(let array)):
            return .quantified(try self.expression(left), op, quantifier, .array(try self.expression(array)))
        case .exists(let select): return .exists(try statement(select))
        case .subquery(let select): return .subquery(try statement(select))
        case .choice(let choice): return .choice(try rewritten(choice))
        case .cast(let value, let type): return .cast(try self.expression(value), type)
        case .function(let function): return .function(try call(function))
        case .special(let form): return .special(try rewritten(form))
        case .row(let values, let isExplicit): return .row(try rewritten(values), isExplicit: isExplicit)
        case .array(let values): return .array(try rewritten(values))
        case .arraySelect(let select): return .arraySelect(try statement(select))
        case .subscripted(let value, let subscripts):
            return .subscripted(try self.expression(value), try subscripts.map { try rewritten($0) })
        case .collate(let value, let names): return .collate(try self.expression(value), names)
        case .atTimeZone(let value, let zone): return .atTimeZone(try self.expression(value), try self.expression(zone))
        }
    }

    private mutating func rewritten(_ choice: CaseExpression) throws -> CaseExpression {
        var choice = choice
        choice.operand = try rewritten(choice.operand)
        for index in choice.branches.indices {
            choice.branches[index].condition = try expression(choice.branches[index].condition)
            choice.branches[index].result = try expression(choice.branches[index].result)
        }
        choice.otherwise = try rewritten(choice.otherwise)
        return choice
    }

    private mutating func rewritten(_ part: Subscript) throws -> Subscript {
        switch part {
        case .element(let index): .element(try expression(index))
        case .slice(let lower, let upper): .slice(try rewritten(lower), try rewritten(upper))
        }
    }

    private mutating func rewritten(_ form: SpecialForm) throws -> SpecialForm {
        switch form {
        case .current: return form
        case .extract(let field, let value): return .extract(field, from: try expression(value))
        case .position(let part, let whole): return .position(try expression(part), in: try expression(whole))
        case .trim(let side, let characters, let value): return .trim(side, try rewritten(characters), from: try expression(value))
        case .overlay(let value, let replacement, let from, let length):
            return .overlay(try expression(value), placing: try expression(replacement), from: try expression(from), for: try rewritten(length))
        case .interval(let value, let unit): return .interval(try expression(value), unit: unit)
        case .unitFunction(let name, let unit, let values): return .unitFunction(name, unit: unit, try rewritten(values))
        case .convert(let value, let charset): return .convert(try expression(value), using: charset)
        case .search(let columns, let value, let mode):
            // A column must stay a column, whatever the name of its replacement.
            let columns = try columns.map { column in
                guard case .column(let replacement) = try expression(.column(column)) else {
                    throw NameRefusal(.searchedColumn(column.name), at: column)
                }
                return replacement
            }
            return .search(columns, against: try expression(value), mode)
        }
    }
}
