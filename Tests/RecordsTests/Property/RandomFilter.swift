import Catalog
import JSON
import SeededRandom

/// A random filter as JSON, and its meaning as plain Swift.
indirect enum RandomFilter: Sendable {
    case all([RandomFilter])
    case any([RandomFilter])
    case not(RandomFilter)
    case compare(field: String, operation: String, operand: JSONValue)
    /// Comparisons of one field, combined below its name.
    case field(String, RandomFilter)
    case related(RandomWorld.Way, RandomFilter)
    case exists(RandomWorld.Way, Bool)

    /// - Parameters:
    ///   - ways: what it may go through; counted down.
    init(_ table: RandomWorld.Table, _ world: RandomWorld, depth: Int = 3, ways: inout Int, _ numbers: inout SeededGenerator) {
        let choice = depth == 0 ? 0 : numbers.below(10)
        let known = RandomWorld.Way.allCases.filter { $0.from == table && $0.hops <= ways }
        switch choice {
        case 5, 6:
            let parts = (0..<1 + numbers.below(3)).map { _ in RandomFilter(table, world, depth: depth - 1, ways: &ways, &numbers) }
            self = choice == 5 ? .all(parts) : .any(parts)
        case 7: self = .not(RandomFilter(table, world, depth: depth - 1, ways: &ways, &numbers))
        case 8 where !known.isEmpty, 9 where !known.isEmpty:
            let way = numbers.pick(known)
            ways -= way.hops
            self =
                numbers.chance(percent: 15)
                ? .exists(way, numbers.chance(percent: 50)) : .related(way, RandomFilter(way.to, world, depth: depth - 1, ways: &ways, &numbers))
        default:
            let column = numbers.pick(world.columns[table] ?? [])
            let condition = Self.condition(column, depth: depth == 0 || numbers.chance(percent: 70) ? 0 : 2, &numbers)
            if case .compare = condition { self = condition } else { self = .field(column.name, condition) }
        }
    }

    private static func condition(_ column: (name: String, kind: CellKind), depth: Int, _ numbers: inout SeededGenerator) -> RandomFilter {
        switch depth == 0 ? 0 : numbers.below(5) {
        case 1, 2: .all((0..<1 + numbers.below(3)).map { _ in condition(column, depth: depth - 1, &numbers) })
        case 3: .any((0..<1 + numbers.below(3)).map { _ in condition(column, depth: depth - 1, &numbers) })
        case 4: .not(condition(column, depth: depth - 1, &numbers))
        default:
            switch comparison(column.kind, &numbers) {
            case (let operation, let operand): .compare(field: column.name, operation: operation, operand: operand)
            }
        }
    }

    private static func comparison(_ kind: CellKind, _ numbers: inout SeededGenerator) -> (String, JSONValue) {
        guard kind != .list else {
            switch numbers.pick(["$anyOf", "$noneOf", "$match", "$notMatch", "$empty", "$notEmpty", "$arrayEmpty", "$arrayNotEmpty", "$null"]) {
            case let operation where operation.hasSuffix("mpty") || operation == "$null": return (operation, .bool(numbers.chance(percent: 70)))
            case let operation: return (operation, kind.random(&numbers).json)
            }
        }
        var operations = ["$eq", "$ne", "$in", "$notIn", "$null", "$notNull"]
        if kind != .bool { operations += ["$gt", "$gte", "$lt", "$lte", "$between", "$notBetween"] }
        switch kind {
        case .text: operations += ["$includes", "$notIncludes", "$startsWith", "$notStartsWith", "$endWith", "$notEndWith", "$empty", "$notEmpty"]
        case .bool: operations += ["$isTruly", "$isFalsy"]
        case .date: operations += ["$dateOn", "$dateNotOn", "$dateBefore", "$dateNotBefore", "$dateAfter", "$dateNotAfter"]
        case .int, .list: break
        }
        let operation = numbers.pick(operations)
        switch operation {
        case "$null", "$notNull", "$empty", "$notEmpty", "$isTruly", "$isFalsy": return (operation, .bool(numbers.chance(percent: 70)))
        case "$in", "$notIn": return (operation, .array((0..<numbers.below(3)).map { _ in kind.random(&numbers).json }))
        case "$between", "$notBetween": return (operation, .array([kind.random(&numbers).json, kind.random(&numbers).json]))
        case "$eq" where numbers.chance(percent: 15), "$ne" where numbers.chance(percent: 15): return (operation, .null)
        default: return (operation, kind.random(&numbers).json)
        }
    }

    var json: JSONValue {
        switch self {
        case .all(let parts): return ["$and": .array(parts.map(\.json))]
        case .any(let parts): return ["$or": .array(parts.map(\.json))]
        case .not(let inner): return ["$not": inner.json]
        case .compare(let field, let operation, let operand): return object((field, object((operation, operand))))
        case .field(let name, let conditions): return object((name, conditions.condition))
        // The two spellings of one path mean the same.
        case .related(let way, .compare(let field, let operation, let operand)):
            return object(("\(way.rawValue).\(field).\(operation)", operand))
        case .related(let way, let inner): return object((way.rawValue, inner.json))
        case .exists(let way, let isThere): return object((way.rawValue, object((isThere ? "$exists" : "$notExists", true))))
        }
    }

    /// What stands below the name of the field that all its comparisons have.
    private var condition: JSONValue {
        switch self {
        case .all(let parts): object(("$and", .array(parts.map(\.condition))))
        case .any(let parts): object(("$or", .array(parts.map(\.condition))))
        case .not(let inner): object(("$not", inner.condition))
        case .compare(_, let operation, let operand): object((operation, operand))
        case .field, .related, .exists: preconditionFailure("not below a field")
        }
    }

    /// Fields and ways that it names, from a table on.
    func names(_ table: RandomWorld.Table) -> (fields: [(table: RandomWorld.Table, field: String)], ways: [RandomWorld.Way]) {
        switch self {
        case .all(let parts), .any(let parts):
            let all = parts.map { $0.names(table) }
            return (all.flatMap { $0.fields }, all.flatMap { $0.ways })
        case .not(let inner): return inner.names(table)
        case .compare(let field, _, _), .field(let field, _): return ([(table, field)], [])
        case .exists(let way, _): return ([], [way])
        case .related(let way, let inner):
            let behind = inner.names(way.to)
            return (behind.fields, [way] + behind.ways)
        }
    }
}

