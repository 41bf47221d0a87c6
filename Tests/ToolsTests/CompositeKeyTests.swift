import Access
import GatehouseTesting
import JSON
import SQLSyntax
import Testing
import Tools

@Suite("Keys of several fields")
struct CompositeKeyTests {
    private static let admin = CallerKind.workspaceAdministrator
    private static let key: JSONValue = ["store": 1, "product": "espresso"]

    /// A stock by store and product, with counts that belong to an entry of it by both.
    private static func withStock(_ dialect: Dialect, _ body: (ToolFixture) async throws -> Void) async throws {
        let number = dialect == .sqlite ? "INTEGER" : "BIGINT"
        let script = [
            "CREATE TABLE parts (store \(number) NOT NULL, product VARCHAR(40) NOT NULL, word VARCHAR(20), PRIMARY KEY (store, product))",
            """
            CREATE TABLE counts (id \(number) PRIMARY KEY, store \(number), product VARCHAR(40), amount \(number),
              FOREIGN KEY (store, product) REFERENCES parts (store, product))
            """,
        ]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            try await fixture.does("data_sources_update", ["name": "shop", "allowSchemaChanges": true], as: admin)
            let fields: JSONValue = [
                ["name": "store", "type": "bigInt", "primaryKey": true], ["name": "product", "type": "string", "length": 40, "primaryKey": true],
                ["name": "amount", "type": "integer"],
            ]
            let order: JSONObject = ["dataSource": "shop", "name": "stock", "fields": fields, "history": true]
            try await fixture.does("collections_apply", order, as: admin)
            let again = try await fixture.does("collections_apply", order, as: admin)["data"]
            #expect(again?["changed"]?.bool == false, "\(again ?? .null)")
            try await body(fixture)
        }
    }

    private static func crud(_ fixture: ToolFixture, _ action: JSONValue, _ resource: JSONValue, _ more: JSONObject = [:]) async throws -> JSONValue {
        var arguments: JSONObject = ["dataSource": "shop", "resource": resource, "action": action]
        for (key, value) in more { arguments[key] = value }
        return try await fixture.does("crud", arguments, as: admin)["data"] ?? .null
    }

    @Test("rows are got, changed, found in their history and destroyed by an object of the key's fields", arguments: Dialect.allCases)
    func rows(dialect: Dialect) async throws {
        try await Self.withStock(dialect) { fixture in
            let told = try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "stock"], as: Self.admin)["data"]
            #expect(told?["filterTargetKey"] == ["store", "product"] && told?["history"] == true)
            let rows: JSONValue = [
                ["store": 1, "product": "espresso", "amount": 5], ["store": 1, "product": "filter", "amount": 6],
                ["store": 2, "product": "espresso", "amount": 7],
            ]
            _ = try await Self.crud(fixture, "create", "stock", ["values": rows])
            #expect(try await Self.crud(fixture, "get", "stock", ["filterByTk": Self.key])["amount"]?.int == 5)
            let several = try await Self.crud(
                fixture, "get", "stock", ["filterByTk": [["product": "espresso", "store": 2], ["store": 1, "product": "filter"]]])
            #expect(Set(several.array?.compactMap { $0["amount"]?.int } ?? []) == [6, 7])
            _ = try await Self.crud(fixture, "update", "stock", ["filterByTk": Self.key, "values": ["amount": 50]])
            let amounts = try await Self.crud(fixture, "list", "stock", ["sort": ["store", "product"]]).array?.compactMap { $0["amount"]?.int }
            #expect(amounts == [50, 6, 7])
            let history = try await Self.crud(fixture, "history", "stock", ["filterByTk": Self.key])
            #expect(history.count == 2 && history[0]?["after"] == ["amount": 50], "\(history)")
            for wrong in [1, "espresso", ["store": 1], ["store": 1, "product": "espresso", "more": 1], ["store": .null, "product": "espresso"]]
                as [JSONValue]
            {
                for action in ["get", "destroy", "history"] as [JSONValue] {
                    try await fixture.refuses(
                        .invalidArgument, "crud", ["dataSource": "shop", "resource": "stock", "action": action, "filterByTk": wrong], as: Self.admin)
                }
            }
            #expect(try await Self.crud(fixture, "destroy", "stock", ["filterByTk": Self.key]).int == 1)
            #expect(try await Self.crud(fixture, "list", "stock").count == 2)
            let allowed = try await fixture.does(
                "crud", ["dataSource": "shop", "resource": "stock", "action": "list", "allowedActions": true], as: Self.admin)["meta"]
            #expect(allowed?["allowedActions"]?["update"]?[0] == ["store": 1, "product": "filter"], "\(allowed ?? .null)")
        }
    }

    @Test("relations by a key of several fields are followed, and rows related through them", arguments: Dialect.allCases)
    func relations(dialect: Dialect) async throws {
        try await Self.withStock(dialect) { fixture in
            let relation = try #require(
                try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "parts"], as: Self.admin)["data"]?["relations"]?[0])
            let name = try #require(relation["name"]?.string)
            let made = try await Self.crud(
                fixture, "create", "parts", ["values": object(("store", 1), ("product", "espresso"), ("word", "x"))])
            #expect(made["word"] == "x")
            _ = try await Self.crud(fixture, "create", .string("parts.\(name)"), ["sourceId": Self.key, "values": ["id": 1, "amount": 3]])
            let resource = JSONValue.string("parts.\(name)")
            _ = try await Self.crud(fixture, "create", resource, ["sourceId": Self.key, "values": ["id": 2, "amount": 4]])
            #expect(try await Self.crud(fixture, "list", resource, ["sourceId": Self.key, "sort": ["id"]]).ids == [1, 2])
            let seen = try await Self.crud(fixture, "get", "parts", ["filterByTk": Self.key, "appends": [.string(name)]])
            #expect(seen[name]?.ids == [1, 2], "\(seen)")
            _ = try await Self.crud(fixture, "remove", resource, ["sourceId": Self.key, "filterByTk": 1])
            #expect(try await Self.crud(fixture, "list", resource, ["sourceId": Self.key]).ids == [2])
            let filter = object((name, object(("amount", 4))))
            #expect(try await Self.crud(fixture, "list", "parts", ["filter": filter]).count == 1)
        }
    }
}

/// An object whose keys are computed by the test.
private func object(_ members: (String, JSONValue)...) -> JSONValue { .object(JSONObject(members)) }
