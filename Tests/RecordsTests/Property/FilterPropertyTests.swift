import Access
import Catalog
import Foundation
import GatehouseTesting
import JSON
import Records
import SQL
import SeededRandom
import Testing

/// Each run has a new printed seed; `GATEHOUSE_FUZZ` multiplies the number of worlds.
@Suite("Random filters and rights against a slow evaluator")
struct FilterPropertyTests {
    private typealias Table = RandomWorld.Table

    private static let worlds = 3 * (ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"].flatMap { Int($0) } ?? 1)
    /// Filters a world.
    private static let filterCount = 80

    private static func list(_ fixture: RecordsFixture, _ filter: JSONValue, _ call: RecordCall) async throws -> JSONValue {
        var request = ListRequest()
        (request.filter, request.pageSize) = (filter, 100)
        return try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)
    }

    private static func ids(_ answer: JSONValue) -> [Int64] { answer["data"]?.array?.compactMap { $0["id"]?.int } ?? [] }

    @Test("a filter finds the rows that it means, through relations of all kinds, with nulls", arguments: Engine.allCases, 0..<worlds)
    func filters(_ engine: Engine, world index: Int) async throws {
        var numbers = SeededGenerator(sequence: 100 + index)
        let world = RandomWorld(&numbers)
        let oracle = FilterOracle(world: world, sees: { _, _ in true }, seesLink: { _, _ in true })
        var made: [(Table, RandomFilter)] = []
        for _ in 0..<Self.filterCount {
            let table = numbers.pick(Table.allCases)
            var ways = FilterReader.maximumHops
            made.append((table, RandomFilter(table, world, ways: &ways, &numbers)))
        }
        let filters = made
        try await RecordsFixture.with(engine, world.script(engine)) { fixture in
            for (table, filter) in filters {
                let expected = (world.rows[table] ?? []).filter { oracle.holds(filter, $0) }.map(\.id)
                let answer = try await Self.list(fixture, filter.json, fixture.call(table.rawValue))
                #expect(Self.ids(answer) == expected, "\(table) \(filter.json)")
                #expect(answer["meta"]?["count"]?.int == Int64(expected.count), "\(table) \(filter.json)")
            }
        }
    }

    /// The visible part of a world for a clerk: rows by a filter, and columns.
    private struct RandomRights {
        let rows: [Table: RandomFilter]
        let hidden: [Table: Set<String>]
        let masked: [Table: Set<String>]
        /// The greatest key of a box whose rows of the join table are seen; nil when none are.
        let links: Int64?

        init(_ world: RandomWorld, _ numbers: inout SeededGenerator) {
            var (rows, hidden, masked): ([Table: RandomFilter], [Table: Set<String>], [Table: Set<String>]) = ([:], [:], [:])
            for table in Table.allCases {
                var ways = 0
                rows[table] = RandomFilter(table, world, depth: 1, ways: &ways, &numbers)
                let names = (world.columns[table] ?? []).map { $0.name } + (table == .items ? ["box_id"] : [])
                hidden[table] = Set(names.filter { _ in numbers.chance(percent: 15) })
                masked[table] = Set(names.filter { _ in numbers.chance(percent: 15) }).subtracting(hidden[table] ?? [])
            }
            (self.rows, self.hidden, self.masked) = (rows, hidden, masked)
            links = numbers.chance(percent: 80) ? Int64(numbers.below(6)) : nil
        }

        func rules(_ fixture: RecordsFixture) throws -> [Rule] {
            var rules = try Table.allCases.map { table in
                let collection = try fixture.call(table.rawValue).rights.collection
                return RecordsFixture.rule(
                    table.rawValue, [.view], masked: (masked[table] ?? []).sorted(), hidden: (hidden[table] ?? []).sorted(),
                    filter: try FilterReader { _ in nil }.read(rows[table]?.json ?? [:], on: collection))
            }
            if let links {
                rules.append(
                    RecordsFixture.rule("items_boxes", [.view], filter: .compare(FieldPath(field: "box_id"), .lessOrEqual(.value(.int(links))))))
            }
            return rules
        }

        func oracle(_ world: RandomWorld) -> FilterOracle {
            let all = FilterOracle(world: world, sees: { _, _ in true }, seesLink: { _, _ in true })
            let (rows, links) = (rows, links)
            return FilterOracle(
                world: world,
                sees: { table, row in
                    guard let filter = rows[table] else { return false }
                    return all.holds(filter, row)
                }, seesLink: { _, box in box <= links ?? -1 })
        }

        func isOpen(_ table: Table, _ field: String) -> Bool {
            !(hidden[table]?.contains(field) ?? false) && !(masked[table]?.contains(field) ?? false)
        }

        /// Whether the caller may use all that a filter names.
        func allow(_ filter: RandomFilter, _ table: Table) -> Bool {
            let names = filter.names(table)
            return names.fields.allSatisfy { isOpen($0.table, $0.field) }
                && names.ways.allSatisfy { $0.isThroughJoin ? links != nil : isOpen(.items, "box_id") }
        }
    }

