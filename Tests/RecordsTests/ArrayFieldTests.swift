import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Arrays of PostgreSQL")
struct ArrayFieldTests {
    private static let script: [Statement] = [
        "CREATE TYPE mood AS ENUM ('glad', 'sad')",
        """
        CREATE TABLE lists (id INTEGER PRIMARY KEY, words TEXT[], numbers BIGINT[], sums NUMERIC(10, 2)[], flags BOOLEAN[], days DATE[],
          moments TIMESTAMPTZ[], docs JSONB[], raw BYTEA[], moods mood[], grid INTEGER[][], real_numbers DOUBLE PRECISION[])
        """,
        "INSERT INTO lists (id, numbers) VALUES (9, '[0:1]={1,2}')",
    ]

    private static let row: JSONObject = [
        "id": 1, "words": ["a", "b \"c\" \\ {d,e}", "NULL", "", .null], "numbers": [1, "9007199254740993", .null], "sums": ["1.50", "2.00"],
        "flags": [true, false], "days": ["2026-01-02"], "moments": ["2026-01-02T03:04:05Z"], "docs": [["a": [1, "x"]], [1, 2], "t"], "raw": ["AAEC"],
        "moods": ["glad", "sad"], "grid": [[1, 2], [3, 4]], "real_numbers": [0.5, 1.25],
    ]

    @Test("they are written and read as lists in JSON, whatever their elements are")
    func roundTrip() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            let call = try fixture.call("lists")
            let made = try JSONValue(parsing: try await fixture.records.create(CreateRequest(values: .object(Self.row)), call).json.bytes)["data"]
            // A connection that was open before the type was created returns the engine's text.
            for (name, value) in Self.row where name != "moods" { #expect(made?[name] == value, "\(name): \(made?[name] ?? .null)") }
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["words": [], "numbers": .null, "grid": "{{5},{6}}"]), call)
            let read = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: 1), call).json.bytes)["data"]
            #expect(read?["words"] == [] && read?["numbers"] == .null && read?["grid"] == [[5], [6]])
            let other = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: 9), call).json.bytes)["data"]
            #expect(other?["numbers"] == [1, 2], "bounds of its own are left out")
        }
    }

    @Test("an element that is none of the type is named, and nothing is written")
    func wrong() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            let call = try fixture.call("lists")
            for (values, named) in [
                (["id": 2, "numbers": [1, "x"]], "values.numbers[1]"), (["id": 2, "flags": [1]], "values.flags[0]"),
                (["id": 2, "days": ["2026-02-30"]], "values.days[0]"), (["id": 2, "grid": [[1], [2, 3]]], "values.grid"),
                (["id": 2, "grid": [[1], 2]], "values.grid"), (["id": 2, "words": [["a": 1]]], "values.words[0]"),
                (["id": 2, "grid": [[[[[[[1]]]]]]]], "values.grid"), (["id": 2, "words": ["a\u{0}b"]], "values.words[0]"),
            ] as [(JSONValue, String)] {
                let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), call) }
                #expect(refused.code == .invalidArgument && refused.reason.contains(named), "\(values): \(refused)")
            }
            let unknown = try await refusal { _ = try await fixture.records.create(CreateRequest(values: ["id": 2, "moods": ["wild"]]), call) }
            #expect(unknown.code == .conflict || unknown.code == .invalidArgument, "\(unknown)")
            #expect(try await fixture.count("SELECT count(*) FROM lists") == 1)
        }
    }
}
