import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Operators and functions that others made in a PostgreSQL database")
struct PlantedOperatorTests {
    private static let types = ["varchar", "text", "integer", "bigint", "boolean", "date"]

    /// An operator of each sign, for each pair of types that the engine has none for itself or that a bound value may take: always true.
    private static var script: [Statement] {
        let signs = ["=", "<>", "<", "<=", ">", ">=", "~~", "~~*", "!~~"]
        var out: [Statement] = []
        for left in types {
            for right in types {
                out.append(
                    Statement(
                        verbatim: "CREATE FUNCTION public.planted(\(left), \(right)) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'"))
                out += signs.map {
                    Statement(verbatim: "CREATE OPERATOR public.\($0) (LEFTARG = \(left), RIGHTARG = \(right), FUNCTION = public.planted)")
                }
            }
        }
        return out
    }

    private static let rule = RecordsFixture.rule(
        "customers",
        filter: .all([
            .compare(FieldPath(field: "tier"), .equal(.value(.text("gold")))),
            .compare(FieldPath(relations: ["region"], field: "name"), .oneOf([.value(.text("North")), .value(.text("West"))])),
        ]))

    private func clerk(_ fixture: RecordsFixture) throws -> RecordCall {
        try fixture.call("customers", as: ["clerk"], rules: [Self.rule, RecordsFixture.rule("regions")])
    }

