import JSON
import SeededRandom

/// Random filters with their meaning in plain Swift.
extension RuleWorld {
    /// - Parameter hidden: columns that it does not name.
    func filter(_ random: inout SeededGenerator, without hidden: Set<String> = []) -> JSONValue {
        while true {
            let drawn = tree(&random, depth: 3, without: hidden)
            // A filter that goes through more relations is refused.
            if drawn.description.ranges(of: "\"owner").count <= 4 { return drawn }
        }
    }

    private func tree(_ random: inout SeededGenerator, depth: Int, without hidden: Set<String>) -> JSONValue {
        guard depth > 0, random.chance(percent: 45) else { return condition(&random, without: hidden) }
        let parts = (0..<(1 + random.below(3))).map { _ in tree(&random, depth: depth - 1, without: hidden) }
        switch random.below(4) {
        case 0: return ["$not": parts[0]]
        case 1: return ["$or": .array(parts)]
        default: return ["$and": .array(parts)]
        }
    }

    private func condition(_ random: inout SeededGenerator, without hidden: Set<String>) -> JSONValue {
        if random.once(in: 10) {
            let name = random.pick(["Ada", "ada", "Bo", "Cy"])
            return random.chance(percent: 50) ? ["owner": ["name": .string(name)]] : ["owner.name": ["$ne": .string(name)]]
        }
        let column = random.pick(columns.filter { !hidden.contains($0.name) })
        return [column.name: comparison(column, &random)]
    }

    private func comparison(_ column: Column, _ random: inout SeededGenerator) -> JSONValue {
        func value() -> JSONValue { Self.json(random.pick(Self.pool(column.kind)), column.kind, &random) }
        func values() -> JSONValue { .array((0..<(1 + random.below(3))).map { _ in value() }) }
        var names = ["plain", "$eq", "$ne", "$in", "$notIn", "$null", "$notNull", "$empty", "$notEmpty"]
        if column.hasOrder { names += ["$gt", "$gte", "$lt", "$lte", "$between", "$notBetween"] }
        if column.isText { names += ["$includes", "$notIncludes", "$startsWith", "$notStartsWith", "$endsWith", "$notEndsWith"] }
        if column.kind == .flag { names += ["$isTruly", "$isFalsy"] }
        if column.kind == .day || column.kind == .moment {
            names += ["$dateOn", "$dateNotOn", "$dateBefore", "$dateNotBefore", "$dateAfter", "$dateNotAfter"]
        }
        let name = random.pick(names)
        switch name {
        case "plain": return random.once(in: 8) ? .null : value()
        case "$in", "$notIn": return [name: values()]
        case "$between", "$notBetween": return [name: [value(), value()]]
        case "$null", "$notNull", "$empty", "$notEmpty", "$isTruly", "$isFalsy": return [name: .bool(random.chance(percent: 80))]
        case _ where name.hasPrefix("$date"): return [name: .string(random.pick(["1999", "2026", "2026-01", "2026-02", "2026-01-01", "2026-02-28"]))]
        case _ where name.hasSuffix("ncludes") || name.hasSuffix("With"):
            let text = random.pick(["g", "OLD", "gold", " ", "%", "_", "!", "'", "漢", "\\", "ze"])
            return [name: .string(text)]
        default: return [name: value()]
        }
    }

    /// Numbers also as text, moments also in another zone, identifiers also in large letters.
    private static func json(_ text: String, _ kind: Kind, _ random: inout SeededGenerator) -> JSONValue {
        switch kind {
        case .whole, .exact, .double:
            guard random.chance(percent: 70), let number = JSONNumber(text: text) else { return .string(text) }
            return .number(number)
        case .flag: return .bool(text == "true")
        case .moment where random.chance(percent: 30): return .string(text.replacing("T00:00:00Z", with: "T05:30:00+05:30"))
        case .uuid where random.chance(percent: 30): return .string(text.uppercased())
        default: return .string(text)
        }
    }

    // MARK: The oracle

    /// The ids of the rows that match a rule and a caller's filter, in order.
    func ids(rule: JSONValue = [:], asked: JSONValue = [:]) -> [Int64] {
        rows.filter { holds(rule, $0, isRule: true) && holds(asked, $0, isRule: false) }.map(\.id)
    }

    /// - Parameter isRule: a rule means the related rows that there are; to a caller all fields of one that is not there are null.
    private func holds(_ filter: JSONValue, _ row: Row, isRule: Bool) -> Bool {
        (filter.object ?? [:]).allSatisfy { name, value in
            switch name {
            case "$and": return value.array?.allSatisfy { holds($0, row, isRule: isRule) } ?? false
            case "$or": return value.array?.contains { holds($0, row, isRule: isRule) } ?? false
            case "$not": return !holds(value, row, isRule: isRule)
            case "owner": return owner(row) != nil && owner(row) == value["name"]?.string
            case "owner.name": return owner(row).map { $0 != value["$ne"]?.string } ?? !isRule
            default:
                guard let column = columns.first(where: { $0.name == name }), let cell = row.cells[name] else { return false }
                return holds(value, column, cell)
            }
        }
    }

