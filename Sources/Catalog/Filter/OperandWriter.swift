import SQL
import SQLSyntax
import Store

/// Writes one comparison of a column with bound values in one dialect.
struct OperandWriter: Sendable {
    let dialect: Dialect

    func write(_ comparison: Comparison, _ field: Field, column: Statement) throws(CatalogError) -> Statement {
        if dialect == .mysql, holdsText(field), let exact = try exactly(comparison, field, column) { return exact }
        if dialect == .sqlite, let moments = try moments(comparison, field, column) { return moments }
        if dialect == .sqlite, let identifiers = try identifiers(comparison, field, column) { return identifiers }
        let left = try compared(column, field, comparison)
        func compare(_ sign: EngineOperator, _ operand: Operand) throws(CatalogError) -> Statement {
            "\(left) \(field.sign(sign)) \(try value(operand, field))"
        }
        switch comparison {
        case .equal(let one): return try compare(.equal, one)
        case .notEqual(let one): return "(\(try compare(.notEqual, one)) OR \(column) IS NULL)"
        case .less(let one): return try compare(.less, one)
        case .lessOrEqual(let one): return try compare(.lessOrEqual, one)
        case .greater(let one): return try compare(.greater, one)
        case .greaterOrEqual(let one): return try compare(.greaterOrEqual, one)
        case .between(let low, let high): return "(\(try compare(.greaterOrEqual, low)) AND \(try compare(.lessOrEqual, high)))"
        case .oneOf(let list): return list.isEmpty ? "1 = 0" : try among(list, field, left)
        case .noneOf(let list): return list.isEmpty ? "1 = 1" : "((NOT \(try among(list, field, left))) OR \(column) IS NULL)"
        case .contains(let text): return try like("%\(escaped(text))%", field, column)
        case .startsWith(let text): return try like("\(escaped(text))%", field, column)
        case .endsWith(let text): return try like("%\(escaped(text))", field, column)
        case .isNull: return "\(column) IS NULL"
        case .isNotNull: return "\(column) IS NOT NULL"
        case .isEmpty: return holdsText(field) ? "(\(column) IS NULL OR \(left) \(field.sign(.equal)) \(field.typed("''")))" : "\(column) IS NULL"
        case .isNotEmpty:
            return holdsText(field) ? "(\(column) IS NOT NULL AND \(left) \(field.sign(.notEqual)) \(field.typed("''")))" : "\(column) IS NOT NULL"
        case .isTrue: return "\(try truth(column, field)) IS TRUE"
        case .isFalse: return "\(try truth(column, field)) IS NOT TRUE"
        case .array(let test):
            // Converting it to JSON would run a function that a user defined for the type.
            if let type = field.extensionType {
                throw invalid("filter: field '\(field.name)' has the type \(type.schema).\(type.name), of whose elements nothing can be asked")
            }
            return array(test, field, column)
        }
    }

    /// The column in the form that is compared: text by its bytes, whatever its collation; PostgreSQL arrays and extension types, which can
    /// be compared with text only after a cast, as text.
    /// - Throws: for a type whose operators are unknown, if the comparison needs one.
    private func compared(_ column: Statement, _ field: Field, _ comparison: Comparison) throws(CatalogError) -> Statement {
        if let type = field.extensionType, type.comparison == .cast, !comparison.operands.isEmpty || comparison.isPattern {
            throw invalid(
                "filter: field '\(field.name)' has the type \(type.schema).\(type.name), for which somebody made a function that casts its values; it "
                    + "can be read, and compared with $null and $notNull")
        }
        if let type = field.extensionType, type.comparison == .none, !comparison.operands.isEmpty {
            throw invalid(
                "filter: field '\(field.name)' has the type \(type.schema).\(type.name), whose operators are not known here; "
                    + "it can be read, and compared with $null and $notNull")
        }
        switch dialect {
        case .sqlite: return holdsText(field) ? "\(column) COLLATE BINARY" : column
        case .mysql: return column
        case .postgresql:
            if field.type == .other { return "CAST(\(column) AS \(engine: "text"))" }
            // Equality can use the column's index: PostgreSQL's collations treat only equal bytes as equal, unless they are
            // nondeterministic.
            guard comparison.isOrder || field.hasNondeterministicCollation, field.type == .text, field.extensionType == nil,
                field.allowedValues.isEmpty
            else {
                return column
            }
            return "CAST(\(column) AS \(engine: "text")) COLLATE pg_catalog.\(Identifier("C"))"
        }
    }

    /// Whether the column has one of several values.
    private func among(_ list: [Operand], _ field: Field, _ left: Statement) throws(CatalogError) -> Statement {
        guard dialect == .postgresql else { return "\(left) IN (\(try values(list, field)))" }
        // `IN` would look its operator up along the search path. An array needs values whose type does not depend on the column.
        let isTyped =
            switch field.type {
            case .integer, .decimal, .double, .uuid: true
            default: field.extensionType?.comparison == .own
            }
        if isTyped { return "\(left) \(field.sign(.equal)) ANY (ARRAY[\(try values(list, field))])" }
        var each: [Statement] = []
        for operand in list { each.append("\(left) \(field.sign(.equal)) \(try value(operand, field))") }
        return "(\(Statement.joined(each, by: " OR ")))"
    }

