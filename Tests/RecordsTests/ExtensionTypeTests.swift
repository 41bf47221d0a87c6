import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Columns of types that PostgreSQL's extensions bring")
struct ExtensionTypeTests {
    private static let script: [Statement] = [
        "CREATE SCHEMA types", "CREATE EXTENSION citext SCHEMA types", "CREATE EXTENSION ltree", "CREATE EXTENSION cube",
        "CREATE TABLE people (id BIGINT PRIMARY KEY, email types.citext UNIQUE, place ltree, spot cube)",
        "CREATE TABLE mails (id BIGINT PRIMARY KEY, sender types.citext REFERENCES people (email))",
        "INSERT INTO people VALUES (1, 'ada@x.org', 'eu.at', '(1,2)'), (2, 'Bo@x.org', 'eu.it', '(3,4)')",
        "INSERT INTO mails VALUES (1, 'ADA@x.org'), (2, 'bo@X.ORG')",
    ]

    private func ids(_ fixture: RecordsFixture, _ filter: JSONValue, rules: [Rule] = []) async throws -> [Int64] {
        var request = ListRequest()
        (request.filter, request.fields, request.paginate) = (filter, ["id"], false)
        let call = try rules.isEmpty ? fixture.call("people") : fixture.call("people", as: ["clerk"], rules: rules)
        return try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)["data"]?.array?.compactMap { $0["id"]?.int } ?? []
    }

    @Test("A column without upper and lower case is compared by its own operators, in filters, rules, keys and relations")
    func own() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            #expect(try await ids(fixture, ["email": "ADA@X.ORG"]) == [1])
            #expect(try await ids(fixture, ["email": ["$in": ["ADA@X.ORG", "bo@x.org"]]]) == [1, 2])
            #expect(try await ids(fixture, ["email": ["$ne": "ADA@X.ORG"]]) == [2])
            #expect(try await ids(fixture, ["email": ["$notIn": ["ADA@X.ORG"]]]) == [2])
            #expect(try await ids(fixture, ["email": ["$gt": "B"]]) == [2])
            #expect(try await ids(fixture, ["email": ["$includes": "DA@"]]) == [1])
            #expect(try await ids(fixture, ["email": ["$notEmpty": true]]) == [1, 2])
            #expect(try await ids(fixture, ["mails_by_sender": ["id": 1]]) == [1])
            let rule = RecordsFixture.rule("people", filter: .compare(FieldPath(field: "email"), .equal(.value(.text("BO@X.ORG")))))
            #expect(try await ids(fixture, [:], rules: [rule]) == [2])
            var request = ListRequest()
            (request.fields, request.appends) = (["id"], ["mails_by_sender"])
            let answer = try await fixture.records.list(request, fixture.call("people")).json.description
            #expect(answer.contains(#""mails_by_sender":[{"id":1"#), "\(answer)")
        }
    }

    @Test("Types that are the same where their text is are compared as text; others are not compared, and can be read")
    func others() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            #expect(try await ids(fixture, ["place": "eu.it"]) == [2])
            let refused = try await refusal { _ = try await ids(fixture, ["spot": "(1, 2)"]) }
            #expect(refused.code == .invalidArgument && refused.reason.contains("spot"))
            #expect(try await ids(fixture, ["spot": ["$null": true]]) == [])
        }
    }

    /// Of the extensions that come with PostgreSQL: a type, a value of it, and the extensions that it needs.
    static let unknown: [(type: String, value: String, needs: [String])] = [
        ("hstore", "a=>1", ["hstore"]), ("cube", "(1, 2)", ["cube"]), ("seg", "1 .. 2", ["seg"]), ("isbn13", "978-0-393-04002-9", ["isn"]),
        ("earth", "(6378168, 0, 0)", ["cube", "earthdistance"]), ("lquery", "a.*", ["ltree"]), ("query_int", "1&2", ["intarray"]),
        ("hstore[]", "{}", ["hstore"]),
    ]

    @Test(
        "C60 A type of an extension that is not known is read, and refused by its name where something depends on its operators", arguments: unknown)
    func unknownTypes(type: String, value: String, needs: [String]) async throws {
        let script =
            needs.map { Statement(verbatim: "CREATE EXTENSION \($0)") } + [
                Statement(verbatim: "CREATE TABLE things (id BIGINT PRIMARY KEY, x \(type), plain VARCHAR(10))"),
                Statement(verbatim: "INSERT INTO things VALUES (1, '\(value)', 'a'), (2, NULL, 'b')"),
            ]
        try await RecordsFixture.with(.postgresql, script) { fixture in
            func ids(_ filter: JSONValue, _ rules: [Rule] = []) async throws -> [Int64] {
                var request = ListRequest()
                (request.filter, request.fields, request.paginate) = (filter, ["id"], false)
                let call = try rules.isEmpty ? fixture.call("things") : fixture.call("things", as: ["clerk"], rules: rules)
                return try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)["data"]?.array?.compactMap { $0["id"]?.int }
                    ?? []
            }
            let shown = try await fixture.records.get(GetRequest(key: 1), fixture.call("things")).json.description
            #expect(!shown.contains(#""x":null"#), "\(shown)")
            #expect(try await ids(["x": ["$null": true]]) == [2])
            #expect(try await ids(["plain": "a"]) == [1])
            let refused = try await refusal { _ = try await ids(["x": .string(value)]) }
            #expect(
                refused.code == .invalidArgument && refused.reason.contains("'x' has the type") && refused.reason.contains("not known"), "\(refused)")
            let rule = RecordsFixture.rule("things", filter: .compare(FieldPath(field: "x"), .equal(.value(.text(value)))))
            _ = try await refusal { _ = try await ids([:], [rule]) }
        }
    }

    @Test("Functions of uuid-ossp and pgcrypto fill columns as before, and their columns have types of the engine's own")
    func filledByExtensions() async throws {
        let script: [Statement] = [
            "CREATE EXTENSION \(Identifier("uuid-ossp"))", "CREATE EXTENSION pgcrypto",
            "CREATE TABLE keys (id UUID PRIMARY KEY DEFAULT uuid_generate_v4(), mark BYTEA DEFAULT digest('x', 'sha256'), name VARCHAR(10))",
        ]
        try await RecordsFixture.with(.postgresql, script) { fixture in
            _ = try await fixture.records.create(CreateRequest(values: ["name": "a"]), fixture.call("keys"))
            var request = ListRequest()
            request.filter = ["name": "a"]
            let row = try JSONValue(parsing: try await fixture.records.list(request, fixture.call("keys")).json.bytes)["data"]?[0]
            let id = try #require(row?["id"]?.string)
            #expect(id.count == 36 && row?["mark"]?.string == "LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=", "\(row ?? .null)")
            request.filter = ["id": .string(id.uppercased())]
            #expect(try await fixture.records.list(request, fixture.call("keys")).json.description.contains(id))
            #expect(try await fixture.records.get(GetRequest(key: .string(id)), fixture.call("keys")).json.description.contains(id))
        }
    }

    @Test("Groups by such a column are chosen by its own operators, and the least of it is refused; a key of another extension finds its row")
    func groupsAndKeys() async throws {
        let paths: [Statement] = ["CREATE TABLE paths (path ltree PRIMARY KEY, n INT)", "INSERT INTO paths VALUES ('eu.at', 1), ('eu.it', 2)"]
        try await RecordsFixture.with(.postgresql, Self.script + paths) { fixture in
            var query = QueryRequest()
            query.dimensions = [["field": "email", "alias": "mail"]]
            query.measures = [["field": "id", "aggregation": "count", "alias": "n"]]
            query.having = ["mail": "BO@X.ORG"]
            #expect(try await fixture.records.query(query, fixture.call("people")).json.description.contains(#""n":1"#))
            query = QueryRequest()
            query.measures = [["field": "email", "aggregation": "min", "alias": "least"]]
            let refused = try await refusal { _ = try await fixture.records.query(query, fixture.call("people")) }
            #expect(refused.code == .invalidArgument && refused.reason.contains("email"))
            let found = try await fixture.records.get(GetRequest(key: "eu.it"), fixture.call("paths"))
            #expect(found.json.description.contains(#""n":2"#), "\(found.json)")
        }
    }

    @Test("C60 Where others may make operators in the extension's schema, a column of its type is not compared")
    func open() async throws {
        try await RecordsFixture.with(.postgresql, Self.script + ["GRANT CREATE ON SCHEMA types TO PUBLIC"]) { fixture in
            let refused = try await refusal { _ = try await ids(fixture, ["email": "ada@x.org"]) }
            #expect(refused.code == .invalidArgument && refused.reason.contains("email"))
            let rule = RecordsFixture.rule("people", filter: .compare(FieldPath(field: "email"), .equal(.value(.text("ada@x.org")))))
            _ = try await refusal { _ = try await ids(fixture, [:], rules: [rule]) }
        }
    }
}