    @Test("C60 a rule leaves out the same rows, whatever operators there are")
    func reading() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            let call = try clerk(fixture)
            var request = ListRequest()
            request.fields = ["id"]
            for filter: JSONValue in [
                ["name": ["$gt": "A"]], ["name": ["$ne": "Bo"]], ["name": ["$includes": "a"]], ["id": ["$in": [1, 2, 3]]],
                ["id": ["$between": [1, 3]]], ["region": ["name": "North"]], ["email": ["$notEmpty": true]],
            ] {
                request.filter = filter
                #expect(try await fixture.records.list(request, call).json.description.hasPrefix(#"{"data":[{"id":1}]"#), "\(filter)")
            }
            request.filter = ["name": "Bo"]
            #expect(try await fixture.records.list(request, call).json.description.hasPrefix(#"{"data":[]"#))
            for key: JSONValue in [2, 3] {
                #expect(try await fixture.records.get(GetRequest(key: key), call).json.description == #"{"data":null}"#)
            }
            var query = QueryRequest()
            query.measures = [["field": "id", "aggregation": "count", "alias": "n"]]
            #expect(try await fixture.records.query(query, call).json.description.contains(#""n":1"#))
        }
    }

    @Test("C60 a change reaches the same rows, whatever operators there are")
    func writing() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            let call = try clerk(fixture)
            let before = try await fixture.contents()
            _ = try await fixture.records.update(UpdateRequest(key: [2, 3], values: ["phone": "0"]), call)
            _ = try await fixture.records.update(UpdateRequest(filter: ["name": "Bo"], values: ["phone": "0"]), call)
            _ = try await fixture.records.destroy(DestroyRequest(key: [2, 3]), call)
            _ = try await fixture.records.destroy(DestroyRequest(filter: ["name": ["$in": ["Bo", "Cy"]]]), call)
            let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: ["name": "Di", "tier": "tin"]), call) }
            #expect(refused.code == .forbidden)
            #expect(try await fixture.contents() == before)
            let updated = try await fixture.records.update(UpdateRequest(key: 1, values: ["phone": "0"]), call)
            #expect(updated.changed == 1)
        }
    }

    private static let casts: [Statement] = [
        "CREATE TYPE mood AS ENUM ('glad', 'sad')", "CREATE TABLE days (id BIGINT PRIMARY KEY, mood mood, moods mood[], note VARCHAR(10))",
        "INSERT INTO days VALUES (1, 'glad', '{glad}', 'a'), (2, 'sad', '{sad,glad}', 'b'), (3, NULL, NULL, 'c')",
        "CREATE FUNCTION planted(mood) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''planted''; END'",
        "CREATE CAST (mood AS text) WITH FUNCTION planted(mood) AS IMPLICIT",
        "CREATE FUNCTION planted_json(mood) RETURNS json LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''planted''; END'",
        "CREATE CAST (mood AS json) WITH FUNCTION planted_json(mood)",
    ]

    @Test(
        "C60 A function that casts values of a type, made by whoever made the type, is not called: what would need it is refused, the rest is as ever"
    )
    func casts() async throws {
        try await RecordsFixture.with(.postgresql, Self.casts) { fixture in
            let call = try fixture.call("days")
            func rows(_ change: (inout ListRequest) -> Void) async throws -> String {
                var request = ListRequest()
                (request.fields, request.sort) = (["id", "mood"], ["id"])
                change(&request)
                return try await fixture.records.list(request, call).json.description
            }
            #expect(try await rows { _ in }.contains(#"{"id":2,"mood":"sad"}"#))
            #expect(try await rows { $0.filter = ["mood": ["$null": true]] }.contains(#"{"id":3,"mood":null}"#))
            for filter: JSONValue in [
                ["mood": "glad"], ["mood": ["$in": ["glad"]]], ["mood": ["$ne": "glad"]], ["mood": ["$includes": "la"]],
                ["mood": ["$notIncludes": "x"]],
                ["mood": ["$startsWith": "g"]], ["moods": "{glad}"], ["moods": ["$includes": "glad"]],
            ] {
                let refused = try await refusal { _ = try await rows { $0.filter = filter } }
                #expect(refused.code == .invalidArgument && refused.reason.contains("mood"), "\(filter): \(refused)")
            }
            let rule = RecordsFixture.rule("days", filter: .compare(FieldPath(field: "mood"), .contains("gl")))
            let clerk = try fixture.call("days", as: ["clerk"], rules: [rule])
            let closed = try await refusal { _ = try await fixture.records.list(ListRequest(), clerk) }
            #expect(!closed.reason.contains("planted"))
            // Nothing else of the table needs a cast.
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["mood": "sad", "note": "x"]), call)
            _ = try await fixture.records.create(CreateRequest(values: ["id": 4, "mood": "glad", "note": "d"]), call)
            _ = try await fixture.records.destroy(DestroyRequest(filter: ["note": "b"]), call)
            #expect(try await rows { $0.sort = ["mood", "id"] }.contains(#""id":4"#))
            var query = QueryRequest()
            query.dimensions = [["field": "mood", "alias": "m"]]
            query.measures = [["field": "id", "aggregation": "count", "alias": "n"]]
            _ = try await fixture.records.query(query, call)
        }
    }

    @Test("C60 The schema is read by the engine's own operators")
    func reflection() async throws {
        var script: [Statement] = ["CREATE EXTENSION citext", "CREATE TABLE people (id INT PRIMARY KEY, email citext)"]
        script.append("INSERT INTO people VALUES (1, 'ada@x.org')")
        for (sign, left, right) in [("=", "oid", "regclass"), ("!~~", "name", "name"), ("!~~", "name", "text"), ("<>", "name", "text")] {
            script.append(
                Statement(
                    verbatim: "CREATE OR REPLACE FUNCTION public.planted(\(left), \(right)) RETURNS boolean LANGUAGE plpgsql "
                        + "AS 'BEGIN RAISE EXCEPTION ''planted''; END'"))
            script.append(
                Statement(verbatim: "CREATE OPERATOR public.\(sign) (LEFTARG = \(left), RIGHTARG = \(right), FUNCTION = public.planted)"))
        }
        try await RecordsFixture.with(.postgresql, script) { fixture in
            var request = ListRequest()
            (request.filter, request.fields) = (["email": "ADA@X.ORG"], ["id"])
            let found = try await fixture.records.list(request, fixture.call("people"))
            #expect(found.json.description.hasPrefix(#"{"data":[{"id":1}]"#))
        }
    }

    @Test("A trigger that names a table without its schema runs as before")
    func triggers() async throws {
        let trigger: [Statement] = [
            "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (NEW.name); RETURN NEW; END'",
            "CREATE TRIGGER note BEFORE UPDATE ON regions FOR EACH ROW EXECUTE FUNCTION note()",
        ]
        try await RecordsFixture.with(.postgresql, Self.script + trigger) { fixture in
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "East"]), fixture.call("regions"))
            #expect(try await fixture.count("SELECT count(*) FROM log WHERE line OPERATOR(pg_catalog.=) 'East'") == 1)
        }
    }
}
