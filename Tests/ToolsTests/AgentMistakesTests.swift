import Access
import GatehouseTesting
import JSON
import MCP
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("Calls as agents make them: other names, text for numbers, names that are nearly right")
struct AgentMistakesTests {
    @Test("The data source is dataSource in every tool; name is accepted where it was the argument before")
    func dataSource() async throws {
        try await ToolFixture.with { fixture in
            for tool in fixture.definitions where tool.permit.package == .dataSourceManager {
                #expect(tool.properties["name"] == nil, "\(tool.name)")
                #expect(tool.properties["dataSource"] != nil || tool.name == "data_sources_list", "\(tool.name)")
            }
            let tables = try await fixture.does("data_sources_tables", ["dataSource": "main"], as: .reader)
            #expect(try await fixture.does("data_sources_tables", ["name": "main"], as: .reader)["data"] == tables["data"])
            #expect(try await fixture.does("data_sources_tables", as: .reader)["data"] == tables["data"])
            let described = try await fixture.does("data_sources_describe", ["dataSource": "main", "table": "orders"], as: .reader)
            #expect(try await fixture.does("data_sources_describe", ["name": "main", "table": "orders"], as: .reader) == described)
            #expect(try await fixture.audit().suffix(2).map { $0.call.objects } == [["main/orders"], ["main/orders"]])
            // Two names that disagree name nothing.
            let both = try await fixture.refuses(
                .invalidArgument, "data_sources_refresh", ["name": "main", "dataSource": "other"], as: .workspaceAdministrator)
            #expect(both.reason.contains("'name'"))
            // The audit log names the object of a refused call, by whichever argument name.
            try await fixture.refuses(.notFound, "data_sources_remove", ["name": "gone"], as: .workspaceAdministrator)
            #expect(try await fixture.audit().last?.call.objects == ["gone"])
        }
    }

    @Test("Numbers, flags, lists and objects that come as text are read where the schema leaves no doubt")
    func lenient() async throws {
        try await ToolFixture.with { fixture in
            let texts: JSONObject = [
                "resource": "orders", "action": "list", "pageSize": "2", "page": "1", "paginate": "true", "sort": "[\"-total\"]", "fields": "total",
                "filter": "{\"total\": {\"$gt\": 0}}",
            ]
            let typed: JSONObject = [
                "resource": "orders", "action": "list", "pageSize": 2, "page": 1, "paginate": true, "sort": ["-total"], "fields": ["total"],
                "filter": ["total": ["$gt": 0]],
            ]
            #expect(try await fixture.does("crud", texts, as: .reader) == fixture.does("crud", typed, as: .reader))
            let rows = try await fixture.does("run_sql", ["sql": "SELECT 1 AS a", "maxRows": "1", "explain": "false"], as: .reader)
            #expect(rows["rows"] == [[1]])
            let made = try await fixture.does(
                "crud", ["resource": "orders", "action": "create", "values": "{\"total\": 5}"], as: .member)
            #expect(made["data"]?["total"]?.int == 5)
        }
    }

    @Test(
        "A text that does not parse stays a text, and is refused as such",
        arguments: [
            ("pageSize", "many"), ("pageSize", "2.5"), ("pageSize", ""), ("paginate", "yes"), ("filter", "total > 5"), ("filter", "{broken"),
            ("filter", "[1]"), ("measures", "total"),
        ])
    func strict(argument: String, text: String) async throws {
        try await ToolFixture.with { fixture in
            let arguments: JSONObject = ["resource": "orders", "action": argument == "measures" ? "query" : "list", argument: .string(text)]
            let refused = try await fixture.refuses(.invalidArgument, "crud", arguments, as: .reader)
            #expect(refused.reason.contains("'\(argument)'"), "\(refused)")
        }
    }

