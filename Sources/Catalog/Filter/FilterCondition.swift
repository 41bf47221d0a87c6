package import JSON
package import SQL

/// One field and one operator, while the operand is parsed.
struct FilterCondition {
    let field: Field
    let path: FieldPath
    let operation: FilterOperator
    let calendar: FilterCalendar

    func read(_ value: JSONValue, _ count: inout FilterCount) throws(CatalogError) -> Filter {
        switch operation {
        case .equal, .notEqual: try equality(value, &count)
        case .greater: compare(.greater(try operand(value)))
        case .greaterOrEqual: compare(.greaterOrEqual(try operand(value)))
        case .less: compare(.less(try operand(value)))
        case .lessOrEqual: compare(.lessOrEqual(try operand(value)))
        case .oneOf: value.isNull ? .never : compare(.oneOf(try operands(value, &count)))
        case .noneOf: value.isNull ? .always : compare(.noneOf(try operands(value, &count)))
        case .between: try between(value)
        case .notBetween: .not(try between(value))
        case .like: try like(value)
        case .notLike: .not(try like(value))
        case .dateOn, .dateBetween: try within(value)
        case .dateNotOn: .not(try within(value))
        case .dateBefore: compare(.less(start(of: try dates(value).start)))
        case .dateNotBefore: compare(.greaterOrEqual(start(of: try dates(value).start)))
        case .dateAfter: compare(.greaterOrEqual(start(of: try dates(value).end)))
        case .dateNotAfter: compare(.less(start(of: try dates(value).end)))
        case .anyOf: compare(.array(.overlaps(try elements(value, &count))))
        case .arrayNoneOf: .not(compare(.array(.overlaps(try elements(value, &count)))))
        case .match: compare(.array(.equals(try elements(value, &count))))
        case .notMatch: .not(compare(.array(.equals(try elements(value, &count)))))
        case .arrayEmpty: try array(value, isEmpty: true)
        case .arrayNotEmpty: try array(value, isEmpty: false)
        case .includes, .startsWith, .endsWith: try text(value, &count)
        case .notIncludes, .notStartsWith, .notEndsWith: .not(try text(value, &count))
        case .isEmpty where hasElements: try array(value, isEmpty: true)
        case .isNotEmpty where hasElements: try array(value, isEmpty: false)
        case .isEmpty: try flag(value, .isEmpty, .isNotEmpty)
        case .isNotEmpty: try flag(value, .isNotEmpty, .isEmpty)
        case .isNull: try flag(value, .isNull, .isNotNull)
        case .isNotNull: try flag(value, .isNotNull, .isNull)
        case .isTrue: try flag(value, .isTrue, .isFalse)
        case .isFalse: try flag(value, .isFalse, .isTrue)
        case .exists, .notExists: throw wrong("belongs to relations, not to fields")
        }
    }

    private func compare(_ comparison: Comparison) -> Filter { .compare(path, comparison) }

    private func equality(_ value: JSONValue, _ count: inout FilterCount) throws(CatalogError) -> Filter {
        let positive = operation == .equal
        if value.isNull { return compare(positive ? .isNull : .isNotNull) }
        if value.array != nil {
            let list = try operands(value, &count)
            // Unlike `$notIn`, `$ne` with a list excludes NULL.
            return positive ? compare(.oneOf(list)) : .all([compare(.noneOf(list)), compare(.isNotNull)])
        }
        let operand = try operand(value)
        return compare(positive ? .equal(operand) : .notEqual(operand))
    }

    private func between(_ value: JSONValue) throws(CatalogError) -> Filter {
        guard let list = value.array, list.count == 2 else { throw wrong("takes a list of two values") }
        return compare(.between(try operand(list[0]), try operand(list[1])))
    }

