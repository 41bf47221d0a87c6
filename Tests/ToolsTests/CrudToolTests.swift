import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools

@Suite("crud with each role's rights")
struct CrudToolTests {
    private func list(_ resource: String, _ more: JSONObject = [:]) -> JSONObject {
        var arguments: JSONObject = ["resource": .string(resource), "action": "list"]
        for (name, value) in more { arguments[name] = value }
        return arguments
    }

    @Test("A member sees and changes own rows only, and creates rows that are its own")
    func member() async throws {
        try await ToolFixture.with { fixture in
            let own = try await fixture.does("crud", list("orders"), as: .member)
            #expect(own["data"]?.ids == [1, 2] && own["meta"]?["count"]?.int == 2)
            try await fixture.findsNothing(["resource": "orders", "action": "get", "filterByTk": 3], as: .member)
            let values: JSONValue = ["total": 999]
            // Another person's row cannot be distinguished from an unknown one.
            for key in [3, 99] as [JSONValue] {
                try await fixture.findsNothing(["resource": "orders", "action": "update", "filterByTk": key, "values": values], as: .member)
                try await fixture.findsNothing(["resource": "orders", "action": "destroy", "filterByTk": key], as: .member)
            }
            try await fixture.does("crud", ["resource": "orders", "action": "create", "values": ["total": 77]], as: .member)
            let mia = try #require(fixture.people.users["acme/mia"]).id.rawValue
            let made = try await fixture.database(fixture.people.office.id).read(.patient) {
                try $0.all("SELECT \"createdById\" FROM orders WHERE total = 77") { $0.int(0) ?? -1 }
            }
            #expect(made == [mia])
            try await fixture.does("crud", ["resource": "orders", "action": "update", "filterByTk": 1, "values": ["total": 11]], as: .member)
            try await fixture.does("crud", ["resource": "orders", "action": "destroy", "filterByTk": 2], as: .member)
            #expect(try await fixture.does("crud", list("orders"), as: .reader)["data"]?.ids == [1, 3, 4, 5])
            // Collections without an owner are no member's.
            let hidden = try await fixture.refuses(.notFound, "crud", list("secrets"), as: .member)
            let missing = try await fixture.refuses(.notFound, "crud", list("nothing"), as: .member)
            #expect(hidden.reason.replacing("secrets", with: "nothing") == missing.reason)
        }
    }

    @Test("C49 a member cannot make a row somebody else's")
    func owner() async throws {
        try await ToolFixture.with { fixture in
            let max = try #require(fixture.people.users["acme/max"]).id.rawValue
            let mia = try #require(fixture.people.users["acme/mia"]).id.rawValue
            let theirs: JSONValue = ["total": 78, "createdById": .number(JSONNumber(max))]
            _ = try await fixture.call("crud", ["resource": "orders", "action": "create", "values": theirs], as: .member)
            _ = try await fixture.call("crud", ["resource": "orders", "action": "update", "filterByTk": 1, "values": theirs], as: .member)
            let owners = try await fixture.database(fixture.people.office.id).read(.patient) {
                try $0.all("SELECT \"createdById\" FROM orders WHERE total = 78 OR id = 1") { $0.int(0) ?? -1 }
            }
            #expect(!owners.isEmpty && owners.allSatisfy { $0 == mia })
        }
    }

    @Test("A reader reads everything and writes nothing")
    func reader() async throws {
        try await ToolFixture.with { fixture in
            for resource in ["orders", "customers", "secrets"] {
                let all = try await fixture.does("crud", list(resource), as: .reader)
                #expect((all["data"]?.count ?? 0) > 0)
                try await fixture.refuses(.forbidden, "crud", ["resource": .string(resource), "action": "create", "values": ["id": 70]], as: .reader)
                try await fixture.refuses(
                    .forbidden, "crud", ["resource": .string(resource), "action": "update", "filterByTk": 1, "values": ["id": 71]], as: .reader)
                try await fixture.refuses(.forbidden, "crud", ["resource": .string(resource), "action": "destroy", "filterByTk": 1], as: .reader)
            }
        }
    }