    @Test("Text as deep or as long as no argument may be is refused, and runs nothing")
    func deep() async throws {
        try await ToolFixture.with { fixture in
            let deep = String(repeating: "[", count: 100_000)
            for name in ["sort", "values"] {
                let action = name == "values" ? "create" : "list"
                try await fixture.refuses(
                    .invalidArgument, "crud", ["resource": "orders", "action": .string(action), name: .string(deep)], as: .workspaceAdministrator)
            }
        }
    }

    @Test("A name that is nearly right leads to the right one, as far as the caller may know of it")
    func nearNames() async throws {
        try await ToolFixture.with { fixture in
            let orders: JSONObject = ["resource": "orders", "action": "list"]
            func list(_ more: JSONObject) -> JSONObject { orders.merging(more) }
            let cases: [(String, JSONObject, String)] = [
                ("crud", ["resource": "order", "action": "list"], "did you mean \"orders\"?"),
                ("crud", ["resource": "Custmers", "action": "list"], "did you mean \"customers\"?"),
                ("collections_get", ["filterByTk": "oders"], "did you mean \"orders\"?"),
                ("data_sources_describe", ["table": "ORDERS"], "did you mean \"orders\"?"),
                ("crud", list(["sort": ["-totel"]]), "did you mean \"total\"?"),
                ("crud", list(["fields": ["customerId"]]), "did you mean \"customer_id\"?"),
                ("crud", list(["filter": ["totl": 1]]), "did you mean \"total\"?"),
                ("crud", list(["filter": ["total": ["$gte ": 1]]]), "did you mean \"$gte\"?"),
                ("run_sql", ["sql": "SELECT totel FROM orders"], "columns: id, customer_id, total, note, createdById; did you mean \"total\"?"),
                ("run_sql", ["sql": "SELECT o.totel FROM orders o"], "did you mean \"total\"?"),
                ("run_sql", ["sql": "SELECT 1 FROM ordrs"], "did you mean \"orders\"?"),
            ]
            for (tool, arguments, words) in cases {
                let reply = try await fixture.call(tool, arguments, as: .reader)
                #expect(reply.code != "ok" && reply.reason.contains(words), "\(tool) \(arguments): \(reply)")
            }
            // The clerk may not know of secrets, nor of the column phone.
            for (tool, arguments) in [
                ("crud", ["resource": "secret", "action": "list"]), ("run_sql", ["sql": "SELECT 1 FROM secret"]),
                ("crud", ["resource": "customers", "action": "list", "fields": ["phon"]]), ("run_sql", ["sql": "SELECT phon FROM customers"]),
            ] as [(String, JSONObject)] {
                let reply = try await fixture.call(tool, arguments, as: .clerk)
                #expect(reply.code != "ok" && !reply.reason.contains("secrets") && !reply.reason.contains("phone"), "\(tool): \(reply)")
            }
        }
    }

    @Test("For a relation in place of a value, the error names its column; sort lists the sortable fields")
    func relations() async throws {
        try await ToolFixture.with { fixture in
            let cases: [(JSONObject, String)] = [
                (["action": "list", "filter": ["customer": 1]], "compare customer_id"),
                (["action": "list", "sort": ["customer"]], "use customer_id"),
                (["action": "list", "sort": ["nothing"]], "known: id, customer_id, total, note, createdById, customer.FIELD"),
                (["action": "list", "appends": ["nothing"]], "known: customer"),
                (["action": "create", "values": ["nothing": 1]], "known: id, customer_id, total, note"),
            ]
            for (arguments, words) in cases {
                let reply = try await fixture.refuses(
                    .invalidArgument, "crud", arguments.merging(["resource": "orders"]), as: .workspaceAdministrator)
                #expect(reply.reason.contains(words), "\(arguments): \(reply)")
            }
        }
    }