    /// A pattern that means contains, starts with or ends with. Other uses of `%` and `_` would cost the engine too much for each row.
    private func like(_ value: JSONValue) throws(CatalogError) -> Filter {
        let expected = "takes text with % at its start or end and nowhere else, such as \"ab%\"; see also $includes"
        guard let text = value.string else { throw wrong(expected) }
        let starts = text.hasPrefix("%")
        let ends = text.count > 1 && text.hasSuffix("%")
        let inner = String(text.dropFirst(starts ? 1 : 0).dropLast(ends ? 1 : 0))
        guard !inner.contains(where: { $0 == "%" || $0 == "_" || $0 == "\\" }) else { throw wrong(expected) }
        guard starts || ends else { return compare(.equal(.value(try field.coerced(.text(text))))) }
        try check(inner)
        return compare(starts && ends ? .contains(inner) : starts ? .endsWith(inner) : .startsWith(inner))
    }

    /// The condition for a span of days, from the start of the first to the end of the last.
    private func within(_ value: JSONValue) throws(CatalogError) -> Filter {
        let list = value.array ?? [value, value]
        guard list.count == 2, operation == .dateBetween || value.array == nil else { throw wrong("takes a date, or for $dateBetween a list of two") }
        let from = start(of: try dates(list[0]).start)
        let until = start(of: try dates(list[1]).end)
        return .all([compare(.greaterOrEqual(from)), compare(.less(until))])
    }

    private func start(of day: String) -> Operand { .value(.text(calendar.start(of: day, field))) }

    /// The first day of a day, month or year, and the first day after it.
    private func dates(_ value: JSONValue) throws(CatalogError) -> (start: String, end: String) {
        let expected = "takes a date such as 2026-03-31, 2026-03, 2026, 2026-Q3 or 2026-W14, in a field of dates or times"
        guard field.type == .date || field.type == .timestamp else { throw wrong(expected) }
        if let object = value.object { return try relativeDates(object) }
        guard let text = value.string else { throw wrong(expected) }
        guard let name = Operand.dayName(in: text) else {
            guard let days = CalendarSpan(text) else { throw wrong(expected) }
            return (days.start, days.end)
        }
        guard let today = calendar.today else {
            throw wrong("takes a written date here: {{$nDate.…}} is of the moment of a call, and what is kept would keep its day")
        }
        guard let days = CalendarSpan(named: name, at: today) else {
            throw wrong("knows no {{$nDate.\(name.prefix(40))}}; there are \(CalendarSpan.names.joined(separator: ", "))")
        }
        return (days.start, days.end)
    }

    /// `{"type": "today"}` and the other names of `{{$nDate.…}}`; `{"type": "past", "number": 3, "unit": "month"}`.
    private func relativeDates(_ object: JSONObject) throws(CatalogError) -> (start: String, end: String) {
        guard let today = calendar.today else {
            throw wrong("takes a written date here: relative days are of the moment of a call, and what is kept would keep its day")
        }
        guard let days = CalendarSpan(relative: object, at: today) else {
            throw wrong(
                "takes {\"type\": \"today\"}, with one of \(CalendarSpan.names.joined(separator: ", ")), or past or next with number (1 to "
                    + "\(CalendarSpan.maximumUnits)) and unit (day, week, month, quarter, year)")
        }
        return (days.start, days.end)
    }

    /// Reads a text operator: a list means any of its texts, null means a null field.
    private func text(_ value: JSONValue, _ count: inout FilterCount) throws(CatalogError) -> Filter {
        if value.isNull { return compare(.isNull) }
        guard let list = value.array else { return compare(try pattern(value)) }
        try count.list(list.count)
        var parts: [Filter] = []
        for element in list { parts.append(compare(try pattern(element))) }
        return .any(parts)
    }

    /// Longest text. Unit: bytes. It stays below engines' own limits, whose errors occur only if a row exists and would reveal that one
    /// does.
    private static let longestText = 400

    private func check(_ text: String) throws(CatalogError) {
        guard Operand.attributeName(in: text) == nil else { throw wrong("takes no variable, only written text; $eq and $in do") }
        guard text.utf8.count <= Self.longestText, !text.utf8.contains(0) else { throw wrong("takes text of at most \(Self.longestText) bytes") }
    }

    private func pattern(_ value: JSONValue) throws(CatalogError) -> Comparison {
        guard let text = value.string ?? value.number?.text else { throw wrong("takes text") }
        try check(text)
        switch operation {
        case .startsWith, .notStartsWith: return .startsWith(text)
        case .endsWith, .notEndsWith: return .endsWith(text)
        default: return .contains(text)
        }
    }