    @Test("C44 C45 rules of a role hide a column, mask another and filter rows, in every tool")
    func clerk() async throws {
        try await ToolFixture.with { fixture in
            let rows = try await fixture.does("crud", list("customers"), as: .clerk)
            #expect(rows["data"]?.ids == [1, 2])
            let first = try #require(rows["data"]?[0]?.object)
            #expect(first["name"]?.string == "Ada" && first["phone"] == nil && first["city"]?.string != "Graz")
            for filter in [["phone": "555-1"], ["city": "Graz"]] as [JSONValue] {
                let reply = try await fixture.call("crud", list("customers", ["filter": filter]), as: .clerk)
                #expect(["invalid_argument", "forbidden"].contains(reply.code), "\(reply)")
            }
            for more in [["sort": ["phone"]], ["sort": ["-city"]], ["fields": ["phone"]]] as [JSONObject] {
                let reply = try await fixture.call("crud", list("customers", more), as: .clerk)
                #expect(reply.code != "ok" || reply.body["data"]?[0]?["phone"] == nil, "\(reply)")
            }
            try await fixture.findsNothing(["resource": "customers", "action": "get", "filterByTk": 3], as: .clerk)
            try await fixture.findsNothing(["resource": "customers", "action": "update", "filterByTk": 3, "values": ["name": "Mallory"]], as: .clerk)
            try await fixture.refuses(.forbidden, "crud", ["resource": "customers", "action": "destroy", "filterByTk": 1], as: .clerk)
            try await fixture.refuses(.notFound, "crud", list("orders"), as: .clerk)
            for values in [["phone": "1"], ["city": "1"], ["name": "x", "phone": "1"]] as [JSONValue] {
                let before = try await fixture.data().filter { $0.contains("555") }
                _ = try await fixture.call("crud", ["resource": "customers", "action": "update", "filterByTk": 1, "values": values], as: .clerk)
                #expect(try await fixture.data().filter { $0.contains("555") }.map { $0.replacing("\"x\"", with: "\"Ada\"") } == before)
            }
            let described = try await fixture.does("collections_get", ["filterByTk": "customers"], as: .clerk)
            #expect(!described.description.contains("phone"))
            #expect(
                !(try await fixture.does("data_sources_describe", ["name": "main", "table": "customers"], as: .clerk)).description.contains("phone"))
            #expect(!(try await fixture.does("access_rules_explain", ["resource": "customers"], as: .clerk)).description.contains("phone"))
            #expect(try await fixture.does("collections_list", as: .clerk)["data"]?.array?.compactMap { $0["name"]?.string } == ["customers"])
            try await fixture.refuses(.invalidArgument, "run_sql", ["sql": "SELECT phone FROM customers"], as: .clerk)
            try await fixture.refuses(.invalidArgument, "run_sql", ["sql": "SELECT name FROM customers ORDER BY phone"], as: .clerk)
            let free = try await fixture.does("run_sql", ["sql": "SELECT * FROM customers"], as: .clerk)
            #expect(!free.description.contains("phone") && !free.description.contains("Graz"))
        }
    }

    @Test("C45 only callers that see all rows get the number of rows")
    func estimates() async throws {
        try await ToolFixture.with { fixture in
            for (kind, isTold) in [(CallerKind.clerk, false), (.reader, true)] {
                let one = try await fixture.does("collections_get", ["filterByTk": "customers"], as: kind)
                let listed = try await fixture.does("collections_list", ["search": "customers"], as: kind)
                let tables = try await fixture.does("data_sources_tables", ["name": "main"], as: kind)
                let table = tables["data"]?.array?.first { $0["name"] == "customers" }
                for rows in [one["data"]?["estimatedRows"], listed["data"]?[0]?["estimatedRows"], table?["estimatedRows"]] {
                    #expect(try #require(rows).isNull != isTold, "\(kind)")
                }
            }
        }
    }

    @Test("A relation of one row is a resource: its rows are listed, got, created, updated and destroyed, and no others")
    func association() async throws {
        try await ToolFixture.with { fixture in
            func ask(_ action: String, _ source: JSONValue, _ more: JSONObject = [:], resource: String = "customers.orders") -> JSONObject {
                var arguments = list(resource, ["sourceId": source])
                arguments["action"] = .string(action)
                for (name, value) in more { arguments[name] = value }
                return arguments
            }
            let all = try await fixture.does("crud", ask("list", 1), as: .reader)
            #expect(all["data"]?.ids == [1, 4] && all["meta"]?["count"]?.int == 2)
            #expect(try await fixture.does("crud", ask("list", "1", ["filter": ["total": ["$gt": 10]]]), as: .reader)["data"]?.ids == [4])
            #expect(try await fixture.does("crud", ask("get", 1, ["filterByTk": 4]), as: .reader)["data"]?["id"]?.int == 4)
            #expect(try await fixture.does("crud", ask("get", 1, ["filterByTk": 2]), as: .reader)["data"]?.isNull == true)
            #expect(try await fixture.does("crud", ask("get", 2, resource: "orders.customer"), as: .reader)["data"]?["id"]?.int == 2)
            #expect(try await fixture.does("crud", ask("list", 3, resource: "orders.customer"), as: .reader)["data"]?["id"]?.int == 3)
            // An order without an owner.
            let lone = try await fixture.does(
                "crud", ["resource": "orders", "action": "create", "values": ["total": 1]], as: .workspaceAdministrator)
            let nobody = try #require(lone["data"]?["id"])
            #expect(try await fixture.does("crud", ask("get", nobody, resource: "orders.customer"), as: .reader)["data"]?.isNull == true)
            #expect(try await fixture.does("crud", ask("list", nobody, resource: "orders.customer"), as: .reader)["data"]?.isNull == true)

            let made = try await fixture.does(
                "crud", ask("create", 2, ["values": ["total": 55], "whitelist": ["total"]]), as: .workspaceAdministrator)
            #expect(made["data"]?["customer_id"]?.int == 2 && made["data"]?["total"]?.int == 55)
            let id = try #require(made["data"]?["id"])
            let other = try await fixture.does("crud", ask("update", 1, ["filterByTk": id, "values": ["total": 56]]), as: .workspaceAdministrator)
            #expect(other["data"]?.count == 0)
            let changed = try await fixture.does("crud", ask("update", 2, ["filterByTk": id, "values": ["total": 56]]), as: .workspaceAdministrator)
            #expect(changed["data"]?[0]?["total"]?.int == 56)
            #expect(try await fixture.does("crud", ask("destroy", 3, ["filterByTk": id]), as: .workspaceAdministrator)["data"] == 0)
            #expect(try await fixture.does("crud", ask("destroy", 2, ["filterByTk": id]), as: .workspaceAdministrator)["data"] == 1)
        }
    }

    @Test("C51 a relation of one row gives no access beyond the caller's rights, and a refusal says what to do")
    func refusedAssociation() async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.data()
            let values: JSONValue = ["total": 1]
            let cases: [(JSONObject, Refusal.Code, String)] = [
                (["resource": "customers.orders", "action": "list", "sourceId": 99], .notFound, "no such row of customers that you may view"),
                (["resource": "customers.orders", "action": "list"], .notFound, "give sourceId"),
                (["resource": "customers", "action": "list", "sourceId": 1], .invalidArgument, "such as customers.RELATION"),
                (["resource": "customers.nothing", "action": "list", "sourceId": 1], .invalidArgument, "\"nothing\" is not known in customers"),
                (["resource": "nothing.orders", "action": "list", "sourceId": 1], .notFound, "'nothing' not found"),
                (["resource": "customers.orders", "action": "query", "sourceId": 1], .invalidArgument, "'sourceId': not used by query"),
                (["resource": "customers.orders", "action": "get", "sourceId": 1], .invalidArgument, "'filterByTk': missing"),
                (
                    ["resource": "customers.orders", "action": "update", "sourceId": 1, "filter": [:], "values": values], .invalidArgument,
                    "changed by their keys"
                ),
                (["resource": "customers.orders", "action": "destroy", "sourceId": 1], .invalidArgument, "changed by their keys"),
                (
                    ["resource": "customers.orders", "action": "create", "sourceId": 1, "values": ["customer_id": 2]], .invalidArgument,
                    "customer_id come from sourceId"
                ),
                (
                    ["resource": "customers.orders", "action": "create", "sourceId": 1, "values": values, "blacklist": ["customer_id"]],
                    .invalidArgument, "customer_id come from sourceId"
                ),
                (["resource": "orders", "action": "add", "filterByTk": 1], .invalidArgument, "'sourceId': missing"),
                (["resource": "orders", "action": "move", "targetId": 1], .invalidArgument, "'sourceId': missing"),
                (["resource": "orders", "action": "move", "sourceId": 1], .invalidArgument, "'targetId': missing"),
                (
                    ["resource": "orders", "action": "update", "filterByTk": 1, "values": values, "forceUpdate": true], .invalidArgument,
                    "is not served"
                ),
            ]
            for (arguments, code, words) in cases {
                let refused = try await fixture.refuses(code, "crud", arguments, as: .workspaceAdministrator)
                #expect(refused.reason.contains(words), "\(refused.reason)")
            }
            // A row hidden by a rule, and a relation to an invisible collection, look like unknown ones.
            let hidden = try await fixture.refuses(
                .invalidArgument, "crud", ["resource": "customers.orders", "action": "list", "sourceId": 1], as: .clerk)
            #expect(hidden.reason.contains("\"orders\" is not known in customers"))
            // What is another's leads to no row of it.
            try await fixture.refuses(.invalidArgument, "crud", ["resource": "orders.customer", "action": "get", "sourceId": 1], as: .member)
            #expect(try await fixture.data() == before)
        }
    }

    @Test("Arguments that clients send by habit count as absent with the value that asks for nothing")
    func habits() async throws {
        try await ToolFixture.with { fixture in
            let habits: [(String, JSONValue)] = [("forceUpdate", false), ("updateAssociationValues", []), ("sourceId", .null)]
            let calls: [JSONObject] = [
                ["resource": "orders", "action": "update", "filterByTk": 1, "values": ["total": 12]],
                ["resource": "orders", "action": "get", "filterByTk": 1], list("orders"),
                ["resource": "customers.orders", "action": "list", "sourceId": 1],
            ]
            for var arguments in calls {
                let plain = try await fixture.does("crud", arguments, as: .workspaceAdministrator)
                for (name, value) in habits where arguments[name] == nil { arguments[name] = value }
                #expect(try await fixture.does("crud", arguments, as: .workspaceAdministrator) == plain)
            }
            for (name, value) in [("forceUpdate", true), ("updateAssociationValues", 1), ("whitelist", .null)] as [(String, JSONValue)] {
                var arguments = calls[0]
                arguments[name] = value
                try await fixture.refuses(.invalidArgument, "crud", arguments, as: .workspaceAdministrator)
            }
        }
    }

    @Test("An argument that the action does not use is refused")
    func unused() async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.data()
            let cases: [(JSONObject, String)] = [
                (["action": "list", "filterByTk": [1, 2]], "'filterByTk': not used by list"),
                (["action": "list", "values": ["total": 1]], "'values'"),
                (["action": "get", "filterByTk": 1, "values": ["total": 1]], "'values': not used by get"),
                (["action": "create", "values": ["total": 1], "filter": ["id": 1]], "'filter'"),
                (["action": "destroy", "filterByTk": 1, "values": ["total": 1]], "'values'"),
                (["action": "update", "page": 1, "values": [:]], "'page'"),
            ]
            for (arguments, reason) in cases {
                var arguments = arguments
                arguments["resource"] = "orders"
                let refused = try await fixture.refuses(.invalidArgument, "crud", arguments, as: .workspaceAdministrator)
                #expect(refused.reason.contains(reason), "\(refused)")
            }
            #expect(try await fixture.data() == before)
        }
    }

    @Test("A list continues where it was truncated, with a cursor that is valid for it alone")
    func cursor() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.database(fixture.people.office.id).write(.patient) { connection in
                try connection.execute(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) INSERT INTO orders (total) SELECT i FROM n")
            }
            let first = try await fixture.does("crud", list("orders", ["paginate": false, "sort": ["-id"]]), as: .reader)
            let cursor = try #require(first["meta"]?["nextCursor"])
            let rest = try await fixture.does("crud", list("orders", ["paginate": false, "sort": ["-id"], "cursor": cursor]), as: .reader)
            #expect(first["data"]?.count == 1000 && rest["data"]?.count == 204 && rest["meta"] == nil)
            let all = (first["data"]?.ids ?? []) + (rest["data"]?.ids ?? [])
            #expect(Set(all).count == 1204)
            for more: JSONObject in [["sort": ["id"]], ["filter": ["id": ["$gt": 1]], "sort": ["-id"]], ["sort": ["-id"], "page": 2]] {
                var more = more
                more["cursor"] = cursor
                try await fixture.refuses(.invalidArgument, "crud", list("orders", more), as: .reader)
            }
            try await fixture.refuses(.invalidArgument, "crud", list("orders", ["sort": ["-id"], "cursor": cursor]), as: .member)
        }
    }

    @Test("An administrator is told which rule hides a field")
    func explained() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does(
                "access_rules_set", ["role": "reader", "resource": "customers", "actions": ["view"], "hide": ["phone"]], as: .workspaceAdministrator)
            let own = try await fixture.does("access_rules_explain", ["resource": "customers"], as: .reader)
            #expect(!own.description.contains("phone") && own["actions"] == ["view"])
            try await fixture.does("members_add", ["member": "built-in/admin", "role": "reader"], as: .terminal)
            let told = try await fixture.does("access_rules_explain", ["resource": "customers"], as: .operator)
            #expect(told.description.contains("hides phone"))
        }
    }

    @Test("A role without rules finds nothing, and a role that lost its rules too")
    func temp() async throws {
        try await ToolFixture.with { fixture in
            #expect(try await fixture.does("collections_list", as: .temp)["data"]?.count == 0)
            for resource in ["orders", "customers", "secrets", "users"] { try await fixture.refuses(.notFound, "crud", list(resource), as: .temp) }
            try await fixture.refuses(.forbidden, "run_sql", ["sql": "SELECT 1"], as: .temp)
            try await fixture.does("access_rules_set", ["role": "temp", "resource": "orders", "actions": ["view"]], as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", list("orders"), as: .temp)["data"]?.count == 4)
            let rules = try await fixture.does("access_rules_list", ["role": "temp"], as: .workspaceAdministrator)
            let id = try #require(rules["data"]?[0]?["id"])
            try await fixture.does("access_rules_remove", ["id": id], as: .workspaceAdministrator)
            try await fixture.refuses(.notFound, "crud", list("orders"), as: .temp)
        }
    }

    @Test("Each workspace has its own database: the same call elsewhere reads other rows")
    func workspaces() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.database(fixture.people.annex.id).write(.patient) { _ = try $0.execute("DELETE FROM orders WHERE id > 1") }
            #expect(try await fixture.does("crud", list("orders"), as: .workspaceAdministrator, at: "annex")["data"]?.ids == [1])
            #expect(try await fixture.does("crud", list("orders"), as: .boundElsewhere, at: "annex")["data"]?.ids == [1])
            #expect(try await fixture.does("crud", list("orders"), as: .workspaceAdministrator)["data"]?.count == 4)
            for kind in [CallerKind.reader, .member, .clerk] { try await fixture.refuses(.forbidden, "crud", list("orders"), as: kind, at: "annex") }
        }
    }

    @Test("E07 a role that is taken away is gone at the next call")
    func demoted() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("crud", list("secrets"), as: .reader)
            try await fixture.does("members_remove", ["member": "acme/rita", "role": "reader"], as: .workspaceAdministrator)
            try await fixture.refuses(.forbidden, "crud", list("secrets"), as: .reader)
            try await fixture.does("members_add", ["member": "acme/rita", "role": "temp"], as: .workspaceAdministrator)
            try await fixture.refuses(.notFound, "crud", list("secrets"), as: .reader)
        }
    }

    @Test("A request may narrow itself to one of its roles, and to no other")
    func roleHeader() async throws {
        try await ToolFixture.with { fixture in
            let bound = try await fixture.does("members_add", ["member": "acme/clara", "role": "reader"], as: .workspaceAdministrator)
            #expect(bound["role"]?.string == "reader")
            let wide = try await fixture.principal(.clerk)
            #expect(await fixture.call("crud", list("secrets"), as: wide).code == "ok")
            let narrow = try await fixture.principal(.clerk, role: "clerk")
            #expect(await fixture.call("crud", list("secrets"), as: narrow).code == "not_found")
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(.clerk, role: "admin") }
            let admin = try await fixture.principal(.operator, at: "main", role: "admin")
            #expect(!admin.caller.isOperator && !admin.caller.isOrganizationAdministrator)
        }
    }
}
