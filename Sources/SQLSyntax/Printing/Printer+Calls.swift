extension Printer {
    mutating func call(_ call: FunctionCall) {
        let isConstruct = dialect == .postgresql && call.schema == nil && Parser.postgreSQLConstructs.contains(call.name.text.asciiUppercased)
        if isConstruct { put(call.name.text) } else { callable(call.schema, call.name) }
        put("(")
        if call.isDistinct { put("DISTINCT ") }
        switch call.arguments {
        case .all: put("*")
        case .list(let arguments):
            list(arguments) { printer, argument in
                if let name = argument.name {
                    printer.name(name)
                    printer.put(" => ")
                }
                printer.expression(argument.value)
            }
        }
        order(call.order)
        if let separator = call.separator {
            put(" SEPARATOR ")
            string(separator)
        }
        if let limit = call.limit { self.limit(limit) }
        put(")")
        suffixes(call)
    }

    private mutating func suffixes(_ call: FunctionCall) {
        if !call.withinGroup.isEmpty {
            put(" WITHIN GROUP (")
            order(call.withinGroup, prefix: "")
            put(")")
        }
        if let filter = call.filter {
            put(" FILTER (WHERE ")
            expression(filter)
            put(")")
        }
        switch call.over {
        case .named(let name):
            put(" OVER ")
            self.name(name)
        case .specification(let window):
            put(" OVER ")
            self.window(window)
        case nil: break
        }
    }

    mutating func special(_ form: SpecialForm) {
        switch form {
        case .extract(let field, let value):
            put("EXTRACT(\(field.asciiUppercased) FROM ")
            expression(value)
            put(")")
        case .position(let part, let whole):
            put("POSITION(")
            operand(part, above: .comparison)
            put(" IN ")
            operand(whole, above: .comparison)
            put(")")
        case .trim(let side, let characters, let value): trim(side, characters, value)
        case .overlay(let value, let replacement, let from, let length):
            put("OVERLAY(")
            expression(value)
            put(" PLACING ")
            expression(replacement)
            put(" FROM ")
            expression(from)
            if let length {
                put(" FOR ")
                expression(length)
            }
            put(")")
        case .current(let word, let precision): put(word.asciiUppercased + (precision.map { "(\($0))" } ?? ""))
        case .interval(let value, let unit):
            put("INTERVAL ")
            operand(value, above: .sign)
            put(" " + unit.asciiUppercased)
        case .unitFunction(let name, let unit, let values):
            put("\(name.text)(\(unit.asciiUppercased), ")
            list(values) { $0.expression($1) }
            put(")")
        case .convert(let value, let charset):
            put("CONVERT(")
            expression(value)
            put(" USING ")
            name(charset)
            put(")")
        case .search(let columns, let value, let mode):
            put("MATCH (")
            list(columns) { $0.column($1) }
            put(") AGAINST (")
            operand(value, above: .comparison)
            put((mode == .plain ? "" : " ") + mode.rawValue + ")")
        }
    }

    private mutating func trim(_ side: SpecialForm.TrimSide, _ characters: Expression?, _ value: Expression) {
        put("TRIM(")
        if side != .both || characters != nil {
            put(side.rawValue + " ")
            if let characters {
                expression(characters)
                put(" ")
            }
            put("FROM ")
        }
        expression(value)
        put(")")
    }
}
