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
            #expect(
                check.code == .conflict
                    && check.reason.hasSuffix(
                        engine == .sqlite ? "the values break a check" : "the values break a check of items (\"items_positive\")"),
                "\(check)")
            let parent = try await refused(["id": 3, "parent": 77], fixture, call)
            #expect(parent.code == .conflict && parent.reason.contains("the related row is missing or still in use"), "\(parent)")
        }
    }

    @Test("C45 a constraint with a hidden column is told without its name and columns", arguments: Engine.allCases)
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
