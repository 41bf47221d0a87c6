import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import Testing

@Suite("Figures of rows")
struct QueryTests {
    /// The rows of the result with each value as text, because engines differ in the type of a sum.
    private func rows(_ fixture: RecordsFixture, _ call: RecordCall, _ request: QueryRequest) async throws -> [String] {
        let answer = try JSONValue(parsing: try await fixture.records.query(request, call).json.bytes)
        return try #require(answer["data"]?.array).map { row in
            (row.object ?? [:]).map { "\($0)=\($1.string ?? $1.description)" }.joined(separator: " ")
        }
    }

    private func asking(_ change: (inout QueryRequest) -> Void) -> QueryRequest {
        var request = QueryRequest()
        change(&request)
        return request
    }

    private static let total: JSONValue = ["field": "quantity", "aggregation": "sum", "alias": "total"]
    private static let count: JSONValue = ["field": "*", "aggregation": "count", "alias": "n"]

    @Test("figures by groups, through a relation, chosen and ordered", arguments: Engine.allCases)
    func groups(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders")
            let byTier = try await rows(
                fixture, call,
                asking { request in
                    request.measures = [Self.total, Self.count]
                    request.dimensions = [["field": ["customer", "tier"], "alias": "tier"]]
                    request.orders = [["alias": "total", "order": "desc"]]
                })
            #expect(byTier == ["tier=gold total=7 n=2", "tier=silver total=3 n=1", "tier=null total=1 n=1"])
            let large = try await rows(
                fixture, call,
                asking { request in
                    (request.measures, request.dimensions) = ([Self.total], [["field": "customer_id"]])
                    (request.having, request.filter) = (["total": ["$gt": 2]], ["id": ["$ne": 2]])
                })
            #expect(large == ["customer_id=2 total=3"])
            let second = try await rows(
                fixture, call,
                asking { request in
                    (request.measures, request.dimensions, request.limit, request.offset) = ([Self.count], [["field": "customer_id"]], 1, 1)
                })
            #expect(second == ["customer_id=2 n=1"])
            let only = try await rows(fixture, call, asking { $0.dimensions = [["field": "paid"]] })
            #expect(only == ["paid=false", "paid=true"])
        }
    }

    @Test("figures of all rows are one object", arguments: Engine.allCases)
    func totals(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let all = try await rows(
                fixture, fixture.call("orders"),
                asking { request in
                    request.measures = [
                        Self.count, ["field": "customer_id", "aggregation": "count", "distinct": true, "alias": "customers"],
                        ["field": "createdAt", "aggregation": "min", "alias": "first"],
                        ["field": "createdAt", "aggregation": "max", "alias": "last"],
                        ["field": "due", "aggregation": "max"],
                    ]
                })
            #expect(all == ["n=4 customers=3 first=2026-06-01T08:00:00Z last=2026-06-04T08:00:00Z due=2026-07-03"])
        }
    }

    @Test("figures of decimals are decimals, as text, with the digits that the column declares", arguments: Engine.allCases)
    func decimals(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            for price: JSONValue in ["0.10", "0.20", "0.30"] {
                _ = try await fixture.records.create(CreateRequest(values: ["price": price]), fixture.call("kinds"))
            }
            let names = ["sum", "min", "max", "avg"]
            let request = Self.request(measures: names.map { ["field": "price", "aggregation": .string($0), "alias": .string($0)] })
            let answer = try JSONValue(parsing: try await fixture.records.query(request, fixture.call("kinds")).json.bytes)
            let figures = try #require(answer["data"]?.array?.first?.object)
            for (name, expected) in zip(names, ["0.6", "0.1", "0.3", "0.2"]) {
                let text = try #require(figures[name]?.string, "\(name): \(figures)")
                #expect(JSONNumber(text: text) == JSONNumber(text: expected), "\(name): \(text)")
            }
        }
    }

    @Test("C44 C45 C46 figures are of the rows and fields that the caller may see", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let own = Filter.compare(FieldPath(field: "createdById"), .equal(.attribute("user.id")))
            let orders = RecordsFixture.rule("orders", masked: ["note"], hidden: ["due"], filter: own)
            let call = try fixture.call("orders", as: ["clerk"], rules: [orders])
            let visible = Self.request(measures: [Self.total, Self.count])
            let figures = try await rows(fixture, call, visible)
            #expect(figures == ["total=7 n=2"])
            let closed = [
                Self.request(measures: [["field": "note", "aggregation": "max"]]),
                Self.request(measures: [["field": "due", "aggregation": "count"]]),
                Self.request(dimensions: [["field": "note"]]), Self.request(dimensions: [["field": "customer.name"]]),
                Self.request(dimensions: [["field": ["customer", "name"]]]), Self.request(measures: [Self.count], filter: ["due": nil]),
                Self.request(measures: [Self.count], having: ["quantity": 1]),
                Self.request(measures: [Self.count], orders: [["field": "quantity"]]),
            ]
            for request in closed {
                let refused = try await refusal { _ = try await fixture.records.query(request, call) }
                #expect(refused.code == .invalidArgument || refused.code == .forbidden, "\(refused)")
            }
            let blind = try fixture.call("orders", as: ["clerk"], rules: [RecordsFixture.rule("customers", [.create])])
            let refused = try await refusal { _ = try await fixture.records.query(visible, blind) }
            #expect(refused.code == .forbidden)
        }
    }

    private static func request(
        measures: [JSONValue] = [], dimensions: [JSONValue] = [], orders: [JSONValue] = [], filter: JSONValue? = nil, having: JSONValue? = nil
    ) -> QueryRequest {
        var request = QueryRequest()
        (request.measures, request.dimensions, request.orders) = (measures, dimensions, orders)
        (request.filter, request.having) = (filter, having)
        return request
    }

    @Test("C48 an invalid measure, dimension or order is refused by name", arguments: Engine.allCases)
    func grammar(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let cases: [(QueryRequest, String)] = [
                (QueryRequest(), "expected 1 to 16"), (asking { $0.measures = [["field": "quantity"]] }, "measures[0].aggregation: expected one of"),
                (asking { $0.measures = [["field": "quantity", "aggregation": "sum(1); --"]] }, "aggregation"),
                (asking { $0.measures = [["field": "note", "aggregation": "sum"]] }, "there is no sum of \"note\""),
                (asking { $0.measures = [["field": "*", "aggregation": "max"]] }, "* is for counting"),
                (asking { $0.measures = [Self.count, ["field": "id", "aggregation": "max", "alias": "N"]] }, "the same name"),
                (asking { $0.dimensions = [["field": "due", "format": "Y"]] }, "dimensions[0].format: expected parts of"),
                (asking { $0.dimensions = [["field": "due", "size": 1]] }, "dimensions[0].size: not known"),
                (asking { $0.dimensions = [["field": "due", "alias": "$x"]] }, "alias"),
                (asking { $0.dimensions = ["due"] }, "dimensions[0]: expected an object"),
                (asking { $0.dimensions = [["field": ["customer", "orders", "id"]]] }, "field: expected a field, or a field behind"),
                (asking { ($0.measures, $0.orders) = ([Self.count], [["alias": "n", "order": "up"]]) }, "orders[0].order"),
                (asking { ($0.measures, $0.limit) = ([Self.count], 0) }, "limit"),
            ]
            for (request, reason) in cases {
                let refused = try await refusal { _ = try await fixture.records.query(request, fixture.call("orders")) }
                #expect(refused.code == .invalidArgument && refused.reason.contains(reason), "\(refused)")
            }
        }
    }
}
