import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Relations between rows are changed")
struct RelationTests {
    private typealias Fixture = RecordsFixture

    /// Changes a relation and returns the result's description of it.
    @discardableResult
    private static func relate(
        _ fixture: RecordsFixture, _ change: RelationChange, _ keys: JSONValue?, _ path: String, of row: JSONValue, as roles: [String] = ["admin"],
        rules: [Rule] = []
    ) async throws -> String {
        let names = path.split(separator: ".").map(String.init)
        let call = try fixture.call(names[0], as: roles, rules: rules)
        let association = try await fixture.records.association(names[1], of: row, call)
        return try await fixture.records.relate(change, keys, association).json.description
    }

    private static func answer(_ added: Int, _ removed: Int) -> String { #"{"data":"ok","meta":{"added":\#(added),"removed":\#(removed)}}"# }

    /// Rules that let a clerk do everything on these collections.
    private static func everything(on collections: String..., besides rules: [Rule] = []) -> [Rule] { collections.map { Fixture.rule($0) } + rules }

    @Test("rows through a join table are added once, removed, toggled and replaced", arguments: Engine.allCases)
    func toManyThrough(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            func tags() async throws -> [String] { try await fixture.links().filter { $0.hasPrefix("tag ") } }
            #expect(try await Self.relate(fixture, .add, [1, 3], "posts.tags", of: 1) == Self.answer(1, 0))
            #expect(try await tags() == ["tag 1 blue", "tag 1 green", "tag 1 red", "tag 2 red"])
            #expect(try await Self.relate(fixture, .remove, [2, 3], "posts.tags", of: 1) == Self.answer(0, 2))
            #expect(try await Self.relate(fixture, .remove, 3, "posts.tags", of: 1) == Self.answer(0, 0))
            #expect(try await Self.relate(fixture, .toggle, [1, 2], "posts.tags", of: 1) == Self.answer(1, 1))
            #expect(try await tags() == ["tag 1 blue", "tag 2 red"])
            #expect(try await Self.relate(fixture, .set, [2, 3, 3], "posts.tags", of: 2) == Self.answer(2, 1))
            #expect(try await Self.relate(fixture, .set, [], "posts.tags", of: 1) == Self.answer(0, 1))
            #expect(try await tags() == ["tag 2 blue", "tag 2 green"])
            // The other way, and a join table with a key of its own.
            #expect(try await Self.relate(fixture, .add, 4, "tags.posts", of: 1) == Self.answer(1, 0))
            #expect(try await Self.relate(fixture, .set, [3], "authors.posts_through_stars", of: 2) == Self.answer(1, 2))
            let stars = try await fixture.links().filter { $0.hasPrefix("star ") }
            #expect(stars == ["star 2 3", "star 3 2"])
        }
    }

