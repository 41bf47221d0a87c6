import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Filters on arrays")
struct ArrayFilterTests {
    /// The documents of rows 1 to 8.
    private static let documents = [#"["a","b"]"#, #"["b","a","a"]"#, #"["c"]"#, "[]", nil, #"[1,true]"#, #""a""#, #"{"a":1}"#]

    private static var script: [Statement] {
        ["CREATE TABLE docs (id INTEGER PRIMARY KEY, tags JSON)"]
            + documents.enumerated().map { index, text -> Statement in
                text.map { "INSERT INTO docs VALUES (\(Int64(index + 1)), \($0))" } ?? "INSERT INTO docs VALUES (\(Int64(index + 1)), NULL)"
            }
    }

    @Test("elements of JSON arrays are compared; null counts where none of them is asked for", arguments: Engine.allCases)
    func json(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.script) { fixture in
            for (operation, operand, expected) in [
                ("$anyOf", ["a", "x"], [1, 2]), ("$anyOf", ["c", "b"], [1, 2, 3]), ("$anyOf", [], []), ("$anyOf", "c", [3]), ("$anyOf", [1], [6]),
                ("$anyOf", [true], [6]), ("$anyOf", ["1", "true"], []), ("$noneOf", ["a", "c"], [4, 5, 6, 7, 8]), ("$match", ["b", "a"], [1, 2]),
                ("$match", ["a"], []), ("$match", ["c", "c"], [3]), ("$match", [], [4]), ("$match", [true, 1], [6]),
                ("$notMatch", ["a", "b"], [3, 4, 5, 6, 7, 8]), ("$arrayEmpty", true, [4, 5]), ("$arrayEmpty", false, [1, 2, 3, 6, 7, 8]),
                ("$arrayNotEmpty", true, [1, 2, 3, 6, 7, 8]), ("$empty", true, [4, 5]), ("$notEmpty", true, [1, 2, 3, 6, 7, 8]),
                ("$empty", false, [1, 2, 3, 6, 7, 8]),
            ] as [(String, JSONValue, [Int64])] {
                let filter = object(("tags", object((operation, operand))))
                let found = try await fixture.ids("docs", filter: filter)
                #expect(found == expected, "\(filter)")
            }
        }
    }

    @Test("arrays of PostgreSQL are asked about the same way; other fields, and values that are no plain ones, are refused")
    func others() async throws {
        let script: [Statement] = [
            "CREATE TABLE lists (id INTEGER PRIMARY KEY, tags TEXT[], numbers INTEGER[])",
            "INSERT INTO lists VALUES (1, '{a,b}', '{1,2}'), (2, '{}', '{}'), (3, NULL, NULL)",
        ]
        try await RecordsFixture.with(.postgresql, script) { fixture in
            for (filter, expected) in [
                (["tags.$anyOf": ["b"]], [1]), (["numbers.$match": [2, 1]], [1]), (["tags.$arrayEmpty": true], [2, 3]),
                (["numbers.$empty": true], [2, 3]), (["tags.$notEmpty": true], [1]),
                (["numbers.$noneOf": [1]], [2, 3]),
            ] as [(JSONValue, [Int64])] {
                let found = try await fixture.ids("lists", filter: filter)
                #expect(found == expected, "\(filter)")
            }
            for filter in [
                ["id.$anyOf": [1]], ["tags.$anyOf": [["a"]]], ["tags.$anyOf": [.null]], ["tags.$match": ["{{$user.id}}"]], ["tags.$arrayEmpty": 1],
            ] as [JSONValue] {
                #expect(try await refusal { _ = try await fixture.ids("lists", filter: filter) }.code == .invalidArgument, "\(filter)")
            }
        }
    }
}
