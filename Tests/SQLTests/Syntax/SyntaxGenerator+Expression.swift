import SQL
import SQLSyntax

extension SyntaxGenerator {
    mutating func expression(_ depth: Int) -> Expression {
        guard depth > 0 else { return chance(percent: 60) ? .column(column()) : .literal(literal()) }
        switch number(below: 22) {
        case 0...2: return .column(column())
        case 3...4: return .literal(literal())
        case 5: return .unary(one(of: unaryOperators), expression(depth - 1))
        case 6...8: return .binary(expression(depth - 1), one(of: binaryOperators), expression(depth - 1))
        case 9...10:
            return .logical(
                one(of: LogicalOperator.allCases),
                [expression(depth - 1), expression(depth - 1)] + (chance(percent: 30) ? [expression(depth - 1)] : []))
        case 11: return predicate(depth)
        case 12: return .pattern(pattern(depth))
        case 13:
            return .truth(
                expression(depth - 1), one(of: dialect == .sqlite ? [.null, .yes, .no] : TruthTest.allCases), isNegated: chance(percent: 40))
        case 14: return distinct(depth)
        case 15: return chance(percent: 50) ? .exists(statement(depth: depth - 1)) : .subquery(statement(depth: depth - 1))
        case 16: return .choice(choice(depth))
        case 17: return .cast(expression(depth - 1), type())
        case 18...19: return .function(call(depth))
        case 20: return special(depth)
        default: return isPostgreSQL ? postgreSQL(depth) : .collate(expression(depth - 1), ["nocase"])
        }
    }

    mutating func column() -> ColumnReference {
        if dialect == .sqlite, chance(percent: 5) { return ColumnReference(name(), mayBeString: true) }
        guard chance(percent: 30) else { return ColumnReference(name()) }
        return ColumnReference(name(), of: tableName(), in: maybe(15) { $0.schemaName() })
    }

    private var unaryOperators: [UnaryOperator] {
        switch dialect {
        case .sqlite: [.not, .minus, .plus, .bitNot]
        case .postgresql: [.not, .minus, .plus, .bitNot, .squareRoot, .cubeRoot, .absolute]
        case .mysql: [.not, .minus, .plus, .bitNot, .binary]
        }
    }