    @Test("rows with a foreign key are added, removed and replaced; a row that must belong to one is not set free", arguments: Engine.allCases)
    func toMany(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            func comments() async throws -> [String] { try await fixture.links().filter { $0.hasPrefix("comment ") } }
            #expect(try await Self.relate(fixture, .add, [3, 4], "posts.comments", of: 1) == Self.answer(2, 0))
            #expect(try await Self.relate(fixture, .remove, [1, 2], "posts.comments", of: 1) == Self.answer(0, 2))
            #expect(try await comments() == ["comment 1 ∅", "comment 2 ∅", "comment 3 1", "comment 4 1"])
            #expect(try await Self.relate(fixture, .set, [1, 3], "posts.comments", of: 1) == Self.answer(1, 1))
            #expect(try await comments() == ["comment 1 1", "comment 2 ∅", "comment 3 1", "comment 4 ∅"])
            let before = try await fixture.links()
            for (change, keys) in [(.remove, 1), (.set, []), (.toggle, 1)] as [(RelationChange, JSONValue)] {
                let refused = try await refusal { try await Self.relate(fixture, change, keys, "posts.notes", of: 1) }
                #expect(refused.code == .invalidArgument, "\(refused)")
            }
            #expect(try await fixture.links() == before)
        }
    }

    @Test("the one row that a row belongs to is set and removed", arguments: Engine.allCases)
    func toOne(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            #expect(try await Self.relate(fixture, .set, 2, "posts.author", of: 1) == Self.answer(1, 1))
            #expect(try await Self.relate(fixture, .set, 2, "posts.author", of: 1) == Self.answer(0, 0))
            #expect(try await Self.relate(fixture, .set, [3], "posts.author", of: 4) == Self.answer(1, 0))
            #expect(try await Self.relate(fixture, .remove, 1, "posts.author", of: 1) == Self.answer(0, 0))
            #expect(try await Self.relate(fixture, .remove, nil, "posts.author", of: 1) == Self.answer(0, 1))
            #expect(try await Self.relate(fixture, .set, .null, "posts.author", of: 2) == Self.answer(0, 1))
            #expect(try await fixture.links().prefix(4) == ["post 1 ∅", "post 2 ∅", "post 3 2", "post 4 3"])
            for (change, keys) in [(.add, 1), (.toggle, 1), (.set, [1, 2])] as [(RelationChange, JSONValue)] {
                let refused = try await refusal { try await Self.relate(fixture, change, keys, "posts.author", of: 3) }
                #expect(refused.code == .invalidArgument, "\(refused)")
            }
        }
    }

    @Test(
        "relating rows needs the right to update the row, to view the others and to change the referencing side",
        arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            func own(_ collection: String, _ actions: Set<RecordAction> = Set(RecordAction.allCases), columns: [String]? = nil) -> Rule {
                Fixture.rule(collection, actions, columns: columns, filter: .compare(FieldPath(field: "owner"), .equal(.value(.int(7)))))
            }
            let all = Self.everything(on: "posts", "tags", "posts_tags", "comments", "authors")
            let readsPosts = Self.everything(on: "tags", "posts_tags", "comments", "authors", besides: [Fixture.rule("posts", [.view])])
            let ownPosts = Self.everything(
                on: "tags", "posts_tags", "comments", "authors", besides: [Fixture.rule("posts", [.view]), own("posts", [.update])])
            let ownTags = Self.everything(on: "posts", "posts_tags", besides: [own("tags")])
            let readsJoin = Self.everything(on: "posts", "tags", besides: [Fixture.rule("posts_tags", [.view])])
            let ownJoin = Self.everything(on: "posts", "tags", besides: [own("posts_tags")])
            let readsComments = Self.everything(on: "posts", besides: [Fixture.rule("comments", [.view])])
            let ownComments = Self.everything(on: "posts", besides: [Fixture.rule("comments", [.view]), own("comments", [.update])])
            let noKey = Self.everything(
                on: "authors",
                besides: [
                    Fixture.rule("posts", [.view]), Fixture.rule("posts", [.update], columns: ["title"]),
                ])
            let cases: [([Rule], RelationChange, JSONValue, String, JSONValue, Refusal.Code)] = [
                (readsPosts, .add, 3, "posts.tags", 1, .forbidden), (readsPosts, .add, 4, "posts.comments", 1, .forbidden),
                (readsPosts, .set, 2, "posts.author", 1, .forbidden), (ownPosts, .add, 3, "posts.tags", 3, .forbidden),
                (ownPosts, .set, [], "posts.tags", 3, .forbidden), (ownPosts, .remove, 1, "posts.author", 3, .forbidden),
                (ownTags, .add, 3, "posts.tags", 1, .notFound), (ownTags, .set, [1, 3], "posts.tags", 1, .notFound),
                (ownTags, .add, 99, "posts.tags", 1, .notFound), (readsJoin, .add, 3, "posts.tags", 1, .forbidden),
                (readsJoin, .remove, 1, "posts.tags", 1, .forbidden), (ownJoin, .add, 3, "posts.tags", 1, .forbidden),
                (Self.everything(on: "posts", "tags"), .add, 3, "posts.tags", 1, .invalidArgument),
                (readsComments, .add, 4, "posts.comments", 1, .forbidden), (ownComments, .remove, 2, "posts.comments", 1, .forbidden),
                (ownComments, .set, [], "posts.comments", 1, .forbidden), (noKey, .set, 2, "posts.author", 1, .forbidden),
                (all, .add, 1, "posts.notes", 1, .invalidArgument), (all, .add, 3, "posts.tags", 99, .notFound),
                (all, .add, [], "posts.tags", 1, .invalidArgument), (all, .add, [3, 99], "posts.tags", 1, .notFound),
            ]
            let before = try await fixture.links()
            for (rules, change, keys, path, row, code) in cases {
                let refused = try await refusal {
                    try await Self.relate(fixture, change, keys, path, of: row, as: ["clerk"], rules: rules)
                }
                #expect(refused.code == code, "\(change) \(keys) \(path): \(refused)")
                #expect(try await fixture.links() == before, "\(change) \(keys) \(path)")
            }
            // A link that a rule hides is none for the caller: it stays when the others are replaced.
            #expect(
                try await Self.relate(fixture, .remove, [1, 2], "posts.tags", of: 1, as: ["clerk"], rules: ownJoin) == Self.answer(0, 1))
            #expect(try await fixture.links().filter { $0.hasPrefix("tag ") } == ["tag 1 blue", "tag 2 red"])
        }
    }

    @Test("a row created in a relation is related, or nothing is created", arguments: Engine.allCases)
    func create(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            func create(_ values: JSONValue, _ path: String, _ row: JSONValue, rules: [Rule]? = nil) async throws -> JSONValue? {
                let names = path.split(separator: ".").map(String.init)
                let call = try fixture.call(names[0], as: rules == nil ? ["admin"] : ["clerk"], rules: rules ?? [])
                let association = try await fixture.records.association(names[1], of: row, call)
                return try JSONValue(parsing: try await fixture.records.create(CreateRequest(values: values), in: association).json.bytes)["data"]
            }
            #expect(try await create([["code": "x"], ["code": "y"]], "posts.tags", 3)?.array?.count == 2)
            #expect(try await create(["words": "w"], "posts.comments", 3)?["post_id"]?.int == 3)
            #expect(try await create(["name": "Cas"], "posts.author", 4)?["id"]?.int == 4)
            let links = try await fixture.links()
            #expect(links.contains("tag 3 x") && links.contains("tag 3 y") && links.contains("post 4 4"))
            let readsPosts = Self.everything(on: "tags", "posts_tags", "authors", besides: [Fixture.rule("posts", [.view])])
            let readsJoin = Self.everything(on: "tags", "posts", besides: [Fixture.rule("posts_tags", [.view])])
            for (rules, values, path) in [
                (readsPosts, ["code": "z"], "posts.tags"), (readsJoin, ["code": "z"], "posts.tags"), (readsPosts, ["name": "Z"], "posts.author"),
            ] as [([Rule], JSONValue, String)] {
                #expect(try await refusal { _ = try await create(values, path, 1, rules: rules) }.code == .forbidden)
            }
            #expect(try await fixture.links() == links)
            #expect(try await fixture.count("SELECT count(*) FROM authors") == 4)
        }
    }

    @Test("related rows are listed, counted, appended and filtered by, also through a join table", arguments: Engine.allCases)
    func read(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let association = try await fixture.records.association("tags", of: 1, fixture.call("posts"))
            let listed = try JSONValue(parsing: try await fixture.records.list(ListRequest(), association.call).json.bytes)
            #expect(listed["data"]?.array?.compactMap { $0["code"]?.string } == ["red", "blue"] && listed["meta"]?["count"]?.int == 2)
            let other = try await fixture.records.get(GetRequest(key: 3), association.call)
            #expect(other.json.description == #"{"data":null}"#)
            #expect(try await fixture.ids("posts", filter: ["tags": ["code": "red"]]) == [1, 2])
            #expect(try await fixture.ids("posts", filter: ["tags.$exists": false]) == [3, 4])
            #expect(try await fixture.ids("tags", filter: ["posts.author.name": "Ann"]) == [1, 2])
            #expect(try await fixture.ids("authors", filter: ["posts_through_stars.title": "two"]) == [2, 3])
            var request = ListRequest()
            (request.fields, request.sort) = (["title", "tags.code", "author.name", "author.region.name"], ["-author.region.name", "-id"])
            let rows = try JSONValue(parsing: try await fixture.records.list(request, fixture.call("posts")).json.bytes)["data"]
            let north: JSONValue = ["name": "Ann", "region": ["name": "North"]]
            let expected: JSONValue = [
                ["title": "three", "tags": [], "author": ["name": "Ben", "region": ["name": "South"]]],
                ["title": "two", "tags": [["code": "red"]], "author": north],
                ["title": "one", "tags": [["code": "red"], ["code": "blue"]], "author": north], ["title": "four", "tags": [], "author": .null],
            ]
            #expect(rows == expected)
        }
    }

    @Test("C51 relations of a join table are hidden from callers that may not view it, in filters, rows and lists", arguments: Engine.allCases)
    func hidden(_ engine: Engine) async throws {
        try await Fixture.with(engine, Fixture.blog(engine)) { fixture in
            let own = Fixture.rule("posts_tags", filter: .compare(FieldPath(field: "owner"), .equal(.value(.int(7)))))
            let rules = Self.everything(on: "posts", "tags", besides: [own])
            let call = try fixture.call("posts", as: ["clerk"], rules: rules)
            var request = ListRequest()
            (request.filter, request.fields) = (["tags.code": "blue"], ["id"])
            #expect(try await fixture.records.list(request, call).json.description.hasPrefix(#"{"data":[],"#))
            (request.filter, request.appends) = (["id": 1], ["tags.code"])
            #expect(try await fixture.records.list(request, call).json.description.hasPrefix(#"{"data":[{"id":1,"tags":[{"code":"red"}]}]"#))
            let association = try await fixture.records.association("tags", of: 1, call)
            #expect(try await fixture.records.list(ListRequest(), association.call).rows == 1)
            for rules in [
                Self.everything(on: "posts", "tags"),
                Self.everything(on: "posts", "tags", besides: [Fixture.rule("posts_tags", masked: ["tag_code"])]),
                Self.everything(on: "posts", "tags", besides: [Fixture.rule("posts_tags", hidden: ["post_id"])]),
            ] {
                let call = try fixture.call("posts", as: ["clerk"], rules: rules)
                for (filter, appends) in [(["tags.code": "red"], []), (nil, ["tags"])] as [(JSONValue?, [String])] {
                    (request.filter, request.appends) = (filter, appends)
                    let asked = request
                    let refused = try await refusal { _ = try await fixture.records.list(asked, call) }
                    #expect(refused.code == .invalidArgument)
                }
            }
        }
    }
}
