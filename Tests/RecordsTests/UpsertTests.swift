import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Rows found or added")
struct UpsertTests {
    @Test("firstOrCreate gives the first row with these values and changes nothing, or adds it", arguments: Engine.allCases)
    func firstOrCreate(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders")
            let before = try await fixture.contents()
            let there = try await fixture.records.firstOrCreate(
                UpsertRequest(filterKeys: ["customer_id", "paid"], values: ["customer_id": 1, "paid": false, "quantity": 99]), call)
            #expect(try JSONValue(parsing: there.json.bytes)["data"]?["id"]?.int == 2)
            #expect(there.changed == 0 && there.rows == 1)
            #expect(try await fixture.contents() == before)
            let added = try await fixture.records.firstOrCreate(
                UpsertRequest(filterKeys: ["customer_id", "quantity"], values: ["customer_id": 3, "quantity": 7]), call)
            #expect(try JSONValue(parsing: added.json.bytes)["data"]?["id"]?.int == 5)
            #expect(added.changed == 1)
        }
    }

    @Test("updateOrCreate changes that row alone, or adds it", arguments: Engine.allCases)
    func updateOrCreate(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let changed = try await fixture.records.updateOrCreate(
                UpsertRequest(filterKeys: ["customer_id"], values: ["customer_id": 1, "quantity": 8]), fixture.call("orders"))
            #expect(try JSONValue(parsing: changed.json.bytes)["data"]?["id"]?.int == 1)
            #expect(changed.changed == 1)
            #expect(try await fixture.count("SELECT count(*) FROM orders WHERE quantity = 8") == 1)
            let added = try await fixture.records.updateOrCreate(
                UpsertRequest(filterKeys: ["store", "product"], values: ["store": "z", "product": 1, "amount": 4]), fixture.call("stock"))
            #expect(added.json.description == #"{"data":{"store":"z","product":1,"amount":4}}"#)
            let again = try await fixture.records.updateOrCreate(
                UpsertRequest(filterKeys: ["store", "product"], values: ["store": "z", "product": 1, "amount": 5]), fixture.call("stock"))
            #expect(again.json.description == #"{"data":{"store":"z","product":1,"amount":5}}"#)
        }
    }

    @Test("Related rows stand in the values, as for create and update", arguments: Engine.allCases)
    func nested(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, RecordsFixture.blog(engine)) { fixture in
            let call = try fixture.call("posts")
            var request = UpsertRequest(filterKeys: ["title"], values: ["title": "five", "author": ["name": "Cas"], "tags": [1, ["code": "new"]]])
            for changed in [1, 0] { #expect(try await fixture.records.firstOrCreate(request, call).changed == changed) }
            #expect(try await fixture.count("SELECT count(*) FROM authors WHERE name = 'Cas'") == 1)
            #expect(try await fixture.links().filter { $0.hasPrefix("tag 5") } == ["tag 5 new", "tag 5 red"])
            request.values = ["title": "five", "author": ["id": 4, "name": "Cass"], "tags": [2]]
            _ = try await fixture.records.updateOrCreate(request, call)
            #expect(try await fixture.links().filter { $0.hasPrefix("tag 5") } == ["tag 5 blue"])
            #expect(try await fixture.count("SELECT count(*) FROM authors WHERE name = 'Cass'") == 0)
            request.writtenRelations = ["author"]
            _ = try await fixture.records.updateOrCreate(request, call)
            #expect(try await fixture.count("SELECT count(*) FROM authors WHERE name = 'Cass'") == 1)
            #expect(try await fixture.count("SELECT count(*) FROM posts WHERE title = 'five'") == 1)
        }
    }

    @Test("A row of a relation is found among the related ones, or added to them", arguments: Engine.allCases)
    func associated(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, RecordsFixture.blog(engine)) { fixture in
            let posts = try fixture.call("posts")
            func upsert(_ relation: String, of post: JSONValue, _ request: UpsertRequest, changes: Bool = false) async throws -> Int64? {
                let association = try await fixture.records.association(relation, of: post, posts)
                let action = changes ? fixture.records.updateOrCreate : fixture.records.firstOrCreate
                return try JSONValue(parsing: await action(request, association, association.call).json.bytes)["data"]?["id"]?.int
            }
            // Another post has a comment with these words.
            let comment = UpsertRequest(filterKeys: ["words"], values: ["words": "c"])
            for _ in 0..<2 { #expect(try await upsert("comments", of: 1, comment) == 5) }
            #expect(try await upsert("comments", of: 2, comment) == 3)
            let owned = UpsertRequest(filterKeys: ["words"], values: ["words": "c", "owner": 9])
            #expect(try await upsert("comments", of: 1, owned, changes: true) == 5)
            #expect(try await fixture.count("SELECT count(*) FROM comments WHERE owner = 9") == 1)
            let tag = UpsertRequest(filterKeys: ["code"], values: ["code": "fresh"])
            for _ in 0..<2 { #expect(try await upsert("tags", of: 1, tag) == 4) }
            #expect(try await fixture.links().filter { $0.hasPrefix("tag ") } == ["tag 1 blue", "tag 1 fresh", "tag 1 red", "tag 2 red"])
            let author = UpsertRequest(filterKeys: ["name"], values: ["name": "Dan"])
            for _ in 0..<2 { #expect(try await upsert("author", of: 4, author) == 4) }
            #expect(try await fixture.links().filter { $0.hasPrefix("post ") }.contains("post 4 4"))
            let before = try await fixture.contents()
            let clash = try await refusal {
                _ = try await upsert("tags", of: 2, UpsertRequest(filterKeys: ["code"], values: ["code": "blue"]))
            }
            #expect(clash.code == .conflict, "it is there, and not one of these: add it")
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("C30 without the right to update the row of sourceId nothing is added to its relation by a key of its own", arguments: Engine.allCases)
    func associatedRights(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, RecordsFixture.blog(engine)) { fixture in
            let rules = [RecordsFixture.rule("posts", [.view]), RecordsFixture.rule("authors")]
            let posts = try fixture.call("posts", as: ["clerk"], rules: rules)
            let association = try await fixture.records.association("author", of: 4, posts)
            let before = try await fixture.links()
            let refused = try await refusal {
                _ = try await fixture.records.firstOrCreate(
                    UpsertRequest(filterKeys: ["name"], values: ["name": "Dan"]), in: association, association.call)
            }
            #expect(refused.code == .forbidden)
            #expect(try await fixture.links() == before)
            #expect(try await fixture.count("SELECT count(*) FROM authors") == 3)
        }
    }

    @Test("calls at the same moment add one row where the values are unique", arguments: Engine.allCases)
    func together(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("customers")
            let request = UpsertRequest(filterKeys: ["email"], values: ["name": "Di", "email": "di@mail.example"])
            let ids = try await withThrowingTaskGroup(of: Int64?.self) { group in
                for _ in 0..<8 {
                    group.addTask { try JSONValue(parsing: try await fixture.records.firstOrCreate(request, call).json.bytes)["data"]?["id"]?.int }
                }
                return try await group.reduce(into: Set<Int64?>()) { $0.insert($1) }
            }
            #expect(ids.count == 1 && !ids.contains(nil))
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE email = 'di@mail.example'") == 1)
        }
    }

    @Test("C30 a row outside the caller's rules is neither found nor changed, and its values do not show it", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let filter = Filter.compare(FieldPath(field: "createdById"), .equal(.value(.int(7))))
            let own = RecordsFixture.rule("customers", filter: filter)
            let before = try await fixture.contents()
            for values: JSONValue in [["name": "Bo", "email": "bo@mail.example"], ["name": "Eve", "email": "bo@mail.example"]] {
                for action in [fixture.records.firstOrCreate, fixture.records.updateOrCreate] {
                    let refused = try await refusal {
                        let call = try fixture.call("customers", as: ["clerk"], rules: [own])
                        _ = try await action(UpsertRequest(filterKeys: ["email"], values: values), nil, call)
                    }
                    #expect(refused.code == .forbidden)
                    #expect(!"\(refused)".contains("email"))
                }
            }
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("a row that may be seen but not changed stays as it is", arguments: Engine.allCases)
    func seen(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let request = UpsertRequest(filterKeys: ["name"], values: ["name": "North"])
            let reader = try fixture.call("regions", as: ["clerk"], rules: [RecordsFixture.rule("regions", [.view, .create])])
            #expect(try await fixture.records.firstOrCreate(request, reader).changed == 0)
            let refused = try await refusal { _ = try await fixture.records.updateOrCreate(request, reader) }
            #expect(refused.code == .forbidden)
            let blind = try fixture.call("regions", as: ["clerk"], rules: [RecordsFixture.rule("regions", [.create])])
            #expect(try await refusal { _ = try await fixture.records.firstOrCreate(request, blind) }.code == .forbidden)
            let masked = try fixture.call("customers", as: ["clerk"], rules: [RecordsFixture.rule("customers", masked: ["secret"])])
            let guess = UpsertRequest(filterKeys: ["secret"], values: ["secret": "blue", "name": "Eve"])
            #expect(try await refusal { _ = try await fixture.records.firstOrCreate(guess, masked) }.code != .conflict)
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("keys without a value, without a name and without a field are refused", arguments: Engine.allCases)
    func wrong(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            for (keys, values) in [
                ([], ["name": "x"]), (["name"], [:]), (["name"], ["name": .null]), (["nothing"], ["nothing": 1]), (["name"], [["name": "x"]]),
            ] as [([String], JSONValue)] {
                let refused = try await refusal {
                    _ = try await fixture.records.updateOrCreate(UpsertRequest(filterKeys: keys, values: values), fixture.call("regions"))
                }
                #expect(refused.code == .invalidArgument, "\(keys) \(values): \(refused)")
            }
            #expect(try await fixture.contents() == before)
        }
    }
}