    @Test(
        "C45 C46 under random rules a list has the rows that the caller sees and that the filter means, and a filter that asks for more is refused",
        arguments: Engine.allCases, 0..<worlds)
    func rights(_ engine: Engine, world index: Int) async throws {
        var numbers = SeededGenerator(sequence: 200 + index)
        let world = RandomWorld(&numbers)
        let given = (0..<4).map { _ in RandomRights(world, &numbers) }
        var made: [(RandomRights, Table, RandomFilter)] = []
        for rights in given {
            for _ in 0..<Self.filterCount / 2 {
                let table = numbers.pick(Table.allCases)
                var ways = FilterReader.maximumHops
                made.append((rights, table, RandomFilter(table, world, ways: &ways, &numbers)))
            }
        }
        let cases = made
        try await RecordsFixture.with(engine, world.script(engine)) { fixture in
            for (rights, table, filter) in cases {
                let oracle = rights.oracle(world)
                let call = try fixture.call(table.rawValue, as: ["clerk"], rules: rights.rules(fixture))
                let answer: JSONValue
                do {
                    answer = try await Self.list(fixture, filter.json, call)
                } catch let refused as Refusal {
                    #expect(!rights.allow(filter, table), "\(table) \(filter.json): \(refused)")
                    continue
                }
                #expect(rights.allow(filter, table), "\(table) \(filter.json) was let through")
                let seen = (world.rows[table] ?? []).filter { oracle.sees(table, $0) && oracle.holds(filter, $0) }
                #expect(Self.ids(answer) == seen.map(\.id), "\(table) \(filter.json)")
                #expect(answer["meta"]?["count"]?.int == Int64(seen.count))
                for row in answer["data"]?.array ?? [] {
                    for (name, value) in row.object ?? [:] {
                        #expect(!(rights.hidden[table]?.contains(name) ?? false))
                        #expect(value == "***" || !(rights.masked[table]?.contains(name) ?? false))
                    }
                }
            }
        }
    }

    /// Relations that a request follows, one inside another.
    private static func path(from table: Table, _ numbers: inout SeededGenerator) -> [RandomWorld.Way] {
        var (path, here): ([RandomWorld.Way], Table) = ([], table)
        for _ in 0..<(numbers.chance(percent: 20) ? 24 : 1 + numbers.below(5)) {
            let way = numbers.pick(RandomWorld.Way.allCases.filter { $0.from == here })
            (path, here) = (path + [way], way.to)
        }
        return path
    }

    /// The keys of the rows that a path leads to, nested as the relations are.
    private static func expected(_ path: ArraySlice<RandomWorld.Way>, _ row: RandomWorld.Row, _ oracle: FilterOracle) -> JSONValue {
        guard let way = path.first else { return .number(JSONNumber(row.id)) }
        let rows = oracle.related(row, way).sorted { $0.id < $1.id }.map { expected(path.dropFirst(), $0, oracle) }
        return way == .box ? rows.first ?? .null : .array(rows)
    }

    private static func found(_ path: ArraySlice<RandomWorld.Way>, _ row: JSONValue) -> JSONValue {
        guard let way = path.first else { return row["id"] ?? "no id" }
        let related = row[way.rawValue] ?? "no relation"
        if let rows = related.array { return .array(rows.map { found(path.dropFirst(), $0) }) }
        return related.isNull ? .null : found(path.dropFirst(), related)
    }

    @Test(
        "C45 C51 under random rules each level of appended relations has the rows that the caller sees, to any depth",
        arguments: Engine.allCases, 0..<worlds)
    func appends(_ engine: Engine, world index: Int) async throws {
        var numbers = SeededGenerator(sequence: 300 + index)
        let world = RandomWorld(&numbers)
        let cases = (0..<Self.filterCount / 2).map { _ in
            let table = numbers.pick(Table.allCases)
            return (RandomRights(world, &numbers), table, Self.path(from: table, &numbers))
        }
        try await RecordsFixture.with(engine, world.script(engine)) { fixture in
            for (rights, table, path) in cases {
                let names = path.map(\.rawValue).joined(separator: ".")
                var request = ListRequest()
                (request.appends, request.fields, request.paginate) = ([names + ".id"], ["id"], false)
                let isOpen = path.allSatisfy { $0.isThroughJoin ? rights.links != nil : rights.isOpen(.items, "box_id") }
                let call = try fixture.call(table.rawValue, as: ["clerk"], rules: rights.rules(fixture))
                let answer: JSONValue
                do {
                    answer = try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)
                } catch let refused as Refusal {
                    #expect(!isOpen, "\(table) \(names): \(refused)")
                    continue
                }
                #expect(isOpen, "\(table) \(names) was let through")
                // A result that is too large lacks rows, and says so.
                guard answer["meta"] == nil else { continue }
                let oracle = rights.oracle(world)
                let seen = (world.rows[table] ?? []).filter { oracle.sees(table, $0) }
                let rows = answer["data"]?.array ?? []
                #expect(rows.map { Self.found(path[...], $0) } == seen.map { Self.expected(path[...], $0, oracle) }, "\(table) \(names)")
            }
        }
    }
}
