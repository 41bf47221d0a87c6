import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Rows written with the rows of their relations")
struct NestedTests {
    private typealias Fixture = RecordsFixture

    private static func create(_ fixture: RecordsFixture, _ values: JSONValue, _ call: RecordCall? = nil, written: [String] = []) async throws
        -> JSONValue?
    {
        var request = CreateRequest(values: values)
        request.writtenRelations = written
        return try JSONValue(parsing: try await fixture.records.create(request, call ?? fixture.call("posts")).json.bytes)["data"]
    }

    private static func update(
        _ fixture: RecordsFixture, _ key: JSONValue, _ values: JSONValue, _ call: RecordCall? = nil, written: [String] = []
    ) async throws -> JSONValue? {
        var request = UpdateRequest(key: key, values: values)
        request.writtenRelations = written
        return try JSONValue(parsing: try await fixture.records.update(request, call ?? fixture.call("posts")).json.bytes)["data"]
    }

    @Test("create takes keys, objects with keys, and new rows, to one and to many", arguments: Engine.allCases)
    func create(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let made = try await Self.create(
                fixture,
                [
                    "title": "five", "author": ["name": "Cas", "region": 2], "tags": [1, ["id": 2], ["code": "new"]],
                    "comments": [4, ["words": "fresh"]],
                ])
            #expect(made?["id"]?.int == 5 && made?["author_id"]?.int == 4)
            let links = try await fixture.links()
            #expect(links.filter { $0.hasPrefix("tag 5") } == ["tag 5 blue", "tag 5 new", "tag 5 red"])
            #expect(links.filter { $0.hasPrefix("comment") && $0.hasSuffix(" 5") } == ["comment 4 5", "comment 5 5"])
            #expect(try await fixture.count("SELECT region_id FROM authors WHERE id = 4") == 2)
            let several = try await Self.create(
                fixture, [["title": "a", "author": 1], ["title": "b", "author": .null], ["title": "c", "author": ["id": 2]]])
            #expect(several?.array?.map { $0["author_id"]?.int } == [1, nil, 2])
        }
    }

    @Test("update replaces related rows; values beside a key are used only on request", arguments: Engine.allCases)
    func update(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            _ = try await Self.update(
                fixture, 1, ["tags": [3, ["code": "x"]], "comments": [["id": 2, "words": "kept"]], "author": ["id": 2, "name": "No"]])
            let links = try await fixture.links()
            #expect(links.filter { $0.hasPrefix("tag 1") } == ["tag 1 green", "tag 1 x"])
            #expect(links.filter { $0.hasPrefix("comment") } == ["comment 1 ∅", "comment 2 1", "comment 3 2", "comment 4 ∅"])
            #expect(links.first == "post 1 2")
            #expect(try await fixture.count("SELECT count(*) FROM comments WHERE words = 'kept'") == 0)
            _ = try await Self.update(
                fixture, 1, ["title": "1", "comments": [["id": 2, "words": "kept"]], "author": ["id": 2, "name": "Yes"]],
                written: ["comments", "author"])
            #expect(try await fixture.count("SELECT count(*) FROM comments WHERE words = 'kept' AND id = 2") == 1)
            #expect(try await fixture.count("SELECT count(*) FROM authors WHERE name = 'Yes' AND id = 2") == 1)
            _ = try await Self.update(fixture, [1, 2], ["tags": []])
            #expect(try await fixture.links().filter { $0.hasPrefix("tag ") }.isEmpty)
        }
    }

    @Test("C50 rows that a call detaches count towards the limit of changed rows", arguments: Engine.allCases)
    func many(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            try await fixture.database.write(.patient) { connection in
                for post in [1, 2] {
                    let rows = Array(repeating: "(\(post), 'x')", count: 600).joined(separator: ", ")
                    try connection.execute(Statement(verbatim: "INSERT INTO comments (post_id, words) VALUES \(rows)"))
                }
            }
            let before = try await fixture.links()
            let refused = try await refusal { _ = try await Self.update(fixture, [1, 2], ["comments": []]) }
            #expect(refused.code == .limited, "\(refused)")
            #expect(try await fixture.links() == before)
            _ = try await Self.update(fixture, 1, ["comments": []])
            #expect(try await fixture.count("SELECT count(*) FROM comments WHERE post_id = 1") == 0)
        }
    }

    @Test("nothing is written, of the row itself either, where a related row is out of reach or a right is missing", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let own = Filter.compare(FieldPath(field: "owner"), .equal(.value(.int(7))))
            let all = [Fixture.rule("posts"), Fixture.rule("authors"), Fixture.rule("regions"), Fixture.rule("posts_tags")]
            let readsTags = all + [Fixture.rule("tags", [.view])]
            let ownTags = all + [Fixture.rule("tags", filter: own)]
            let readsJoin = [Fixture.rule("posts"), Fixture.rule("tags"), Fixture.rule("posts_tags", [.view])]
            let readsAuthors = [Fixture.rule("posts"), Fixture.rule("authors", [.view])]
            let cases: [([Rule], JSONValue, [String], Refusal.Code)] = [
                (readsTags, ["tags": [["code": "z"]]], [], .forbidden), (ownTags, ["tags": [3]], [], .notFound),
                (readsTags, ["tags": [99]], [], .notFound),
                (readsJoin, ["tags": [1]], [], .forbidden), (readsAuthors, ["author": ["name": "Z"]], [], .forbidden),
                (readsAuthors, ["author": ["id": 1, "name": "Z"]], ["author"], .forbidden), (all, ["tags": [1]], [], .invalidArgument),
                (readsAuthors, ["author": 99], [], .notFound), (readsAuthors, ["author": 1, "author_id": 2], [], .invalidArgument),
                (readsAuthors, ["author": [1]], [], .invalidArgument), (readsTags, ["tags": [["code": .null]]], [], .forbidden),
            ]
            let before = try await fixture.links() + fixture.contents()
            for (rules, related, written, code) in cases {
                var values = try #require(related.object)
                values["title"] = "made"
                let call = try fixture.call("posts", as: ["clerk"], rules: rules)
                let made = try await refusal { [values] in _ = try await Self.create(fixture, .object(values), call, written: written) }
                #expect(made.code == code, "\(related): \(made)")
                let changed = try await refusal { [values] in _ = try await Self.update(fixture, 4, .object(values), call, written: written) }
                #expect(changed.code == code, "\(related): \(changed)")
                #expect(try await fixture.links() + fixture.contents() == before, "\(related)")
                #expect(try await fixture.count("SELECT count(*) FROM posts WHERE title = 'made'") == 0)
            }
        }
    }
}
