import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Attacks on records")
struct AttackTests {
    @Test("C47 names with quotes, dots and other forms are names of the schema or nothing", arguments: Engine.allCases)
    func names(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let odd = try await fixture.records.get(GetRequest(key: 1), fixture.call("we\"ird ta.ble"))
            #expect(odd.json.description == #"{"data":{"id":1,"a\"b; --":"x","c.d":"y"}}"#)
            let made = try await fixture.records.create(
                CreateRequest(values: ["a\"b; --": "'; DROP TABLE orders; --"]), fixture.call("we\"ird ta.ble"))
            #expect(made.json.description == #"{"data":{"id":2,"a\"b; --":"'; DROP TABLE orders; --","c.d":null}}"#)
            for name in [
                "id\"", "\"id\"", "order.id", "t.id", "ID", "id; DROP TABLE orders", "id--", "rowid", "_rowid_", "oid", "ctid", "ｉｄ", "i\u{301}d",
                "", "*",
                "quantity)", "1", "\u{0}id",
            ] {
                try await refuseEverywhere(name, fixture)
            }
            #expect(try await fixture.contents() == before)
        }
    }

    /// The name as a field to read, to leave out, to sort and filter by, to append and to set.
    private func refuseEverywhere(_ name: String, _ fixture: RecordsFixture) async throws {
        let changes: [(inout ListRequest) -> Void] = [
            { $0.fields = [name] }, { $0.except = [name] }, { $0.sort = [name] }, { $0.sort = ["-" + name] }, { $0.appends = [name] },
            { $0.filter = object((name, 1)) }, { $0.appends = ["customer." + name] }, { $0.sort = ["customer." + name] },
        ]
        for change in changes {
            var request = ListRequest()
            change(&request)
            let refused = try await refusal { _ = try await fixture.records.list(request, fixture.call("orders")) }
            #expect(refused.code == .invalidArgument, "\(request): \(refused)")
        }
        let values = object((name, 1), ("quantity", 1), ("customer_id", 1))
        let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), fixture.call("orders")) }
        #expect(refused.code == .invalidArgument)
    }

    @Test("C48 an operator or sort key outside the grammar is refused with the permitted ones", arguments: Engine.allCases)
    func grammar(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let filters: [JSONValue] = [["id": ["$regexp": "."]], ["note": ["$col": "id"]], ["$where": "1"], ["note.$.a": 1], ["note->a": 1]]
            for filter in filters {
                var request = ListRequest()
                request.filter = filter
                let refused = try await refusal { _ = try await fixture.records.list(request, fixture.call("orders")) }
                #expect(refused.code == .invalidArgument, "\(refused)")
                #expect(["$eq", "fields: id", "'note.$.a' continues"].contains { refused.reason.contains($0) }, "\(refused.reason)")
            }
        }
    }

    @Test("C49 server-managed, hidden and masked fields cannot be set", arguments: Engine.allCases)
    func massAssignment(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let rules = [RecordsFixture.rule("customers", masked: ["phone"], hidden: ["secret"])]
            let cases: [(JSONValue, String, Refusal.Code)] = [
                (["name": "Di", "createdById": 9], "createdById", .forbidden),
                (["name": "Di", "createdAt": "2020-01-01T00:00:00Z"], "createdAt", .forbidden),
                (["name": "Di", "updatedAt": "2020-01-01T00:00:00Z"], "updatedAt", .forbidden), (["name": "Di", "phone": "1"], "phone", .forbidden),
                (["name": "Di", "secret": "x"], "not known", .invalidArgument), (["name": "Di", "is_admin": true], "not known", .invalidArgument),
            ]
            for (values, reason, code) in cases {
                let call = try fixture.call("customers", as: ["clerk"], rules: rules)
                let created = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), call) }
                #expect(created.code == code && created.reason.contains(reason), "\(created)")
                let updated = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: values), call) }
                #expect(updated.code == code && updated.reason.contains(reason), "\(updated)")
            }
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("C50 no key and no filter, a filter of everything, or too many rows: refused before anything changes", arguments: Engine.allCases)
    func everything(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await fixture.addOrders(1200)
            let before = try await fixture.contents()
            let filters: [JSONValue?] = [nil, .null, [:], ["$and": []], ["$or": [[:]]], ["$and": [[:], [:]]], ["$not": ["$not": [:]]]]
            for filter in filters {
                let destroyed = try await refusal {
                    _ = try await fixture.records.destroy(DestroyRequest(filter: filter), fixture.call("orders"))
                }
                #expect(destroyed.code == .invalidArgument && destroyed.reason.contains("filterByTk or filter is required"), "\(destroyed)")
                let updated = try await refusal {
                    _ = try await fixture.records.update(UpdateRequest(key: .null, filter: filter, values: ["note": "x"]), fixture.call("orders"))
                }
                #expect(updated.code == .invalidArgument, "\(updated)")
            }
            let many = try await refusal {
                _ = try await fixture.records.destroy(DestroyRequest(filter: ["id": ["$gt": 2]]), fixture.call("orders"))
            }
            #expect(many.code == .limited && many.reason.contains("1202 rows"), "\(many)")
            let all = try await refusal {
                _ = try await fixture.records.update(UpdateRequest(filter: ["id": ["$gt": 0]], values: ["note": "x"]), fixture.call("orders"))
            }
            #expect(all.code == .limited, "\(all)")
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("C50 a filter that matches every row of more than a few is refused with their number", arguments: Engine.allCases)
    func everyRow(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await fixture.addOrders(10)
            let before = try await fixture.contents()
            let refused = try await refusal {
                _ = try await fixture.records.destroy(DestroyRequest(filter: ["id": ["$gte": 0]]), fixture.call("orders"))
            }
            #expect(refused.code == .limited && refused.reason.contains("all 14 rows"), "\(refused)")
            #expect(try await fixture.contents() == before)
            let allButOne = try await fixture.records.destroy(DestroyRequest(filter: ["id": ["$gt": 1]]), fixture.call("orders"))
            #expect(allButOne.changed == 13)
        }
    }

    @Test(
        "C51 a relation to an invisible collection looks like an unknown one, also behind others; more than a hundred are refused",
        arguments: Engine.allCases)
    func appends(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let ordersOnly = try fixture.call("orders", as: ["clerk"], rules: [RecordsFixture.rule("orders")])
            for (request, name) in [
                (appending("customer"), "\"customer\""), (fields(["id", "customer.name"]), "\"customer\""), (sorted("customer.name"), "\"customer\""),
            ] {
                let refused = try await refusal { _ = try await fixture.records.list(request, ordersOnly) }
                #expect(refused.code == .invalidArgument && refused.reason.contains("\(name) is not known in orders; known: "), "\(refused)")
                #expect(!refused.reason.contains("customers"))
            }
            var filtered = ListRequest()
            filtered.filter = ["customer.secret": "red"]
            let hidden = try await refusal { _ = try await fixture.records.list(filtered, ordersOnly) }
            #expect(hidden.code == .invalidArgument)
            let noRegions = try fixture.call("orders", as: ["clerk"], rules: [RecordsFixture.rule("orders"), RecordsFixture.rule("customers")])
            for request in [appending("customer.region"), appending("customer.region.name"), sorted("customer.region.name")] {
                let twoHops = try await refusal { _ = try await fixture.records.list(request, noRegions) }
                #expect(twoHops.code == .invalidArgument && twoHops.reason.contains("\"region\" is not known in customers"), "\(twoHops)")
            }
            let way = (0..<100).map { $0 % 2 == 0 ? "customer" : "orders" }.joined(separator: ".")
            let far = try await fixture.records.list(appending(way), fixture.call("orders"))
            // Ada has two orders, so that each level has twice the rows of the one around it.
            #expect(far.json.bytes.count < 3 * RecordLimits.answerBytes)
            #expect(try JSONValue(parsing: far.json.bytes)["meta"]?["truncatedAppends"]?.array?.isEmpty == false)
            for path in ["\(way).customer", String(repeating: "customer.orders.", count: 100_000) + "id"] {
                let further = try await refusal { _ = try await fixture.records.list(appending(path), fixture.call("orders")) }
                #expect(further.code == .invalidArgument && further.reason.contains("at most 100 relations"))
            }
        }
    }

    @Test("C51 related rows and fields are given as far as the rights on them go", arguments: Engine.allCases)
    func appendedRights(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let gold = Filter.compare(FieldPath(field: "tier"), .equal(.value(.text("gold"))))
            let rules = [
                RecordsFixture.rule("orders"), RecordsFixture.rule("customers", columns: ["name", "phone"], masked: ["phone"], filter: gold),
            ]
            var request = appending("customer")
            (request.fields, request.paginate) = (["id"], false)
            let answer = try await fixture.records.list(request, fixture.call("orders", as: ["clerk"], rules: rules))
            #expect(
                answer.json.description == """
                    {"data":[{"id":1,"customer":{"id":1,"name":"Ada","phone":"***"}},{"id":2,"customer":{"id":1,"name":"Ada","phone":"***"}},\
                    {"id":3,"customer":null},{"id":4,"customer":null}]}
                    """)
            // Rows that the rule hides do not answer a filter either: Bo is silver.
            var asked = ListRequest()
            (asked.filter, asked.fields, asked.paginate) = (["customer.name": "Bo"], ["id"], false)
            let none = try await fixture.records.list(asked, fixture.call("orders", as: ["clerk"], rules: rules))
            #expect(none.json.description == #"{"data":[]}"#)
        }
    }

    private func appending(_ path: String) -> ListRequest {
        var request = ListRequest()
        request.appends = [path]
        return request
    }
    private func fields(_ names: [String]) -> ListRequest {
        var request = ListRequest()
        request.fields = names
        return request
    }
    private func sorted(_ name: String) -> ListRequest {
        var request = ListRequest()
        request.sort = [name]
        return request
    }
}