    /// The elements of a list, each of them a scalar.
    private func elements(_ value: JSONValue, _ count: inout FilterCount) throws(CatalogError) -> [JSONValue] {
        try checkArray()
        let list = value.array ?? [value]
        try count.list(list.count)
        guard list.allSatisfy({ $0.object == nil && $0.array == nil && !$0.isNull && $0.string.flatMap(Operand.attributeName) == nil }) else {
            throw wrong("takes a list of written texts, numbers or booleans")
        }
        return list
    }

    private func array(_ value: JSONValue, isEmpty: Bool) throws(CatalogError) -> Filter {
        try checkArray()
        guard let wanted = value.isNull ? true : value.bool else { throw wrong("takes true or false") }
        let empty = compare(.array(.isEmpty))
        return wanted == isEmpty ? empty : .not(empty)
    }

    /// Whether an array without elements counts as empty. The elements of a type of an extension are unknown.
    private var hasElements: Bool { field.holdsArrays && field.extensionType == nil }

    private func checkArray() throws(CatalogError) {
        guard field.holdsArrays else { throw wrong("applies to fields of JSON or of arrays") }
    }

    /// Reads a test without an operand: `true` or nothing means the test, `false` its opposite.
    private func flag(_ value: JSONValue, _ yes: Comparison, _ no: Comparison) throws(CatalogError) -> Filter {
        if value.isNull { return compare(yes) }
        guard let wanted = value.bool else { throw wrong("takes true or false") }
        return compare(wanted ? yes : no)
    }

    private func operands(_ value: JSONValue, _ count: inout FilterCount) throws(CatalogError) -> [Operand] {
        guard let list = value.array else { return [try operand(value)] }
        try count.list(list.count)
        var out: [Operand] = []
        out.reserveCapacity(list.count)
        for element in list { out.append(try operand(element)) }
        return out
    }

    private func operand(_ value: JSONValue) throws(CatalogError) -> Operand {
        if value.string.flatMap(Operand.dayName) != nil {
            throw wrong("takes no {{$nDate.…}}, which is of days: $dateOn, $dateBefore, $dateAfter, $dateBetween and their opposites do")
        }
        if let name = value.string.flatMap(Operand.attributeName) { return .attribute(name) }
        guard let given = SQLValue(scalar: value) else { throw wrong("takes a plain value; for null use $null") }
        return .value(try field.coerced(given))
    }

    private func wrong(_ what: String) -> CatalogError { invalid("filter: '\(operation.rawValue)' of field '\(field.name)' \(what)") }
}

extension SQLValue {
    /// A scalar JSON value; nil for null, lists and objects.
    package init?(scalar json: JSONValue) {
        switch json {
        case .bool(let flag): self = .bool(flag)
        case .string(let text): self = .text(text)
        case .number(let number):
            if let whole = number.int { self = .int(whole) } else { self = .decimal(number.text) }
        case .null, .array, .object: return nil
        }
    }
}

extension Operand {
    /// The attribute that a text such as `{{$user.id}}` or `{{ctx.state.currentUser.id}}` means; nil for other text.
    static func attributeName(in text: String) -> String? {
        guard text.hasPrefix("{{"), text.hasSuffix("}}"), text.utf8.count >= 4 else { return nil }
        var name = text.dropFirst(2).dropLast(2)
        while name.first == " " { name = name.dropFirst() }
        while name.last == " " { name = name.dropLast() }
        if name == "$nRole" || name == "ctx.state.currentRole" { return "role" }
        let prefix = "ctx.state.currentUser."
        let attribute = name.hasPrefix(prefix) ? "user." + name.dropFirst(prefix.count) : String(name.hasPrefix("$") ? name.dropFirst() : name)
        return fieldsOfUsers[attribute] ?? attribute
    }

    /// Fields of NocoBase's users that have another name here.
    private static let fieldsOfUsers = ["user.username": "user.name", "user.nickname": "user.displayName"]

    /// The name of the days that a text such as `{{$nDate.today}}` means.
    static func dayName(in text: String) -> String? {
        guard let name = attributeName(in: text), name.hasPrefix("nDate.") else { return nil }
        return String(name.dropFirst("nDate.".count))
    }
}
