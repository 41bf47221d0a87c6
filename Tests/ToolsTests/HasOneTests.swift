import Access
import GatehouseTesting
import JSON
import SQLSyntax
import Testing
import Tools

@Suite("Relations to the one row that holds the key")
struct HasOneTests {
    private static let admin = CallerKind.workspaceAdministrator

    /// Clients with deals, each of which may have one contact: deal 1 of client 1 has, deal 2 of client 1 has not, deal 3 of client 2 has.
    private static func withDeals(_ dialect: Dialect, _ body: (ToolFixture) async throws -> Void) async throws {
        let script = dialect == .sqlite ? ["CREATE TABLE known (id INTEGER PRIMARY KEY)"] : ["CREATE TABLE known (id BIGINT PRIMARY KEY)"]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            try await fixture.does("data_sources_update", ["name": "shop", "allowSchemaChanges": true], as: admin)
            let collections: [(JSONValue, JSONValue)] = [
                ("clients", [["name": "name", "type": "string"]]), ("contacts", [["name": "mail", "type": "string"]]),
                (
                    "deals",
                    [
                        ["name": "subject", "type": "string"], ["name": "client", "type": "belongsTo", "target": "clients"],
                        ["name": "contact", "type": "hasOne", "target": "contacts", "foreignKey": "dealId"],
                    ]
                ),
                ("clients", [["name": "deals", "type": "hasMany", "target": "deals", "foreignKey": "clientId"]]),
                ("contacts", [["name": "deal", "type": "belongsTo", "target": "deals", "foreignKey": "dealId"]]),
            ]
            for (name, fields) in collections {
                try await fixture.does("collections_apply", ["dataSource": "shop", "name": name, "fields": fields], as: admin)
            }
            let rows: JSONValue = [
                ["name": "Ada", "deals": [["subject": "one", "contact": ["mail": "b@x"]], ["subject": "two"]]],
                ["name": "Bob", "deals": [["subject": "three", "contact": ["mail": "a@x"]]]],
            ]
            _ = try await crud(fixture, "create", "clients", ["values": rows])
            try await body(fixture)
        }
    }

    private static func crud(_ fixture: ToolFixture, _ action: JSONValue, _ resource: JSONValue, _ more: JSONObject = [:]) async throws -> JSONValue {
        var arguments: JSONObject = ["dataSource": "shop", "resource": resource, "action": action]
        for (key, value) in more { arguments[key] = value }
        return try await fixture.does("crud", arguments, as: admin)["data"] ?? .null
    }

    private static func refuses(_ fixture: ToolFixture, _ code: Refusal.Code, _ action: JSONValue, _ resource: JSONValue, _ more: JSONObject)
        async throws
    {
        var arguments: JSONObject = ["dataSource": "shop", "resource": resource, "action": action]
        for (key, value) in more { arguments[key] = value }
        try await fixture.refuses(code, "crud", arguments, as: admin)
    }

    @Test("it reads as an object or null, several levels deep, and is filtered, sorted and grouped by", arguments: Dialect.allCases)
    func read(dialect: Dialect) async throws {
        try await Self.withDeals(dialect) { fixture in
            let deals = try await Self.crud(fixture, "list", "deals", ["appends": ["contact.mail"], "fields": ["subject"]])
            #expect(
                deals == [
                    ["subject": "one", "contact": ["mail": "b@x"]], ["subject": "two", "contact": .null],
                    ["subject": "three", "contact": ["mail": "a@x"]],
                ])
            let deep = try await Self.crud(
                fixture, "get", "clients", ["filterByTk": 1, "fields": ["name"], "appends": ["deals.subject", "deals.contact.mail"]])
            #expect(
                deep == ["name": "Ada", "deals": [["subject": "one", "contact": ["mail": "b@x"]], ["subject": "two", "contact": .null]]], "\(deep)")
            let back = try await Self.crud(fixture, "list", "contacts", ["fields": ["mail"], "appends": ["deal.contact.mail"], "sort": ["mail"]])
            #expect(back[0]?["deal"]?["contact"]?["mail"]?.string == "a@x", "\(back)")
            #expect(try await Self.crud(fixture, "get", "deals.contact", ["sourceId": 1])["mail"]?.string == "b@x")
            #expect(try await Self.crud(fixture, "get", "deals.contact", ["sourceId": 2]) == .null)
            #expect(try await Self.crud(fixture, "list", "deals.contact", ["sourceId": 1, "fields": ["mail"]]) == ["mail": "b@x"])
            #expect(try await Self.crud(fixture, "list", "deals.contact", ["sourceId": 2]) == .null)
            #expect(try await Self.crud(fixture, "list", "deals.contact", ["sourceId": 1, "filter": ["mail": "x"]]) == .null)
            #expect(try await Self.crud(fixture, "list", "deals.client", ["sourceId": 1])["name"] == "Ada")
            for (filter, ids) in [
                (["contact.mail": "b@x"], [1]), (["contact.mail.$ne": "b@x"], [2, 3]), (["contact": ["$exists": false]], [2]),
                (["contact": ["mail": ["$startsWith": "a"]]], [3]), (["client.deals.contact.mail": "a@x"], [3]),
            ] as [(JSONValue, [Int64])] {
                #expect(try await Self.crud(fixture, "list", "deals", ["filter": filter]).ids == ids, "\(filter)")
            }
            #expect(try await Self.crud(fixture, "list", "deals", ["sort": ["contact.mail"]]).ids == [3, 1, 2])
            let groups = try await Self.crud(
                fixture, "query", "deals",
                ["dimensions": [["field": "contact.mail", "alias": "mail"]], "measures": [["field": "*", "aggregation": "count", "alias": "n"]]])
            #expect(groups == [["mail": "a@x", "n": 1], ["mail": "b@x", "n": 1], ["mail": .null, "n": 1]], "\(groups)")
            let told = try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "deals"], as: Self.admin)["data"]
            let kinds = (told?["relations"]?.array ?? []).map { "\($0["kind"]?.string ?? "") \($0["name"]?.string ?? "")" }
            #expect(kinds == ["belongsTo client", "hasOne contact"], "\(kinds)")
        }
    }

    @Test("it is set, taken, made and replaced, and there are never two", arguments: Dialect.allCases)
    func write(dialect: Dialect) async throws {
        try await Self.withDeals(dialect) { fixture in
            func contacts() async throws -> [String] {
                try await Self.crud(fixture, "list", "contacts", ["paginate": false]).array?.map {
                    "\($0["id"]?.int ?? 0) \($0["dealId"]?.int ?? 0)"
                } ?? []
            }
            _ = try await Self.crud(fixture, "create", "deals.contact", ["sourceId": 2, "values": ["mail": "c@x"]])
            #expect(try await contacts() == ["1 1", "2 3", "3 2"])
            try await Self.refuses(fixture, .conflict, "create", "deals.contact", ["sourceId": 2, "values": ["mail": "d@x"]])
            try await Self.refuses(fixture, .invalidArgument, "create", "deals.contact", ["sourceId": 2, "values": [["mail": "d@x"]]])
            try await Self.refuses(fixture, .invalidArgument, "add", "deals.contact", ["sourceId": 2, "filterByTk": 1])
            try await Self.refuses(fixture, .invalidArgument, "set", "deals.contact", ["sourceId": 2, "filterByTk": [1, 2]])
            try await Self.refuses(fixture, .notFound, "set", "deals.contact", ["sourceId": 2, "filterByTk": 99])
            try await Self.refuses(fixture, .invalidArgument, "update", "deals", ["filterByTk": 1, "values": ["contact": [1, 2]]])
            #expect(try await contacts() == ["1 1", "2 3", "3 2"])
            _ = try await Self.crud(fixture, "set", "deals.contact", ["sourceId": 2, "filterByTk": 1])
            #expect(try await contacts() == ["1 2", "2 3", "3 0"])
            _ = try await Self.crud(fixture, "remove", "deals.contact", ["sourceId": 2])
            #expect(try await contacts() == ["1 0", "2 3", "3 0"])
            _ = try await Self.crud(fixture, "update", "deals", ["filterByTk": 3, "values": ["contact": ["mail": "new@x"]]])
            #expect(try await contacts() == ["1 0", "2 0", "3 0", "4 3"])
            _ = try await Self.crud(fixture, "update", "deals", ["filterByTk": 3, "values": ["contact": 2]])
            #expect(try await contacts() == ["1 0", "2 3", "3 0", "4 0"])
            _ = try await Self.crud(fixture, "update", "deals", ["filterByTk": 3, "values": ["contact": .null]])
            #expect(try await contacts() == ["1 0", "2 0", "3 0", "4 0"])
        }
    }
}
