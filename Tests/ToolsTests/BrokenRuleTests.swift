import Access
import GatehouseTesting
import JSON
import SQL
import Testing
import Tools

@Suite("Rules that no longer fit the data source")
struct BrokenRuleTests {
    @Test("C64 a rule whose column was renamed closes its collection; administrators see the rule, the caller does not")
    func renamed() async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            let path = fixture.directory.path + "/work.db"
            func run(_ statements: String...) async throws {
                let database = try SQLiteDatabase(path: path)
                for statement in statements { _ = try await database.write(.patient) { try $0.execute(Statement(verbatim: statement)) } }
                await database.close()
            }
            try await run(
                "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, clearance TEXT)",
                "CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT, owner INTEGER REFERENCES people (id))",
                "INSERT INTO people VALUES (1, 'Ada', 'secret'), (2, 'Bo', 'none')", "INSERT INTO tasks VALUES (1, 'build', 1), (2, 'ship', 2)")
            try await fixture.does("data_sources_add", ["name": "work", "url": .string("sqlite://\(path)")], as: .workspaceAdministrator)
            for (resource, filter) in [("people", ["clearance": "none"]), ("tasks", ["title": "ship"])] as [(String, JSONObject)] {
                try await fixture.does(
                    "access_rules_set",
                    ["role": "reader", "dataSource": "work", "resource": .string(resource), "actions": ["view"], "filter": .object(filter)],
                    as: .workspaceAdministrator)
            }
            let people: JSONObject = ["dataSource": "work", "resource": "people", "action": "list"]
            #expect(try await fixture.does("crud", people, as: .reader)["data"]?.ids == [2])

            try await run("ALTER TABLE people RENAME COLUMN clearance TO level")
            try await fixture.does("data_sources_refresh", ["name": "work"], as: .workspaceAdministrator)
            let calls: [(String, JSONObject)] = [
                ("crud", people), ("crud", ["dataSource": "work", "resource": "people", "action": "get", "filterByTk": 2]),
                ("crud", ["dataSource": "work", "resource": "tasks", "action": "list", "filter": ["owner_record": ["name": "Bo"]]]),
                ("crud", ["dataSource": "work", "resource": "tasks", "action": "list", "appends": ["owner_record"]]),
                ("run_sql", ["dataSource": "work", "sql": "SELECT name FROM people"]),
            ]
            for (tool, arguments) in calls {
                let reply = try await fixture.refuses(.forbidden, tool, arguments, as: .reader)
                #expect(!"\(reply)".contains("clearance") && "\(reply)".contains("administrator"), "\(reply)")
            }
            #expect(
                try await fixture.does("crud", ["dataSource": "work", "resource": "tasks", "action": "list"], as: .reader)["data"]?.ids == [2],
                "other collections go on")
            let rules = try await fixture.does("access_rules_list", ["dataSource": "work"], as: .workspaceAdministrator)["data"]?.array ?? []
            #expect(rules.map { $0["suspended"]?.string } == ["field", nil])

            try await fixture.does(
                "access_rules_set",
                ["role": "reader", "dataSource": "work", "resource": "people", "actions": ["view"], "filter": ["level": "none"]],
                as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", people, as: .reader)["data"]?.ids == [2])
        }
    }

    @Test(
        "C64 a value that is no longer one of an enumerated type: as the caller's own it is told with the values, in a rule it closes the collection")
    func enumeration() async throws {
        let server = try await PostgreSQLServer.shared()
        let database = try server.makeDatabase(named: "states")
        let tables = """
            CREATE TYPE state AS ENUM ('open', 'done'); CREATE TABLE tasks (id BIGINT PRIMARY KEY, state state);
            INSERT INTO tasks VALUES (1, 'open'), (2, 'done'), (3, NULL)
            """
        try server.psql(tables, database: database)
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
            func list(_ filter: JSONObject = [:]) -> JSONObject {
                ["dataSource": "dw", "resource": "tasks", "action": "list", "filter": .object(filter)]
            }
            try await fixture.does("data_sources_add", ["name": "dw", "url": .string(server.url(database: database))], as: .workspaceAdministrator)
            let wrong = try await fixture.refuses(.invalidArgument, "crud", list(["state": "opne"]), as: .reader)
            #expect("\(wrong)".contains("expects one of open, done"), "\(wrong)")
            #expect(try await fixture.does("crud", list(["state": ["$empty": true]]), as: .reader)["data"]?.ids == [3])
            #expect(try await fixture.does("crud", list(["state": ["$in": ["open", "done"]]]), as: .reader)["data"]?.ids == [1, 2])
            try await fixture.does(
                "access_rules_set", ["role": "reader", "dataSource": "dw", "resource": "tasks", "actions": ["view"], "filter": ["state": "done"]],
                as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", list(), as: .reader)["data"]?.ids == [2])
            try server.psql("ALTER TYPE state RENAME VALUE 'done' TO 'closed'", database: database)
            try await fixture.does("data_sources_refresh", ["name": "dw"], as: .workspaceAdministrator)
            for (tool, arguments) in [("crud", list()), ("run_sql", ["dataSource": "dw", "sql": "SELECT id FROM tasks"])] {
                let reply = try await fixture.refuses(.forbidden, tool, arguments, as: .reader)
                #expect(!"\(reply)".contains("done") && "\(reply)".contains("administrator"), "\(reply)")
            }
        }
    }
}
