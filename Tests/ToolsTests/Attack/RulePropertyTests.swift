import Foundation
import JSON
import SQLSyntax
import SeededRandom
import Testing

/// A rule selects the same rows in every interface, and the rows that a reader expects. Each run has a new printed seed; `GATEHOUSE_FUZZ`
/// is the number of tables.
@Suite("Random rules on random rows of many types and collations")
struct RulePropertyTests {
    private static let tables = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"].flatMap { Int($0) } ?? 1
    private static let rounds = 25

    @Test(
        "C46 C60 crud, run_sql and an oracle in memory find the same rows under the same rule and filter, count them alike, and change no others",
        arguments: [Dialect.sqlite, .postgresql, .mysql])
    func sameRows(dialect: Dialect) async throws {
        var random = SeededGenerator(sequence: [Dialect.sqlite, .postgresql, .mysql].firstIndex(of: dialect) ?? 0)
        for _ in 0..<Self.tables {
            let world = RuleWorld(dialect, &random)
            let rounds = (1...Self.rounds).map { _ -> (rule: JSONValue, asked: JSONValue, hidden: [String]) in
                let rule = world.filter(&random)
                let hidden = random.chance(percent: 30) ? [random.pick(world.columns).name] : []
                return (rule: rule, asked: world.filter(&random, without: Set(hidden)), hidden: hidden)
            }
            try await ToolFixture.withSource("dw", dialect, world.script) { fixture, _ in
                // Filters go through the relation to owners too.
                let owners: JSONObject = ["role": "clerk", "dataSource": "dw", "resource": "owners", "actions": ["view"]]
                try await fixture.does("access_rules_set", owners, as: .workspaceAdministrator)
                for (place, round) in rounds.enumerated() { try await Self.check(fixture, world, round.rule, round.asked, round.hidden, place + 1) }
            }
        }
    }

    private static func check(
        _ fixture: ToolFixture, _ world: RuleWorld, _ rule: JSONValue, _ asked: JSONValue, _ hidden: [String], _ round: Int
    ) async throws {
        let place = "round \(round): rule \(rule), filter \(asked), hidden \(hidden)"
        let visible = world.ids(rule: rule)
        let found = world.ids(rule: rule, asked: asked)
        let actions: JSONValue = ["view", "update"]
        try await fixture.does(
            "access_rules_set",
            [
                "role": "clerk", "dataSource": "dw", "resource": "things", "actions": actions, "filter": rule,
                "hide": .array(hidden.map { .string($0) }),
            ], as: .workspaceAdministrator)
        func ids(_ more: JSONObject, as kind: CallerKind) async throws -> [Int64] {
            var arguments: JSONObject = [
                "resource": "things", "dataSource": "dw", "action": "list", "fields": ["id"], "sort": ["id"], "pageSize": 200,
            ]
            for (name, value) in more { arguments[name] = value }
            return try await fixture.does("crud", arguments, as: kind)["data"]?.ids ?? []
        }
        #expect(try await ids(["filter": rule], as: .workspaceAdministrator) == world.ids(asked: rule), "as a filter, \(place)")
        #expect(try await ids([:], as: .clerk) == visible, "as a rule in crud, \(place)")
        #expect(try await ids(["filter": asked], as: .clerk) == found, "both in crud, \(place)")
        let rows = try await fixture.does("run_sql", ["sql": "SELECT id FROM things ORDER BY id", "dataSource": "dw"], as: .clerk)["rows"]
        #expect(rows?.array?.compactMap { $0[0]?.int } == visible, "as a rule in run_sql, \(place)")
        let whole = try await fixture.does("run_sql", ["sql": "SELECT * FROM things", "dataSource": "dw"], as: .clerk)["columns"]
        let names = Set(whole?.array?.compactMap { $0["name"]?.string } ?? [])
        #expect(names == Set(["id", "owner_id", "hits"] + world.columns.map(\.name)).subtracting(hidden), "\(place)")
        let count = try await fixture.does(
            "crud",
            ["resource": "things", "dataSource": "dw", "action": "query", "measures": [["field": "id", "aggregation": "count", "alias": "n"]]],
            as: .clerk)["data"]?[0]?["n"]?.int
        #expect(count == Int64(visible.count), "\(place)")
        let row = Int64(1 + round % world.rows.count)
        let got = try await fixture.does(
            "crud", ["resource": "things", "dataSource": "dw", "action": "get", "filterByTk": .number(JSONNumber(row))], as: .clerk)
        #expect((got["data"]?["id"]?.int == row) == visible.contains(row), "\(place)")
        let hits = JSONValue.number(JSONNumber(Int64(round)))
        let change: JSONObject = ["resource": "things", "dataSource": "dw", "action": "update", "filter": asked, "values": ["hits": hits]]
        let changed = try await fixture.call("crud", change, as: .clerk)
        // A filter of everything is none, and a change needs one.
        let touched = try await ids(["filter": ["hits": hits]], as: .workspaceAdministrator)
        #expect(
            touched == (changed.code == "ok" ? found : []) && ["ok", "invalid_argument", "limited"].contains(changed.code), "\(changed), \(place)")
    }
}