    func values(_ list: [Operand], _ field: Field) throws(CatalogError) -> Statement {
        var out: [Statement] = []
        out.reserveCapacity(list.count)
        for operand in list { out.append(try value(operand, field)) }
        return Statement.joined(out, by: ", ")
    }

    func value(_ operand: Operand, _ field: Field) throws(CatalogError) -> Statement {
        let value = try coerced(operand, field)
        return switch dialect {
        case .postgresql: try postgreSQL(value, field)
        case .mysql: try mySQL(value, field)
        case .sqlite: "\(plain(value))"
        }
    }

    /// The operand's value in the form that the field is compared with.
    func coerced(_ operand: Operand, _ field: Field) throws(CatalogError) -> SQLValue {
        switch operand {
        case .attribute(let name): throw invalid("filter: '\(excerpt(name))' has no value for this caller")
        case .value(let given): return try field.coerced(given)
        }
    }

    /// A decimal as a number on SQLite, which stores decimals as numbers: text would not match in a view, whose columns have no affinity.
    private func plain(_ value: SQLValue) -> SQLValue {
        guard case .decimal(let text) = value, dialect == .sqlite else { return value }
        if let whole = Int64(text) { return .int(whole) }
        return Double(text).map { .double($0) } ?? value
    }

    private func postgreSQL(_ value: SQLValue, _ field: Field) throws(CatalogError) -> Statement {
        // Without a cast PostgreSQL gives a value the type of the column, and refuses 3.5 or a large number for a small integer column.
        if field.extensionType?.comparison == .own { return field.typed("\(value)") }
        // PostgreSQL accepts no other value for an enumerated type.
        if case .text(let text) = value, !field.allowedValues.isEmpty, !field.allowedValues.contains(text) {
            throw invalid("filter: field '\(field.name)' expects \(field.allowedValueWords)")
        }
        switch (field.type, value) {
        case (.integer, .int): return "CAST(\(value) AS bigint)"
        case (.integer, .double), (.decimal, .int), (.decimal, .double), (.decimal, .decimal): return "CAST(\(value) AS numeric)"
        case (.double, .int), (.double, .double): return "CAST(\(value) AS double precision)"
        case (.uuid, .text): return "CAST(\(value) AS \(engine: "uuid"))"
        case (.time, .text): return "CAST(\(value) AS time)"
        case (.date, .text(let text)):
            return DatabaseText.isDate(text)
                ? "CAST(\(value) AS \(engine: "date"))" : "(CAST(\(instant(text)) AS timestamp with time zone) AT TIME ZONE 'UTC')"
        case (.timestamp, .text(let text)):
            let zoned: Statement = "CAST(\(instant(text)) AS timestamp with time zone)"
            return field.declaredType.contains("without time zone") ? "(\(zoned) AT TIME ZONE 'UTC')" : zoned
        case (.date, _), (.timestamp, _), (.time, _):
            throw invalid("filter: field '\(field.name)' expects \(field.type.expectation)")
        case (.other, let given): return "\(SQLValue.text(text(of: given)))"
        default: return "\(value)"
        }
    }

    /// The time in one format, in UTC whatever the session's zone is. The engine must be able to parse it, because a parse error occurs
    /// only if a row exists and would reveal that one does.
    private func instant(_ text: String) -> String { Timestamp(microseconds: TimeText.microseconds(of: text) ?? 0).rfc3339 }

    private func text(of value: SQLValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .decimal(let text), .text(let text): text
        case .null, .blob: ""
        }
    }

    func holdsText(_ field: Field) -> Bool {
        // An empty text is not a value of PostgreSQL's enumerated types.
        field.type == .text && (dialect != .postgresql || field.allowedValues.isEmpty) || (field.type == .other && dialect == .sqlite)
    }

    private func truth(_ column: Statement, _ field: Field) throws(CatalogError) -> Statement {
        guard field.type == .boolean || (field.type == .integer && dialect != .postgresql) else {
            throw invalid("filter: field '\(field.name)' holds \(field.type.rawValue); $isTruly and $isFalsy apply to booleans")
        }
        return column
    }

    /// Writes a LIKE condition, which ignores the case of ASCII letters on all engines. `!` escapes, because a backslash has its own
    /// meaning in MySQL.
    private func like(_ pattern: String, _ field: Field, _ column: Statement) throws(CatalogError) -> Statement {
        guard field.type != .blob else { throw invalid("filter: field '\(field.name)' holds bytes; text operators do not apply") }
        return switch dialect {
        case .sqlite: "\(column) LIKE \(pattern) ESCAPE '!'"
        case .postgresql:
            "\(searched(column, field)) \(EngineOperator.likeAnyCase) \(engine: "like_escape")(\(pattern), '!')"
        case .mysql:
            // Independent of the column's collation.
            "LOWER(CONVERT(CAST(\(column) AS CHAR) USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(\(pattern)) ESCAPE '!'"
        }
    }

    /// The text to search on PostgreSQL, which cannot search parts of text under a nondeterministic collation.
    private func searched(_ column: Statement, _ field: Field) -> Statement {
        let text: Statement = "CAST(\(column) AS \(engine: "text"))"
        return field.hasNondeterministicCollation ? "\(text) COLLATE pg_catalog.\(Identifier("default"))" : text
    }

    private func escaped(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "!" { out.append("!") }
            out.append(scalar)
        }
        return String(out)
    }
}
