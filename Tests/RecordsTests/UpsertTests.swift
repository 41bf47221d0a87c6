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
                        _ = try await action(UpsertRequest(filterKeys: ["email"], values: values), call)
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
