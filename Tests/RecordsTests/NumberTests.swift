import Access
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Numbers of rows")
struct NumberTests {
    @Test("H06 a decimal that the column would round or cut is refused", arguments: Engine.allCases)
    func sizes(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            for price: JSONValue in ["1.005", "1e-10", "123456789", "99999999999999999999.99", "-100000000", 0.001] {
                let refused = try await refusal {
                    _ = try await fixture.records.create(CreateRequest(values: ["price": price]), fixture.call("kinds"))
                }
                #expect(
                    refused.code == .invalidArgument && refused.reason.contains("at most 8 digits before the point and 2 after it"),
                    "\(price): \(refused)")
            }
            #expect(try await fixture.count("SELECT count(*) FROM kinds") == 0)
            for price: JSONValue in ["1.500", "12e1", "-99999999.99", "0", 0.01, "0.10"] {
                let made = try await fixture.records.create(CreateRequest(values: ["price": price]), fixture.call("kinds"))
                let stored = try #require(try JSONValue(parsing: made.json.bytes)["data"]?["price"]?.string.flatMap(JSONNumber.init(text:)))
                let given = try #require(price.number ?? price.string.flatMap(JSONNumber.init(text:)))
                #expect(stored == given)
            }
        }
    }

    private static let exact: Statement = "CREATE TABLE sums (id INTEGER PRIMARY KEY, total NUMERIC(30,6), free NUMERIC)"

    @Test("H06 SQLite stores decimals as doubles: one that would be read back as another number is refused")
    func doubles() async throws {
        try await RecordsFixture.with(.sqlite, [Self.exact]) { fixture in
            for total in ["12345678901234.567890", "90071992547409.931234", "99999999999999999999.99", "9223372036854775808"] {
                let refused = try await refusal {
                    _ = try await fixture.records.create(CreateRequest(values: ["total": .string(total)]), fixture.call("sums"))
                }
                #expect(refused.code == .invalidArgument && refused.reason.contains("keeps exactly"), "\(refused)")
            }
            #expect(try await fixture.count("SELECT count(*) FROM sums") == 0)
            let kept = ["9223372036854775807", "-9007199254740993", "123456789.123456", "0.1", "100000000000000000000", "0.0000001", "-2.5", "0.30"]
            for text in kept {
                let made = try await fixture.records.create(CreateRequest(values: ["free": .string(text)]), fixture.call("sums"))
                let expected = text == "0.30" ? "0.3" : text
                #expect(made.json.description.contains(#""free":"\#(expected)"}"#), "\(made.json)")
            }
        }
    }

    @Test("a column of SQLite without a type takes text and numbers as they are")
    func untyped() async throws {
        try await RecordsFixture.with(
            .sqlite, ["CREATE TABLE things (id INTEGER PRIMARY KEY, thing)", "CREATE TABLE any_things (id INTEGER PRIMARY KEY, thing ANY) STRICT"]
        ) {
            fixture in
            for name in ["things", "any_things"] {
                for thing: JSONValue in [5, "5", 0.5, -7, "x", nil, "9007199254740993"] {
                    let made = try await fixture.records.create(CreateRequest(values: ["thing": thing]), fixture.call(name))
                    #expect(try JSONValue(parsing: made.json.bytes)["data"]?["thing"] == thing, "\(made.json)")
                }
                for thing in [true, ["a"], try JSONValue(parsing: "12345678901234567.5")] as [JSONValue] {
                    let refused = try await refusal {
                        _ = try await fixture.records.create(CreateRequest(values: ["thing": thing]), fixture.call(name))
                    }
                    #expect(refused.code == .invalidArgument, "\(refused)")
                }
            }
        }
    }

    @Test("an array of PostgreSQL is one of JSON, in both directions")
    func arrays() async throws {
        let script: Statement = "CREATE TABLE lists (id int PRIMARY KEY, numbers int[], words text[], sums numeric[], raw bytea[], docs jsonb[])"
        try await RecordsFixture.with(.postgresql, [script]) { fixture in
            let values: JSONObject = [
                "id": 1, "numbers": [[1, 2], [3, nil]], "words": ["a,b", "c\"\\d", "NULL", "", nil, "{}"], "sums": ["1.50", "2"],
                "raw": ["AP8Q"], "docs": [["a": [1]], "x"],
            ]
            let made = try JSONValue(
                parsing: try await fixture.records.create(CreateRequest(values: .object(values)), fixture.call("lists")).json.bytes)
            for (name, value) in values { #expect(made["data"]?[name] == value, "\(name): \(made)") }
            // A value that was read can be written back.
            var change = UpdateRequest(key: 1, values: ["numbers": []])
            change.ifMatch = .object(JSONObject(values.filter { ["words", "numbers"].contains($0.key) }.map { ($0.key, $0.value) }))
            let changed = try await fixture.records.update(change, fixture.call("lists"))
            #expect(try JSONValue(parsing: changed.json.bytes)["data"]?.array?.first?["numbers"] == [])
            for wrong: JSONValue in [["a"], [[1], [2, 3]], ["a": 1], 5] {
                let refused = try await refusal {
                    _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["numbers": wrong]), fixture.call("lists"))
                }
                #expect(refused.code == .invalidArgument, "\(wrong): \(refused)")
            }
        }
    }

    @Test("a row of SQLite whose key is null is not changed")
    func nullKey() async throws {
        let script: [Statement] = ["CREATE TABLE codes (code TEXT PRIMARY KEY, v TEXT)", "INSERT INTO codes VALUES (NULL, 'none'), ('a', 'one')"]
        try await RecordsFixture.with(.sqlite, script) { fixture in
            let refused = try await refusal {
                _ = try await fixture.records.update(UpdateRequest(filter: ["v": "none"], values: ["v": "changed"]), fixture.call("codes"))
            }
            #expect(refused.code == .conflict && refused.reason.contains("without a key"), "\(refused)")
            #expect(try await fixture.count("SELECT count(*) FROM codes WHERE v = 'changed'") == 0)
        }
    }
}
