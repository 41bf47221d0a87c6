import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("A broken constraint")
struct ConstraintTests {
    private static let tables: [Statement] = [
        """
        CREATE TABLE items (id INT PRIMARY KEY, code INT, shelf INT, amount INT, parent INT, CONSTRAINT items_place UNIQUE (code, shelf),
            CONSTRAINT items_positive CHECK (amount > 0), CONSTRAINT items_parent FOREIGN KEY (parent) REFERENCES items (id))
        """,
        "INSERT INTO items VALUES (1, 10, 20, 5, NULL)", "INSERT INTO items VALUES (2, 11, 21, 5, NULL)",
    ]

    private func refused(_ values: JSONValue, _ fixture: RecordsFixture, _ call: RecordCall) async throws -> Refusal {
        let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), call) }
        #expect(try await fixture.count("SELECT count(*) FROM items") == 2)
        return refused
    }

    @Test("the same violation is the same refusal on every engine, with its columns", arguments: Engine.allCases)
    func told(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.tables) { fixture in
            let call = try fixture.call("items")
            let key = try await refused(["id": 1, "amount": 1], fixture, call)
            #expect(key.code == .conflict && key.reason.hasPrefix("id: another row of items has this value"), "\(key)")
            let place = try await refused(["id": 3, "code": 10, "shelf": 20], fixture, call)
            #expect(place.code == .conflict && place.reason.hasPrefix("code, shelf: another row of items has this value"), "\(place)")
            let check = try await refused(["id": 3, "amount": 0], fixture, call)
            let text = engine == .sqlite ? "amount > 0" : engine == .postgresql ? "(amount > 0)" : "`amount` > 0"
            #expect(
                check == Refusal(.conflict, "amount: the values break a check of items (\"items_positive\": \(text))"), "\(check)")
            let parent = try await refused(["id": 3, "parent": 77], fixture, call)
            #expect(parent.code == .conflict && parent.reason.contains("the related row is missing or still in use"), "\(parent)")
        }
    }

    @Test("the error for an invalid value names the argument and the permitted values", arguments: Engine.allCases)
    func allowed(_ engine: Engine) async throws {
        let state: Statement =
            switch engine {
            case .sqlite: "TEXT CHECK (state IN ('new', 'old'))"
            case .postgresql: "item_state"
            case .mariadb: "ENUM('new', 'it''s old')"
            }
        let type: [Statement] = engine == .postgresql ? ["CREATE TYPE item_state AS ENUM ('new', 'it''s old')"] : []
        let items: Statement = "CREATE TABLE items (id INT PRIMARY KEY, note VARCHAR(5), pad CHAR(5), state \(state), size SMALLINT)"
        let rows: [Statement] = ["INSERT INTO items VALUES (1, 'a', 'b', 'new', 3), (2, 'a', 'b', 'new', 3)"]
        try await RecordsFixture.with(engine, type + [items] + rows) { fixture in
            let call = try fixture.call("items")
            let cases: [(JSONValue, String, String?)] = [
                (["id": 3, "note": "Größer"], "values.note: expected at most 5 characters, found 6", nil),
                (["id": 3, "pad": "sixsix"], "values.pad: expected at most 5 characters, found 6", nil),
                (["id": 3, "size": 40_000], "values.size: expected -32768 to 32767, found 40000", nil),
                (
                    ["id": 3, "state": "lost"], #"values.state: expected one of new, it's old, found "lost""#,
                    "state: the values break a check of items (state IN ('new', 'old'))"
                ),
            ]
            for (values, servers, sqlite) in cases {
                guard let words = engine == .sqlite ? sqlite : servers else { continue }
                #expect(try await refused(values, fixture, call).reason == words)
                let update = try await refusal {
                    _ = try await fixture.records.update(UpdateRequest(filter: ["id": 1], values: values.without("id")), call)
                }
                #expect(update.reason == words)
            }
            _ = try await fixture.records.create(CreateRequest(values: ["id": 3, "note": "Größe", "size": -32_768, "state": "new"]), call)
        }
    }

    @Test("C45 the text of a check is omitted for a caller that may not know one of its columns", arguments: Engine.allCases)
    func hiddenCheck(_ engine: Engine) async throws {
        let limits: Statement = "CREATE TABLE limits (id INT PRIMARY KEY, low INT, high INT, CHECK (low < high))"
        try await RecordsFixture.with(engine, Self.tables + [limits, "INSERT INTO limits VALUES (1, 3, 7)"]) { fixture in
            let call = try fixture.call("limits", as: ["clerk"], rules: [RecordsFixture.rule("limits", hidden: ["high"])])
            let update = try await refusal { _ = try await fixture.records.update(UpdateRequest(filter: ["id": 1], values: ["low": 9]), call) }
            #expect(!update.reason.contains("high") && !update.reason.contains("<"), "\(update)")
            let known = try await refusal {
                _ = try await fixture.records.update(UpdateRequest(filter: ["id": 1], values: ["low": 9]), try fixture.call("limits"))
            }
            #expect(known.reason.hasPrefix("high, low: the values break a check of limits (") && known.reason.contains("<"), "\(known)")
        }
    }

    @Test("C45 a check over the whole row is reported without its text and columns")
    func wholeRowCheck() async throws {
        let limits: Statement = """
            CREATE TABLE limits (id INT PRIMARY KEY, low INT, high INT, CHECK (low > 0 AND pg_catalog.row_to_json(limits) ->> 'high' <> '13'))
            """
        try await RecordsFixture.with(.postgresql, Self.tables + [limits, "INSERT INTO limits VALUES (1, 3, 7)"]) { fixture in
            let call = try fixture.call("limits", as: ["clerk"], rules: [RecordsFixture.rule("limits", hidden: ["high"])])
            let update = try await refusal { _ = try await fixture.records.update(UpdateRequest(filter: ["id": 1], values: ["low": 0]), call) }
            #expect(update == Refusal(.conflict, "the values break a check"))
        }
    }

    @Test("C45 a constraint with a hidden column is reported without its name and columns", arguments: Engine.allCases)
    func hidden(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.tables) { fixture in
            let rule = RecordsFixture.rule("items", hidden: ["amount", "parent", "shelf"])
            let call = try fixture.call("items", as: ["clerk"], rules: [rule])
            let key = try await refused(["id": 1], fixture, call)
            #expect(key.reason.hasPrefix("id: another row of items has this value"), "\(key)")
            let update = try await refusal {
                let request = UpdateRequest(filter: ["id": ["$in": [1, 2]]], values: ["code": 10])
                try await fixture.database.setUp { try $0.execute("UPDATE items SET shelf = 20") }
                _ = try await fixture.records.update(request, call)
            }
            #expect(update == Refusal(.conflict, "the values break a rule of items"))
        }
    }

    @Test("C46 an exclusion constraint tells nothing of a row that a rule leaves out")
    func exclusion() async throws {
        let range: Statement = """
            CREATE TABLE stays (id INT PRIMARY KEY, first INT, last INT, CONSTRAINT one_guest EXCLUDE USING gist (int4range(first, last) WITH &&))
            """
        try await RecordsFixture.with(.postgresql, [range, "INSERT INTO stays VALUES (1, 1, 5), (2, 10, 20)"]) { fixture in
            let own = Filter.compare(FieldPath(field: "id"), .equal(.value(.int(1))))
            let call = try fixture.call("stays", as: ["clerk"], rules: [RecordsFixture.rule("stays", filter: own)])
            let taken = try await refusal {
                _ = try await fixture.records.create(CreateRequest(values: ["id": 3, "first": 12, "last": 13]), call)
            }
            let free = try await refusal {
                _ = try await fixture.records.create(CreateRequest(values: ["id": 3, "first": 30, "last": 31]), call)
            }
            #expect(taken == free && taken.code == .forbidden, "\(taken)")
            #expect(try await fixture.count("SELECT count(*) FROM stays") == 2)
        }
    }
}

extension JSONValue {
    fileprivate func without(_ name: String) -> JSONValue {
        var members = object ?? [:]
        members[name] = nil
        return .object(members)
    }
}
