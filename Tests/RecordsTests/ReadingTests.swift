import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import Testing

@Suite("Rows read")
struct ReadingTests {
    private func list(_ fixture: RecordsFixture, _ name: String, _ change: (inout ListRequest) -> Void = { _ in }) async throws -> String {
        var request = ListRequest()
        change(&request)
        return try await fixture.records.list(request, fixture.call(name)).json.description
    }

    @Test("a list has data, count, page, pageSize and totalPage", arguments: Engine.allCases)
    func page(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let all = try await list(fixture, "regions")
            #expect(all == #"{"data":[{"id":1,"name":"North"},{"id":2,"name":"South"}],"meta":{"count":2,"page":1,"pageSize":20,"totalPage":1}}"#)
            let second = try await list(fixture, "orders") { request in
                (request.fields, request.page, request.pageSize) = (["id"], 2, 3)
            }
            #expect(second == #"{"data":[{"id":4}],"meta":{"count":4,"page":2,"pageSize":3,"totalPage":2}}"#)
            let beyond = try await list(fixture, "orders") { $0.page = 9 }
            #expect(beyond == #"{"data":[],"meta":{"count":4,"page":9,"pageSize":20,"totalPage":1}}"#)
        }
    }

    @Test("without paging a list is bare rows", arguments: Engine.allCases)
    func bare(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let answer = try await list(fixture, "log") { $0.paginate = false }
            #expect(answer == #"{"data":[{"line":"one"},{"line":"two"}]}"#)
        }
    }

    @Test("fields and except choose fields, in the collection's order", arguments: Engine.allCases)
    func fields(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let chosen = try await list(fixture, "orders") { ($0.fields, $0.filter) = (["note", "id"], ["id": 1]) }
            #expect(chosen.hasPrefix(#"{"data":[{"id":1,"note":"first"}],"#))
            let rest = try await list(fixture, "regions") { ($0.except, $0.pageSize) = (["name"], 1) }
            #expect(rest.hasPrefix(#"{"data":[{"id":1}],"#))
        }
    }

    @Test("rows are sorted as asked, nulls last, then by key", arguments: Engine.allCases)
    func sorting(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let cases: [([String], String)] = [
                ([], "1,2,3,4"), (["-quantity"], "2,3,1,4"), (["note"], "1,4,3,2"), (["-note"], "3,4,1,2"), (["paid", "-id"], "3,2,4,1"),
                (["-customer.name"], "4,3,1,2"), (["customer.tier", "-id"], "2,1,3,4"), (["-id"], "4,3,2,1"),
            ]
            for (sort, expected) in cases {
                let answer = try await list(fixture, "orders") { ($0.sort, $0.fields, $0.paginate) = (sort, ["id"], false) }
                let ids = try JSONValue(parsing: answer)["data"]?.array?.compactMap { $0["id"]?.description }.joined(separator: ",")
                #expect(ids == expected, "\(sort)")
            }
        }
    }

    @Test("a filter works through relations", arguments: Engine.allCases)
    func filter(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let cases: [(JSONValue, String)] = [
                (["quantity": ["$gte": 3]], "[{\"id\":2},{\"id\":3}]"), (["customer.tier": "gold"], "[{\"id\":1},{\"id\":2}]"),
                (["customer": ["region": ["name": "South"]]], "[{\"id\":3}]"), (["$or": [["id": 1], ["note": "small"]]], "[{\"id\":1},{\"id\":4}]"),
                ([:], "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}]"),
            ]
            for (filter, expected) in cases {
                let answer = try await list(fixture, "orders") { ($0.filter, $0.fields, $0.paginate) = (filter, ["id"], false) }
                #expect(answer == #"{"data":\#(expected)}"#, "\(filter)")
            }
        }
    }

    @Test("get gives one row, null, or an array for an array of keys", arguments: Engine.allCases)
    func get(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            func expect(_ name: String, _ key: JSONValue, _ answer: String) async throws {
                let found = try await fixture.records.get(GetRequest(key: key), fixture.call(name))
                #expect(found.json.description == answer)
            }
            try await expect("regions", 2, #"{"data":{"id":2,"name":"South"}}"#)
            try await expect("regions", "2", #"{"data":{"id":2,"name":"South"}}"#)
            try await expect("regions", 99, #"{"data":null}"#)
            try await expect("regions", [2, 1, 50], #"{"data":[{"id":1,"name":"North"},{"id":2,"name":"South"}]}"#)
            try await expect("stock", ["store": "a", "product": 2], #"{"data":{"store":"a","product":2,"amount":20}}"#)
            try await expect(
                "orders", 1,
                """
                {"data":{"id":1,"customer_id":1,"quantity":2,"paid":true,"due":"2026-07-03","note":"first","createdById":7,\
                "createdAt":"2026-06-01T08:00:00Z","updatedAt":"2026-06-01T08:00:00Z"}}
                """)
        }
    }

    @Test("appends bring related rows into each row, to one and to many", arguments: Engine.allCases)
    func appends(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            var request = ListRequest()
            (request.fields, request.appends, request.paginate, request.sort) = (["id"], ["region", "orders.quantity"], false, ["-id"])
            let answer = try await fixture.records.list(request, fixture.call("customers"))
            #expect(
                answer.json.description == """
                    {"data":[{"id":3,"region":null,"orders":[{"quantity":1}]},\
                    {"id":2,"region":{"id":2,"name":"South"},"orders":[{"quantity":3}]},\
                    {"id":1,"region":{"id":1,"name":"North"},"orders":[{"quantity":2},{"quantity":5}]}]}
                    """)
            var one = GetRequest(key: 3)
            one.fields = ["id", "customer.name"]
            let got = try await fixture.records.get(one, fixture.call("orders"))
            #expect(got.json.description == #"{"data":{"id":3,"customer":{"name":"Bo"}}}"#)
        }
    }

    @Test("views and tables without a key are listed; they cannot be addressed", arguments: Engine.allCases)
    func keyless(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let view = try await list(fixture, "big_orders") { ($0.sort, $0.paginate) = (["-quantity"], false) }
            #expect(view == #"{"data":[{"id":2,"quantity":5},{"id":3,"quantity":3}]}"#)
            for name in ["big_orders", "log"] {
                let refused = try await refusal { _ = try await fixture.records.get(GetRequest(key: 1), fixture.call(name)) }
                #expect(refused.code == .invalidArgument && refused.reason.contains("no primary key"))
            }
        }
    }

    @Test("a large table says whether there is a next page, and does not count", arguments: Engine.allCases)
    func large(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders").withEstimate(300_001)
            var request = ListRequest()
            (request.fields, request.pageSize) = (["id"], 3)
            let first = try await fixture.records.list(request, call)
            #expect(first.json.description == #"{"data":[{"id":1},{"id":2},{"id":3}],"meta":{"hasNext":true,"page":1,"pageSize":3}}"#)
            request.page = 2
            let last = try await fixture.records.list(request, call)
            #expect(last.json.description == #"{"data":[{"id":4}],"meta":{"hasNext":false,"page":2,"pageSize":3}}"#)
            request = ListRequest()
            (request.fields, request.pageSize) = (["id"], 4)
            let exact = try await fixture.records.list(request, call)
            #expect(exact.json.description.hasSuffix(#""meta":{"hasNext":false,"page":1,"pageSize":4}}"#))
        }
    }

    @Test("an answer is cut at its limit of bytes and says so", arguments: Engine.allCases)
    func bytes(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let text = String(repeating: "x", count: 60_000)
            let values = JSONValue.array((0..<8).map { _ in ["words": .string(text)] })
            let created = try await fixture.records.create(CreateRequest(values: values), fixture.call("kinds"))
            #expect(created.changed == 8 && created.rows < 8)
            #expect(created.json.description.hasSuffix(#""meta":{"truncated":true}}"#))
            var request = ListRequest()
            request.fields = ["id", "words"]
            let paged = try await fixture.records.list(request, fixture.call("kinds"))
            #expect(paged.rows == 4 && paged.json.bytes.count < 300_000)
            #expect(paged.json.description.hasSuffix(#""meta":{"count":8,"page":1,"pageSize":20,"totalPage":1,"truncated":true}}"#))
            request.paginate = false
            let bare = try await fixture.records.list(request, fixture.call("kinds"))
            #expect(bare.json.description.hasSuffix(#"],"meta":{"truncated":true}}"#))
            let large = JSONValue.string(String(repeating: "y", count: 300_000))
            let kept = try await fixture.records.create(CreateRequest(values: ["words": large]), fixture.call("kinds"))
            #expect(kept.json.description == #"{"data":{"id":9}}"#)
            let refused = try await refusal { _ = try await fixture.records.get(GetRequest(key: 9), fixture.call("kinds")) }
            #expect(refused.code == .limited && refused.reason.contains("fewer fields"))
        }
    }
}