    @Test("A collection is described with values, defaults and checks, as far as the caller sees all columns of them")
    func description() async throws {
        let script = [
            "CREATE TYPE state AS ENUM ('open', 'done')",
            """
            CREATE TABLE tasks (id integer PRIMARY KEY, state state DEFAULT 'open', pay integer DEFAULT 7, CONSTRAINT low CHECK (pay > 0),
            CONSTRAINT high CHECK (pay < 1000 OR id > 5))
            """,
        ]
        try await ToolFixture.withSource("work", .postgresql, script) { fixture, _ in
            let hidden: JSONObject = ["role": "temp", "dataSource": "work", "resource": "tasks", "actions": ["view"], "hide": ["pay"]]
            try await fixture.does("access_rules_set", hidden, as: .workspaceAdministrator)
            let call: JSONObject = ["filterByTk": "tasks", "dataSource": "work"]
            let whole = try await fixture.does("collections_get", call, as: .reader)
            let fields = whole["data"]?["fields"]?.array ?? []
            #expect(fields.first { $0["name"] == "state" }?["values"] == ["open", "done"] && whole["dialect"] == "postgresql")
            #expect(fields.first { $0["name"] == "pay" }?["default"] == "7")
            #expect(whole["data"]?["checks"]?.array?.map { $0["name"] } == ["high", "low"])
            let part = try await fixture.does("collections_get", call, as: .temp)
            #expect(part["data"]?["checks"] == nil && !part.description.contains("pay"), "\(part)")
            #expect(try await fixture.does("collections_list", ["dataSource": "work"], as: .reader)["dialect"] == "postgresql")
        }
    }

    @Test("Errors of run_sql say the dialect; users and roles are said to be lists of crud")
    func sqlErrors() async throws {
        try await ToolFixture.with { fixture in
            for sql in ["SELECT FROM", "SELECT nothing FROM orders", "SELECT orders.nothing FROM orders"] {
                #expect(try await fixture.call("run_sql", ["sql": .string(sql)], as: .reader).reason.hasSuffix("; dialect: sqlite"), "\(sql)")
            }
            for name in ["users", "roles"] {
                let refused = try await fixture.refuses(.forbidden, "run_sql", ["sql": .string("SELECT * FROM \(name)")], as: .reader)
                #expect(refused.reason.contains("read it with crud, resource \(name)"))
            }
        }
    }

    @Test("Numbers that JSON has no form for are refused with the column's name", arguments: [Dialect.sqlite, .postgresql])
    func unwritable(dialect: Dialect) async throws {
        let (type, value) = dialect == .sqlite ? ("REAL", "9e999") : ("double precision", "'NaN'")
        let script = ["CREATE TABLE marks (id integer PRIMARY KEY, mark \(type))", "INSERT INTO marks VALUES (1, 0.5), (2, \(value))"]
        try await ToolFixture.withSource("work", dialect, script) { fixture, _ in
            let rule: JSONObject = ["role": "reader", "dataSource": "work", "resource": "marks", "actions": ["view"]]
            try await fixture.does("access_rules_set", rule, as: .workspaceAdministrator)
            let sql = try await fixture.call("run_sql", ["dataSource": "work", "sql": "SELECT id, mark FROM marks"], as: .reader)
            #expect(sql.code == "invalid_argument" && sql.reason.contains("column 'mark'"), "\(sql)")
            let list: JSONObject = ["dataSource": "work", "resource": "marks", "action": "list"]
            let rows = try await fixture.call("crud", list, as: .reader)
            #expect(rows.code == "invalid_argument" && rows.reason.hasPrefix("mark: "), "\(rows)")
            #expect(try await fixture.does("crud", list.merging(["except": ["mark"]]), as: .reader)["data"]?.ids == [1, 2])
            #expect(try await fixture.does("crud", list.merging(["filter": ["id": 1]]), as: .reader)["data"]?.ids == [1])
        }
    }
}

extension JSONObject {
    fileprivate func merging(_ other: JSONObject) -> JSONObject { JSONObject(map { ($0.key, $0.value) } + other.map { ($0.key, $0.value) }) }
}
