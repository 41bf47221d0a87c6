import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

/// Composite keys that reference other rows.
@Suite("Rows that values lead to")
struct LinkTests {
    private static let script: [Statement] = [
        "CREATE TABLE accounts (a INTEGER NOT NULL, b INTEGER NOT NULL, area VARCHAR(20), PRIMARY KEY (a, b))",
        """
        CREATE TABLE bookings (id INTEGER NOT NULL PRIMARY KEY, a INTEGER DEFAULT 1, b INTEGER, note VARCHAR(20), \
        FOREIGN KEY (a, b) REFERENCES accounts (a, b))
        """,
        "INSERT INTO accounts VALUES (1, 1, 'north'), (1, 2, 'south'), (1, 4, 'north')", "INSERT INTO bookings VALUES (1, 1, 1, 'x')",
    ]
    private static let rules = [
        RecordsFixture.rule("accounts", filter: .compare(FieldPath(field: "area"), .equal(.value(.text("north"))))), RecordsFixture.rule("bookings"),
    ]

    @Test("C51 a part of a key, which a row's other part completes, leads to no hidden row and does not tell of one", arguments: Engine.allCases)
    func parts(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.script) { fixture in
            let rows: Statement = "SELECT count(*) FROM bookings WHERE a = 1 AND b = 1 AND note = 'x'"
            var reasons: Set<String> = []
            // A hidden row, an unknown row, and a visible one.
            for b: JSONValue in [2, 3, 4] {
                let refused = try await refusal {
                    _ = try await fixture.records.update(
                        UpdateRequest(key: 1, values: object(("b", b))), fixture.call("bookings", as: ["clerk"], rules: Self.rules))
                }
                reasons.insert(refused.reason)
                let created = try await refusal {
                    _ = try await fixture.records.create(
                        CreateRequest(values: object(("id", 7), ("b", b))), fixture.call("bookings", as: ["clerk"], rules: Self.rules))
                }
                reasons.insert(created.reason)
            }
            #expect(reasons.count == 1 && reasons.first?.contains("a, b") == true, "\(reasons)")
            #expect(try await fixture.count(rows) == 1)
            #expect(try await fixture.count("SELECT count(*) FROM bookings") == 1)
        }
    }

    @Test("C43 a referenced row is not removed; a caller that may not view the referencing rows learns nothing of them", arguments: Engine.allCases)
    func referred(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.script) { fixture in
            let destroy = DestroyRequest(key: ["a": 1, "b": 1])
            let call = try fixture.call("accounts", as: ["clerk"], rules: [RecordsFixture.rule("accounts")])
            let refused = try await refusal { _ = try await fixture.records.destroy(destroy, call) }
            #expect(refused.code == .conflict && !refused.reason.contains("bookings"), "\(refused)")
            #expect(try await fixture.count("SELECT count(*) FROM accounts") == 3)
        }
    }

    @Test("the whole key, its end and other fields can be set", arguments: Engine.allCases)
    func whole(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.script) { fixture in
            for values: JSONValue in [["a": 1, "b": 4], ["note": "y"], ["b": .null]] {
                let call = try fixture.call("bookings", as: ["clerk"], rules: Self.rules)
                let answer = try await fixture.records.update(UpdateRequest(key: 1, values: values), call)
                #expect(answer.changed == 1, "\(values)")
            }
            // A caller without restrictions there may set a part.
            let call = try fixture.call("bookings", as: ["admin"])
            let answer = try await fixture.records.update(UpdateRequest(key: 1, values: ["a": 1, "b": 2]), call)
            let part = try await fixture.records.update(UpdateRequest(key: 1, values: ["b": 4]), call)
            #expect(answer.changed == 1 && part.changed == 1)
        }
    }
}