    private func owner(_ row: Row) -> String? { row.owner.flatMap { id in Self.owners.first { $0.id == id }?.name } }

    private func holds(_ comparison: JSONValue, _ column: Column, _ cell: Cell) -> Bool {
        guard let (name, value) = comparison.object?.first.map({ ($0.key, $0.value) }) else {
            return comparison.isNull ? cell == .null : equals(cell, comparison, column)
        }
        let isPositive = value.bool ?? true
        let isEmpty = cell == .null || (column.isText && cell == .text(""))
        let known = cell != .null
        switch name {
        case "$eq": return value.isNull ? !known : equals(cell, value, column)
        case "$ne": return value.isNull ? known : !equals(cell, value, column)
        case "$in": return value.array?.contains { equals(cell, $0, column) } ?? false
        case "$notIn": return !(value.array?.contains { equals(cell, $0, column) } ?? false)
        case "$null": return known != isPositive
        case "$notNull": return known == isPositive
        case "$empty": return isEmpty == isPositive
        case "$notEmpty": return isEmpty != isPositive
        case "$isTruly": return (cell == .flag(true)) == isPositive
        case "$isFalsy": return (cell != .flag(true)) == isPositive
        case "$gt": return known && order(cell, value, column) > 0
        case "$gte": return known && order(cell, value, column) >= 0
        case "$lt": return known && order(cell, value, column) < 0
        case "$lte": return known && order(cell, value, column) <= 0
        case "$between": return known && isBetween(cell, value, column)
        case "$notBetween": return !(known && isBetween(cell, value, column))
        case "$dateOn": return known && days(cell, column, value) { $0 >= $1 && $0 < $2 }
        case "$dateNotOn": return !(known && days(cell, column, value) { $0 >= $1 && $0 < $2 })
        case "$dateBefore": return known && days(cell, column, value) { day, start, _ in day < start }
        case "$dateNotBefore": return known && days(cell, column, value) { day, start, _ in day >= start }
        case "$dateAfter": return known && days(cell, column, value) { day, _, end in day >= end }
        case "$dateNotAfter": return known && days(cell, column, value) { day, _, end in day < end }
        default: return matches(name, value.string ?? "", cell)
        }
    }

    private func equals(_ cell: Cell, _ value: JSONValue, _ column: Column) -> Bool { cell != .null && order(cell, value, column) == 0 }

    private func isBetween(_ cell: Cell, _ value: JSONValue, _ column: Column) -> Bool {
        order(cell, value[0] ?? .null, column) >= 0 && order(cell, value[1] ?? .null, column) <= 0
    }

    /// Less than, equal to or greater than zero.
    private func order(_ cell: Cell, _ value: JSONValue, _ column: Column) -> Int {
        let text = value.string ?? value.bool.map { $0 ? "true" : "false" } ?? "\(value)"
        let other: Cell =
            switch column.kind {
            case .uuid: .text(text.lowercased())
            case .moment: .number(Self.seconds(text))
            default: Self.cell(text, column.kind)
            }
        switch (cell, other) {
        case (.number(let left), .number(let right)): return left < right ? -1 : left == right ? 0 : 1
        case (.flag(let left), .flag(let right)): return left == right ? 0 : 1
        case (.text(let left), .text(let right)):
            let (left, right) = column.kind == .looseType ? (left.lowercased(), right.lowercased()) : (left, right)
            return left == right ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        default: return 1
        }
    }

    /// The day of a cell with the first day of a span, and the first after it.
    private func days(_ cell: Cell, _ column: Column, _ span: JSONValue, _ holds: (String, String, String) -> Bool) -> Bool {
        let day: String
        switch cell {
        case .text(let text): day = text
        // The pool's moments lie in few days.
        case .number(let seconds): day = Self.pool(.moment).first { Self.seconds($0) == seconds }.map { String($0.prefix(10)) } ?? ""
        default: return false
        }
        let ends = [
            "1999": "2000-01-01", "2026": "2027-01-01", "2026-01": "2026-02-01", "2026-02": "2026-03-01", "2026-01-01": "2026-01-02",
            "2026-02-28": "2026-03-01",
        ]
        let text = span.string ?? ""
        // A month begins before its days: as text too.
        return holds(day, text.count == 4 ? "\(text)-01-01" : text.count == 7 ? "\(text)-01" : text, ends[text] ?? "")
    }

    /// Without regard to upper and lower case of ASCII.
    private func matches(_ name: String, _ text: String, _ cell: Cell) -> Bool {
        let isNegative = name.hasPrefix("$not")
        guard case .text(let whole) = cell else { return isNegative }
        let (left, right) = (Array(whole.lowercased().utf8), Array(text.lowercased().utf8))
        let kind = name.lowercased()
        let found: Bool
        if kind.hasSuffix("startswith") {
            found = left.starts(with: right)
        } else if kind.hasSuffix("endswith") {
            found = left.reversed().starts(with: right.reversed())
        } else {
            found = left.indices.contains { left[$0...].starts(with: right) } || right.isEmpty
        }
        return found != isNegative
    }
}