    private var binaryOperators: [BinaryOperator] {
        let common: [BinaryOperator] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .add, .subtract, .multiply, .divide, .remainder,
        ]
        let bits: [BinaryOperator] = [.bitAnd, .bitOr, .shiftLeft, .shiftRight]
        return switch dialect {
        case .sqlite: common + bits + [.concatenate, .member, .memberText]
        case .postgresql: common + bits + BinaryOperator.allCases.filter { $0 != .wholeDivide && $0 != .exclusiveOr }
        case .mysql: common + bits + [.wholeDivide, .caret, .exclusiveOr]
        }
    }

    mutating func literal() -> Literal {
        let strings = ["", "x", "it's", "back\\slash", "%a_", "日本", "e\u{301}", "quo\"te", "/* no */", "-- no", ";", "\n\t", "'\u{301}", "\\'"]
        switch number(below: 12) {
        case 0: return .null
        case 1: return .boolean(chance(percent: 50))
        case 2...6: return .number(one(of: ["0", "1", "42", "3.14", ".5", "1.", "1e5", "2.5e-3", "9007199254740993", "1e+400"]))
        case 7...9: return .string(one(of: strings))
        case 10: return .hex("1F0A")
        default:
            switch dialect {
            case .sqlite: return .number("0x1f")
            case .postgresql: return chance(percent: 50) ? .bits("0101") : .national(one(of: strings))
            case .mysql:
                return one(of: [.bits("0101"), .national(one(of: strings)), .temporal(.date, "2026-01-31"), .number("0x1f"), .number("0b01")])
            }
        }
    }

    private mutating func predicate(_ depth: Int) -> Expression {
        let isNegated = chance(percent: 40)
        switch number(below: 4) {
        case 0: return .inSelect(expression(depth - 1), statement(depth: depth - 1), isNegated: isNegated)
        case 1:
            let list = several(3) { $0.expression(depth - 1) }
            // One query alone would be the rows to look in.
            if list.count == 1, case .subquery = list[0] { return .inList(expression(depth - 1), list + list, isNegated: isNegated) }
            return .inList(expression(depth - 1), list, isNegated: isNegated)
        case 2 where dialect != .sqlite:
            let op = one(of: [BinaryOperator.equal, .less, .notEqual])
            if isPostgreSQL, chance(percent: 50) {
                let array = expression(depth - 1)
                if case .subquery = array { return array }
                return .quantified(expression(depth - 1), op, one(of: Quantifier.allCases), .array(array))
            }
            return .quantified(expression(depth - 1), op, one(of: Quantifier.allCases), .select(statement(depth: depth - 1)))
        default:
            return .between(
                Between(
                    expression(depth - 1), expression(depth - 1), expression(depth - 1), isNegated: isNegated,
                    isSymmetric: isPostgreSQL && chance(percent: 20)
                ))
        }
    }

    private mutating func pattern(_ depth: Int) -> PatternMatch {
        let kinds: [PatternMatch.Kind] =
            switch dialect {
            case .sqlite: [.like, .glob, .regexp, .match]
            case .postgresql: [.like, .ilike, .similar]
            case .mysql: [.like, .regexp, .soundsLike]
            }
        let kind = one(of: kinds)
        let takesEscape = kind == .like || kind == .ilike || kind == .similar
        return PatternMatch(
            expression(depth - 1), kind, expression(depth - 1), escape: takesEscape ? maybe(20) { _ in .literal(.string("!")) } : nil,
            isNegated: kind != .soundsLike && chance(percent: 40))
    }

    private mutating func distinct(_ depth: Int) -> Expression {
        // MySQL has the negated form alone.
        .distinct(expression(depth - 1), expression(depth - 1), isNegated: dialect == .mysql || chance(percent: 50))
    }

    private mutating func choice(_ depth: Int) -> CaseExpression {
        CaseExpression(
            maybe(30) { $0.expression(depth - 1) }, several(2) { .init($0.expression(depth - 1), $0.expression(depth - 1)) },
            else: maybe(60) { $0.expression(depth - 1) })
    }

    mutating func type() -> TypeName {
        switch dialect {
        case .sqlite: one(of: [TypeName("integer"), TypeName("real"), TypeName("text"), TypeName("varchar", arguments: ["10"])])
        case .mysql:
            one(of: [TypeName("signed"), TypeName("unsigned"), TypeName("decimal", arguments: ["10", "2"]), TypeName("char"), TypeName("date")])
        case .postgresql:
            one(of: [
                TypeName("int"), TypeName("text"), TypeName("numeric", arguments: ["10", "2"]), TypeName("timestamp", zone: .with),
                TypeName("timestamp", arguments: ["3"], zone: .without), TypeName("double precision"),
                TypeName("character varying", arguments: ["9"]),
                TypeName("uuid", dimensions: 1), TypeName("interval", fields: "day to second"), TypeName(schema: "shop", "Mood"), TypeName("jsonb"),
                TypeName("time"), TypeName("bit varying", arguments: ["4"]), TypeName("date"), TypeName("text", dimensions: 2),
            ])
        }
    }

    private mutating func call(_ depth: Int) -> FunctionCall {
        let names: [SQLName] =
            ["count", "sum", "max", "lower", "coalesce", "abs", "my_function"] + (isPostgreSQL ? ["left", "date_trunc"] : [])
            + (chance(percent: 10) ? [name()] : [])
        var call = FunctionCall(one(of: names), .list(chance(percent: 10) ? [] : arguments(depth)))
        if call.name == "coalesce" { return FunctionCall("coalesce", .list(arguments(depth))) }
        if call.name == "count", chance(percent: 50) { call.arguments = .all }
        if case .list(let list) = call.arguments, !list.isEmpty {
            call.isDistinct = chance(percent: 20)
            if isPostgreSQL { call.order = chance(percent: 10) ? sortKeys(depth - 1) : [] }
        }
        if dialect == .mysql, chance(percent: 10) {
            call = FunctionCall(
                "group_concat", .list(arguments(depth)), order: sortKeys(depth - 1), separator: maybe(50) { $0.one(of: [", ", "'", "\\"]) })
        }
        if isPostgreSQL, !call.isDistinct, call.order.isEmpty, chance(percent: 10) { call.withinGroup = sortKeys(depth - 1) }
        if dialect != .mysql { call.filter = maybe(15) { $0.expression(depth - 1) } }
        call.over = maybe(20) { $0.chance(percent: 30) ? .named("w") : .specification($0.window(depth - 1)) }
        if isPostgreSQL, chance(percent: 5) {
            call = FunctionCall(schema: "shop", "do_it", .list([.init(expression(depth - 1)), .init(name: name(), expression(depth - 1))]))
        }
        return call
    }

    private mutating func special(_ depth: Int) -> Expression {
        let value = expression(depth - 1)
        if dialect == .sqlite { return .special(.current(one(of: ["current_date", "current_time", "current_timestamp"]), precision: nil)) }
        switch number(below: 6) {
        case 0: return .special(.extract(one(of: ["year", "month", "day"]), from: value))
        case 1: return .special(.position(expression(depth - 1), in: value))
        case 2: return .special(.trim(one(of: SpecialForm.TrimSide.allCases), maybe(60) { $0.expression(depth - 1) }, from: value))
        case 3: return .special(.current("current_timestamp", precision: maybe(30) { _ in "3" }))
        case 4 where isPostgreSQL:
            return .special(.overlay(value, placing: expression(depth - 1), from: expression(depth - 1), for: maybe(50) { $0.expression(depth - 1) }))
        default:
            if isPostgreSQL { return .special(.current(one(of: ["current_date", "current_user", "localtime"]), precision: nil)) }
            return switch number(below: 4) {
            case 0: .special(.unitFunction("timestampdiff", unit: "day", [value, expression(depth - 1)]))
            case 1: .special(.convert(value, using: "utf8mb4"))
            case 2: .special(.search([column()], against: value, one(of: SpecialForm.SearchMode.allCases)))
            default: .binary(value, .add, .special(.interval(expression(depth - 1), unit: "day")))
            }
        }
    }

    /// Expressions that only PostgreSQL has.
    private mutating func postgreSQL(_ depth: Int) -> Expression {
        switch number(below: 6) {
        case 0: return .row(several(3) { $0.expression(depth - 1) }, isExplicit: true)
        case 1: return .row([expression(depth - 1), expression(depth - 1)], isExplicit: false)
        case 2: return .array(several(3) { $0.expression(depth - 1) })
        case 3: return .arraySelect(statement(depth: depth - 1))
        case 4:
            let index = expression(depth - 1)
            return .subscripted(
                expression(depth - 1), [chance(percent: 50) ? .element(index) : .slice(maybe(50) { $0.expression(depth - 1) }, index)])
        default:
            return chance(percent: 50)
                ? .atTimeZone(expression(depth - 1), expression(depth - 1))
                : .collate(expression(depth - 1), chance(percent: 50) ? ["C"] : ["pg_catalog", "default"])
        }
    }
}
