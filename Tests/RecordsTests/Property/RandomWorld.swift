import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import SeededRandom

/// A value of a row, as plain Swift has it.
enum Cell: Hashable, Sendable {
    case null
    case int(Int64)
    case text(String)
    case bool(Bool)
    /// `YYYY-MM-DD`.
    case date(String)
    /// The elements of a JSON array.
    case list([String])

    private static func array(_ elements: [String]) -> JSONValue { .array(elements.map { .string($0) }) }

    var json: JSONValue {
        switch self {
        case .null: .null
        case .int(let number): .number(JSONNumber(number))
        case .text(let text), .date(let text): .string(text)
        case .bool(let flag): .bool(flag)
        case .list(let elements): Self.array(elements)
        }
    }

    var sql: SQLValue {
        switch self {
        case .null: .null
        case .int(let number): .int(number)
        case .text(let text), .date(let text): .text(text)
        case .bool(let flag): .bool(flag)
        case .list(let elements): .text(Self.array(elements).description)
        }
    }
}

enum CellKind: CaseIterable, Sendable {
    case int, text, bool, date, list

    func random(_ numbers: inout SeededGenerator) -> Cell {
        switch self {
        case .int: .int(Int64(numbers.below(5)) - 1)
        case .text: .text((0..<numbers.below(3)).map { _ in numbers.pick(["a", "A", "b", "%", "_", " "]) }.joined())
        case .bool: .bool(numbers.chance(percent: 50))
        case .date: .date("2026-0\(1 + numbers.below(2))-0\(1 + numbers.below(3))")
        case .list: .list((0..<numbers.below(3)).map { _ in numbers.pick(["a", "b", "c"]) })
        }
    }

    func type(_ engine: DataEngine) -> Statement {
        switch self {
        case .int: "INTEGER"
        case .text: "VARCHAR(10)"
        case .bool: "BOOLEAN"
        case .date: "DATE"
        case .list: engine == .postgresql ? "JSONB" : "JSON"
        }
    }
}

/// Two tables of random columns and rows, with a foreign key between them and a join table.
struct RandomWorld: Sendable {
    enum Table: String, CaseIterable, Sendable { case items, boxes }

    /// The ways between the tables, by their names as relations.
    enum Way: String, CaseIterable, Sendable {
        case box, boxes, items, throughJoin = "items_through_items_boxes"

        var from: Table { self == .box || self == .boxes ? .items : .boxes }
        var to: Table { from == .items ? .boxes : .items }
        var isThroughJoin: Bool { self == .boxes || self == .throughJoin }
        /// Tables that a condition goes into.
        var hops: Int { isThroughJoin ? 2 : 1 }
    }

    struct Row: Hashable, Sendable {
        let id: Int64
        let cells: [String: Cell]
    }

    let columns: [Table: [(name: String, kind: CellKind)]]
    let rows: [Table: [Row]]
    /// The box of each item that has one.
    let boxes: [Int64: Int64]
    /// Which items and boxes the join table relates.
    let links: [(item: Int64, box: Int64)]

    init(_ numbers: inout SeededGenerator) {
        var columns: [Table: [(name: String, kind: CellKind)]] = [:]
        var rows: [Table: [Row]] = [:]
        for table in Table.allCases {
            let made = (0..<2 + numbers.below(3)).map { (name: "c\($0)", kind: numbers.pick(CellKind.allCases)) }
            columns[table] = made
            rows[table] = (1...2 + Int64(numbers.below(6))).map { id in
                Row(
                    id: id,
                    cells: Dictionary(uniqueKeysWithValues: made.map { ($0.name, numbers.chance(percent: 30) ? .null : $0.kind.random(&numbers)) }))
            }
        }
        self.columns = columns
        self.rows = rows
        let (items, all) = (rows[.items] ?? [], rows[.boxes] ?? [])
        var boxes: [Int64: Int64] = [:]
        var links: [(item: Int64, box: Int64)] = []
        for item in items {
            if numbers.chance(percent: 70) { boxes[item.id] = numbers.pick(all).id }
            for box in all where numbers.chance(percent: 30) { links.append((item.id, box.id)) }
        }
        (self.boxes, self.links) = (boxes, links)
    }

    func script(_ engine: DataEngine) -> [Statement] {
        func table(_ table: Table, _ more: Statement) -> Statement {
            let all = (columns[table] ?? []).map { "\(Identifier($0.name)) \($0.kind.type(engine))" as Statement }
            return "CREATE TABLE \(Identifier(table.rawValue)) (id INTEGER PRIMARY KEY, \(Statement.joined(all, by: ", "))\(more))"
        }
        func insert(_ table: Table, _ row: Row, _ more: [SQLValue]) -> Statement {
            let own: [SQLValue] = (columns[table] ?? []).map { row.cells[$0.name]?.sql ?? .null }
            let all: [SQLValue] = [.int(row.id)] + own + more
            return "INSERT INTO \(Identifier(table.rawValue)) VALUES (\(Statement.joined(all.map { "\($0)" as Statement }, by: ", ")))"
        }
        var script: [Statement] = [
            table(.boxes, ""), table(.items, ", box_id INTEGER REFERENCES boxes (id)"),
            """
            CREATE TABLE items_boxes (item_id INTEGER NOT NULL REFERENCES items (id), box_id INTEGER NOT NULL REFERENCES boxes (id),
              PRIMARY KEY (item_id, box_id))
            """,
        ]
        script += (rows[.boxes] ?? []).map { insert(.boxes, $0, []) }
        for row in rows[.items] ?? [] {
            let box: SQLValue = boxes[row.id].map { .int($0) } ?? .null
            script.append(insert(.items, row, [box]))
        }
        script += links.map { "INSERT INTO items_boxes VALUES (\($0.item), \($0.box))" as Statement }
        return script
    }

    /// All rows to which a path of relations leads, including invisible ones.
    func related(_ row: Row, _ way: Way) -> [(row: Row, link: (item: Int64, box: Int64)?)] {
        let targets = rows[way.to] ?? []
        switch way {
        case .box: return targets.filter { boxes[row.id] == $0.id }.map { ($0, nil) }
        case .items: return targets.filter { boxes[$0.id] == row.id }.map { ($0, nil) }
        case .boxes:
            return links.filter { $0.item == row.id }.flatMap { link in targets.filter { $0.id == link.box }.map { ($0, link) } }
        case .throughJoin:
            return links.filter { $0.box == row.id }.flatMap { link in targets.filter { $0.id == link.item }.map { ($0, link) } }
        }
    }
}