/// The meaning of filters, evaluated row by row: slow and simple. Null makes a comparison false, except for operators that match null.
struct FilterOracle: Sendable {
    let world: RandomWorld
    /// Whether the caller sees a row.
    let sees: @Sendable (RandomWorld.Table, RandomWorld.Row) -> Bool
    /// Whether the caller sees a row of the join table.
    let seesLink: @Sendable (Int64, Int64) -> Bool

    /// - Parameter row: nil stands for a row of nulls, where a relation leads to none.
    func holds(_ filter: RandomFilter, _ row: RandomWorld.Row?) -> Bool {
        switch filter {
        case .all(let parts): return parts.allSatisfy { holds($0, row) }
        case .any(let parts): return parts.contains { holds($0, row) }
        case .not(let inner): return !holds(inner, row)
        case .field(_, let conditions): return holds(conditions, row)
        case .compare(let field, let operation, let operand): return Self.compare(row?.cells[field] ?? .null, operation, operand)
        case .exists(let way, let isThere): return related(row, way).isEmpty != isThere
        case .related(let way, let inner):
            let rows = related(row, way)
            return rows.isEmpty ? holds(inner, nil) : rows.contains { holds(inner, $0) }
        }
    }

    func related(_ row: RandomWorld.Row?, _ way: RandomWorld.Way) -> [RandomWorld.Row] {
        guard let row else { return [] }
        return world.related(row, way).compactMap { other, link in
            let isLinked = link.map { seesLink($0.item, $0.box) } ?? true
            return isLinked && sees(way.to, other) ? other : nil
        }
    }

    static func compare(_ cell: Cell, _ operation: String, _ operand: JSONValue) -> Bool {
        switch operation {
        case "$eq": return operand.isNull ? cell == .null : cell != .null && cell.json == operand
        case "$ne": return !compare(cell, "$eq", operand)
        case "$in": return cell != .null && (operand.array ?? []).contains(cell.json)
        case "$notIn": return !compare(cell, "$in", operand)
        case "$null": return (cell == .null) == (operand.bool == true)
        case "$notNull": return !compare(cell, "$null", operand)
        case "$empty", "$arrayEmpty": return (cell == .null || cell == .text("") || cell == .list([])) == (operand.bool == true)
        case "$arrayNotEmpty": return !compare(cell, "$empty", operand)
        case "$anyOf", "$match":
            guard case .list(let elements) = cell else { return false }
            let others = Set((operand.array ?? []).compactMap(\.string))
            return operation == "$match" ? Set(elements) == others : !others.isDisjoint(with: elements)
        case "$noneOf": return !compare(cell, "$anyOf", operand)
        case "$notMatch": return !compare(cell, "$match", operand)
        case "$notEmpty": return !compare(cell, "$empty", operand)
        case "$isTruly": return (cell == .bool(true)) == (operand.bool == true)
        case "$isFalsy": return !compare(cell, "$isTruly", operand)
        case "$gt": return order(cell, operand) { $0 > 0 }
        case "$gte": return order(cell, operand) { $0 >= 0 }
        case "$lt", "$dateBefore": return order(cell, operand) { $0 < 0 }
        case "$lte": return order(cell, operand) { $0 <= 0 }
        case "$dateNotBefore": return order(cell, operand) { $0 >= 0 }
        case "$dateAfter": return order(cell, operand) { $0 > 0 }
        case "$dateNotAfter": return order(cell, operand) { $0 <= 0 }
        case "$between": return order(cell, operand[0] ?? .null) { $0 >= 0 } && order(cell, operand[1] ?? .null) { $0 <= 0 }
        case "$notBetween": return !compare(cell, "$between", operand)
        case "$dateOn": return order(cell, operand) { $0 == 0 }
        case "$dateNotOn": return !compare(cell, "$dateOn", operand)
        case "$includes": return text(cell, operand) { $0.contains($1) || $1.isEmpty }
        case "$startsWith": return text(cell, operand) { $0.hasPrefix($1) }
        case "$endWith": return text(cell, operand) { $0.hasSuffix($1) }
        case "$notIncludes": return !compare(cell, "$includes", operand)
        case "$notStartsWith": return !compare(cell, "$startsWith", operand)
        case "$notEndWith": return !compare(cell, "$endWith", operand)
        default: preconditionFailure("no such operator: \(operation)")
        }
    }

    private static func order(_ cell: Cell, _ operand: JSONValue, _ holds: (Int) -> Bool) -> Bool {
        switch cell {
        case .null, .bool, .list: return false
        case .int(let number):
            guard let other = operand.int else { return false }
            return holds(number < other ? -1 : number > other ? 1 : 0)
        case .text(let text), .date(let text):
            guard let other = operand.string else { return false }
            let isLess = text.utf8.lexicographicallyPrecedes(other.utf8)
            return holds(isLess ? -1 : text == other ? 0 : 1)
        }
    }

    private static func text(_ cell: Cell, _ operand: JSONValue, _ holds: (String, String) -> Bool) -> Bool {
        guard case .text(let text) = cell, let other = operand.string else { return false }
        return holds(text.lowercased(), other.lowercased())
    }
}
