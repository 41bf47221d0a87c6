import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Rights on rows and fields")
struct RightsTests {
    @Test("each action needs its right, and a refused one changes nothing", arguments: Engine.allCases)
    func actions(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            for allowed in RecordAction.allCases {
                let call = try fixture.call("regions", as: ["clerk"], rules: [RecordsFixture.rule("regions", [allowed])])
                let calls: [(RecordAction, () async throws -> Void)] = [
                    (.view, { _ = try await fixture.records.list(ListRequest(), call) }),
                    (.view, { _ = try await fixture.records.get(GetRequest(key: 1), call) }),
                    (.create, { _ = try await fixture.records.create(CreateRequest(values: ["name": "x"]), call) }),
                    (.update, { _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "x"]), call) }),
                    (.destroy, { _ = try await fixture.records.destroy(DestroyRequest(key: 1), call) }),
                ]
                for (action, body) in calls where action != allowed {
                    let refused = try await refusal(body)
                    #expect(refused.code == .forbidden && refused.reason == "no right to \(action.rawValue) in regions")
                }
            }
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("a member sees, changes and deletes its own rows and never other people's", arguments: Engine.allCases)
    func ownRecords(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders", as: ["member"], user: 7)
            var request = ListRequest()
            request.fields = ["id"]
            let list = try await fixture.records.list(request, call)
            #expect(list.json.description == #"{"data":[{"id":1},{"id":2}],"meta":{"count":2,"page":1,"pageSize":20,"totalPage":1}}"#)
            let before = try await fixture.contents()
            let foreign = try await fixture.records.get(GetRequest(key: 3), call)
            #expect(foreign.json.description == #"{"data":null}"#)
            let updated = try await fixture.records.update(UpdateRequest(key: [3, 4], values: ["note": "mine"]), call)
            #expect(updated.json.description == #"{"data":[]}"#)
            let deleted = try await fixture.records.destroy(DestroyRequest(key: [3, 4]), call)
            #expect(deleted.json.description == #"{"data":0}"#)
            #expect(try await fixture.contents() == before)
            let mixed = try await fixture.records.update(UpdateRequest(filter: ["quantity": ["$gte": 1]], values: ["note": "mine"]), call)
            #expect(mixed.changed == 2)
            #expect(try await fixture.count("SELECT count(*) FROM orders WHERE note = 'mine' AND \(Identifier("createdById")) = 8") == 0)
            let made = try await fixture.records.create(CreateRequest(values: ["customer_id": 1, "quantity": 1]), call)
            #expect(made.json.description.contains(#""createdById":7"#))
            let gone = try await fixture.records.destroy(DestroyRequest(filter: ["quantity": ["$gte": 1]]), call)
            #expect(gone.changed == 3)
            #expect(try await fixture.count("SELECT count(*) FROM orders") == 2)
        }
    }

    @Test("a change that would leave the caller's rows is undone", arguments: Engine.allCases)
    func check(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let small = Filter.compare(FieldPath(field: "quantity"), .less(.value(.int(4))))
            let call = try fixture.call("orders", as: ["clerk"], rules: [RecordsFixture.rule("orders", filter: small)])
            let before = try await fixture.contents()
            let created = try await refusal {
                _ = try await fixture.records.create(
                    CreateRequest(values: [["customer_id": 1, "quantity": 1], ["customer_id": 1, "quantity": 4]]), call)
            }
            #expect(created.code == .forbidden, "\(created)")
            let updated = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["quantity": 9]), call) }
            #expect(updated.code == .forbidden, "\(updated)")
            #expect(try await fixture.contents() == before)
            let within = try await fixture.records.update(UpdateRequest(key: [1, 2], values: ["quantity": 3]), call)
            #expect(within.changed == 1)
        }
    }

    @Test("C45 a hidden field is not known, wherever it is named; a masked one is shown without its value", arguments: Engine.allCases)
    func fields(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let rules = [RecordsFixture.rule("customers", columns: ["name", "tier", "phone", "secret"], masked: ["phone"], hidden: ["secret"])]
            let call = try fixture.call("customers", as: ["clerk"], rules: rules)
            let one = try await fixture.records.get(GetRequest(key: 1), call)
            #expect(one.json.description == #"{"data":{"id":1,"name":"Ada","tier":"gold","phone":"***"}}"#)
            let written = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "Ava"]), call)
            #expect(written.json.description == #"{"data":[{"id":1,"name":"Ava","tier":"gold","phone":"***"}]}"#)
            for name in ["secret", "no_such_field"] {
                let changes: [(inout ListRequest) -> Void] = [
                    { $0.fields = [name] }, { $0.sort = [name] }, { $0.except = [name] }, { $0.filter = object((name, "red")) },
                    { $0.filter = ["$or": [object(("\(name).$ne", "red")), ["id": 1]]] },
                ]
                for change in changes {
                    var request = ListRequest()
                    change(&request)
                    let refused = try await refusal { _ = try await fixture.records.list(request, call) }
                    #expect(
                        refused.code == .invalidArgument
                            && !refused.reason.replacing("\"\(name)\"", with: "").replacing("'\(name)'", with: "").contains("secret"))
                }
            }
            for change: (inout ListRequest) -> Void in [
                { $0.sort = ["phone"] }, { $0.filter = ["phone": "555-1"] }, { $0.filter = ["phone.$startsWith": "5"] },
            ] {
                var request = ListRequest()
                change(&request)
                _ = try await refusal { _ = try await fixture.records.list(request, call) }
            }
            var masked = ListRequest()
            (masked.fields, masked.pageSize) = (["phone"], 2)
            let answer = try await fixture.records.list(masked, call)
            #expect(answer.json.description.hasPrefix(#"{"data":[{"phone":"***"},{"phone":"***"}],"#))
        }
    }

    @Test("C45 the database's own words do not name a hidden field", arguments: Engine.allCases)
    func constraint(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await fixture.database.setUp { connection in
                try connection.execute("CREATE UNIQUE INDEX one_name_a_secret ON customers (name, secret)")
                try connection.execute("UPDATE customers SET secret = 'blue'")
            }
            let rules = [RecordsFixture.rule("customers", hidden: ["secret"])]
            let call = try fixture.call("customers", as: ["clerk"], rules: rules)
            let refused = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "Bo"]), call) }
            #expect(refused.code == .conflict && refused.reason == "the values break a rule of customers")
        }
    }

    @Test("a relation that may not be entered is not named by the error of a filter", arguments: Engine.allCases)
    func relationNames(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("customers", as: ["clerk"], rules: [RecordsFixture.rule("customers"), RecordsFixture.rule("orders")])
            for filter: JSONValue in [["nothing": 1], ["region.name": "North"], ["region": ["name": "North"]]] {
                var request = ListRequest()
                request.filter = filter
                let refused = try await refusal { _ = try await fixture.records.list(request, call) }
                #expect(refused.code == .invalidArgument && (refused.reason + ";").contains("; relations: orders;"), "\(refused.reason)")
            }
        }
    }

    @Test("C45 C51 a relation is not followed by a field that is hidden or masked on the other side", arguments: Engine.allCases)
    func farSide(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let customers = RecordsFixture.rule("customers")
            let closed = [
                RecordsFixture.rule("orders", hidden: ["customer_id"]), RecordsFixture.rule("orders", masked: ["customer_id"]),
                RecordsFixture.rule("orders", columns: ["id", "note"]),
            ]
            for orders in closed {
                let call = try fixture.call("customers", as: ["clerk"], rules: [customers, orders])
                for filter: JSONValue in [["orders": ["id": 3]], ["orders.note": "theirs"], ["orders.$exists": true], ["$not": ["orders.id": 3]]] {
                    var request = ListRequest()
                    request.filter = filter
                    let refused = try await refusal { _ = try await fixture.records.list(request, call) }
                    #expect(refused.code == .invalidArgument && refused.reason.contains("unknown field 'orders'"), "\(refused)")
                    #expect(!refused.reason.contains("customer_id") && !refused.reason.contains("relations: orders"), "\(refused)")
                }
                // Two hops away, and through a rule that allows it.
                var far = ListRequest()
                far.filter = ["customers.orders.id": 3]
                let regions = try fixture.call("regions", as: ["clerk"], rules: [customers, orders, RecordsFixture.rule("regions")])
                #expect(try await refusal { _ = try await fixture.records.list(far, regions) }.code == .invalidArgument)
                var appended = ListRequest()
                appended.appends = ["orders"]
                #expect(try await refusal { _ = try await fixture.records.list(appended, call) }.code == .invalidArgument)
                #expect(call.rights.collection.relations.contains { $0.name == "orders" })
            }
            var asked = ListRequest()
            (asked.filter, asked.fields, asked.paginate) = (["orders": ["id": 3]], ["id"], false)
            let open = try fixture.call("customers", as: ["clerk"], rules: [customers, RecordsFixture.rule("orders")])
            #expect(try await fixture.records.list(asked, open).json.description == #"{"data":[{"id":2}]}"#)
        }
    }

    @Test("C46 no condition of a caller fails only where a row is reached that it may not see", arguments: Engine.allCases)
    func noErrorTells(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let own = Filter.compare(FieldPath(field: "createdById"), .equal(.attribute("user.id")))
            let call = try fixture.call("orders", as: ["clerk"], rules: [RecordsFixture.rule("orders", filter: own)])
            // Row 3 is invisible, and row 33 does not exist: both must get the same response.
            let conditions: [JSONValue] = [
                ["note": ["$includes": .string(String(repeating: "x", count: 1200))]],
                ["note": ["$startsWith": .string(String(repeating: "%", count: 400))]],
                ["note": ["$endWith": "\\"]], ["note": ["$includes": "!"]], ["createdAt": ["$gt": "2026-01-01T00:00:00+23:59"]],
                ["createdAt": ["$gt": "0001-01-01T00:00:00+05:00"]], ["createdAt": ["$lt": "9999-12-31T23:59:59-05:00"]],
                ["quantity": ["$gt": "1e300"]],
                ["quantity": ["$gt": 1e300]], ["due": ["$gt": "9999-12-31"]], ["id": ["$includes": "3"]], ["paid": ["$isTruly": true]],
            ]
            func outcome(_ id: JSONValue, _ condition: JSONValue) async throws -> String {
                var request = ListRequest()
                request.filter = ["id": id, "$or": [condition]]
                do {
                    return try await fixture.records.list(request, call).json.description
                } catch let refused as Refusal {
                    return "\(refused)"
                }
            }
            for condition in conditions {
                let hidden = try await outcome(3, condition)
                let missing = try await outcome(33, condition)
                #expect(hidden == missing, "\(condition)")
            }
        }
    }

    @Test("who may create and not view gets the key alone", arguments: Engine.allCases)
    func createOnly(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("customers", as: ["clerk"], rules: [RecordsFixture.rule("customers", [.create])])
            let made = try await fixture.records.create(CreateRequest(values: ["name": "Di", "secret": "s"]), call)
            #expect(made.json.description == #"{"data":{"id":4}}"#)
            let filtered = try fixture.call("customers", as: ["clerk"], rules: [RecordsFixture.rule("customers", [.destroy])])
            let refused = try await refusal { _ = try await fixture.records.destroy(DestroyRequest(filter: ["secret": "red"]), filtered) }
            #expect(refused.code == .forbidden)
        }
    }

    @Test("a filter of update or destroy finds only rows that may be viewed", arguments: Engine.allCases)
    func writeOracle(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let own = Filter.compare(FieldPath(field: "createdById"), .equal(.attribute("user.id")))
            let rules = [RecordsFixture.rule("orders", [.view], filter: own), RecordsFixture.rule("orders", [.update, .destroy])]
            let call = try fixture.call("orders", as: ["clerk"], rules: rules)
            let updated = try await fixture.records.update(UpdateRequest(filter: ["note": "theirs"], values: ["paid": true]), call)
            #expect(updated.changed == 0)
            let deleted = try await fixture.records.destroy(DestroyRequest(filter: ["note": "theirs"]), call)
            #expect(deleted.changed == 0)
        }
    }

    @Test("a plan made for one caller's rights is never used for another's", arguments: Engine.allCases)
    func plans(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let narrow = try fixture.call("customers", as: ["clerk"], rules: [RecordsFixture.rule("customers", columns: ["name"])])
            for _ in 0..<3 {
                let all = try await fixture.records.get(GetRequest(key: 2), fixture.call("customers"))
                #expect(all.json.description.contains(#""secret":"red""#))
                let some = try await fixture.records.get(GetRequest(key: 2), narrow)
                #expect(some.json.description == #"{"data":{"id":2,"name":"Bo"}}"#)
            }
        }
    }

    @Test("a plan that names a relation is not lent to a caller who may not follow it", arguments: Engine.allCases)
    func plansNamingRelations(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            var request = GetRequest(key: 1)
            (request.fields, request.except) = (["id", "customer"], ["customer"])
            let whole = try await fixture.records.get(request, fixture.call("orders"))
            #expect(whole.json.description == #"{"data":{"id":1}}"#)
            let narrow = try fixture.call("orders", as: ["clerk"], rules: [RecordsFixture.rule("orders")])
            let asked = request
            let refused = try await refusal { _ = try await fixture.records.get(asked, narrow) }
            #expect(refused.code == .invalidArgument && refused.reason.contains("\"customer\" is not known"))
        }
    }

    @Test(
        "C46 a write tells nothing of rows that a rule leaves out: neither a key that is taken nor a row that is referred to",
        arguments: Engine.allCases)
    func writesTellNothing(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let first = Filter.compare(FieldPath(field: "id"), .equal(.value(.int(1))))
            let rules = [
                RecordsFixture.rule("customers", filter: first),
                RecordsFixture.rule("orders", filter: .compare(FieldPath(field: "customer_id"), .lessOrEqual(.value(.int(50))))),
            ]
            let customers = try fixture.call("customers", as: ["clerk"], rules: rules)
            let taken = try await refusal { _ = try await fixture.records.create(CreateRequest(values: ["id": 2, "name": "x"]), customers) }
            let free = try await refusal { _ = try await fixture.records.create(CreateRequest(values: ["id": 99, "name": "x"]), customers) }
            #expect(taken == free && taken.code == .forbidden)
            let orders = try fixture.call("orders", as: ["clerk"], rules: rules)
            let hidden = try await refusal { _ = try await fixture.records.create(CreateRequest(values: ["customer_id": 2, "quantity": 1]), orders) }
            let absent = try await refusal {
                _ = try await fixture.records.create(CreateRequest(values: ["customer_id": 49, "quantity": 1]), orders)
            }
            #expect(hidden == absent && hidden.code == .forbidden && hidden.reason.contains("customer"))
            let moved = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["customer_id": 2]), orders) }
            #expect(moved == hidden)
            #expect(try await fixture.contents() == before)
            let made = try await fixture.records.create(CreateRequest(values: ["customer_id": 1, "quantity": 1]), orders)
            #expect(made.changed == 1)
        }
    }
}
