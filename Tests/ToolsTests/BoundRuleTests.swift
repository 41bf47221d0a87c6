import Access
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("Rules that go through relations")
struct BoundRuleTests {
    private static let script = [
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(20))",
        "CREATE TABLE tasks (id INTEGER PRIMARY KEY, title VARCHAR(20), owner INTEGER REFERENCES people (id), tester INTEGER)",
        "INSERT INTO people VALUES (1, 'Ada'), (2, 'Bo')",
        "INSERT INTO tasks VALUES (1, 'build', 1, 2), (2, 'ship', 2, 1)",
    ]

    /// A source `work` with the tables above, and a way to run a script on its database.
    private static func with(_ kind: Dialect, _ body: (ToolFixture, @Sendable (String) async throws -> Void) async throws -> Void) async throws {
        // MariaDB takes no reference beside a column.
        let key = ["ALTER TABLE tasks ADD CONSTRAINT z FOREIGN KEY (owner) REFERENCES people (id)"]
        let statements = kind == .mysql ? script.map { $0.replacing("owner INTEGER REFERENCES people (id)", with: "owner INTEGER") } + key : script
        try await ToolFixture.withSource("work", kind, statements, body)
    }

    /// Makes the key of `owner` reference another column, in which the same numbers mean other people.
    private static func changedKey(_ kind: Dialect) -> [String] {
        let code = ["ALTER TABLE people ADD COLUMN code INTEGER", "UPDATE people SET code = 3 - id", "CREATE UNIQUE INDEX codes ON people (code)"]
        let key = "ALTER TABLE tasks ADD FOREIGN KEY (owner) REFERENCES people (code)"
        return switch kind {
        case .sqlite:
            code + [
                "CREATE TABLE other (id INTEGER PRIMARY KEY, title TEXT, owner INTEGER REFERENCES people (code), tester INTEGER)",
                "INSERT INTO other SELECT * FROM tasks", "DROP TABLE tasks", "ALTER TABLE other RENAME TO tasks",
            ]
        case .postgresql: code + ["ALTER TABLE tasks DROP CONSTRAINT tasks_owner_fkey", key]
        case .mysql: code + ["ALTER TABLE tasks DROP FOREIGN KEY z", key]
        }
    }

    private static let list: JSONObject = ["dataSource": "work", "resource": "tasks", "action": "list", "fields": ["id"]]
    private static let sql: JSONObject = ["dataSource": "work", "sql": "SELECT id FROM tasks"]
    private static let refresh: JSONObject = ["name": "work"]

    private static func set(_ fixture: ToolFixture, _ filter: JSONValue) async throws -> JSONValue {
        try await fixture.does(
            "access_rules_set", ["role": "reader", "dataSource": "work", "resource": "tasks", "actions": ["view"], "filter": filter],
            as: .workspaceAdministrator)
    }

    @Test("C62 another key of the table moves no rule to itself, whatever the keys are called", arguments: Dialect.allCases)
    func another(kind: Dialect) async throws {
        try await Self.with(kind) { fixture, run in
            _ = try await Self.set(fixture, ["owner_record": ["name": "Ada"]])
            #expect(try await fixture.does("crud", Self.list, as: .reader)["data"]?.ids == [1])
            switch kind {
            case .sqlite: try await run("ALTER TABLE tasks ADD COLUMN assigned INTEGER REFERENCES people (id)")
            case .postgresql, .mysql: try await run("ALTER TABLE tasks ADD CONSTRAINT a FOREIGN KEY (tester) REFERENCES people (id)")
            }
            try await fixture.does("data_sources_refresh", Self.refresh, as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", Self.list, as: .reader)["data"]?.ids == [1])
            #expect(try await fixture.does("run_sql", Self.sql, as: .reader)["rows"] == [[1]])
        }
    }

    @Test("C62 a rule whose relation became another key is closed until it is resumed, in crud and run_sql", arguments: Dialect.allCases)
    func changed(kind: Dialect) async throws {
        try await Self.with(kind) { fixture, run in
            let id = try await Self.set(fixture, ["owner_record": ["name": "Ada"]])["id"]
            #expect(try await fixture.does("run_sql", Self.sql, as: .reader)["rows"] == [[1]])
            for statement in Self.changedKey(kind) { try await run(statement) }
            try await fixture.does("data_sources_refresh", Self.refresh, as: .workspaceAdministrator)
            for (tool, call) in [("crud", Self.list), ("run_sql", Self.sql)] {
                let refused = try await fixture.refuses(.forbidden, tool, call, as: .reader)
                #expect(refused.reason.contains("rule \(id ?? .null) ") && !refused.reason.contains("owner"), "\(refused)")
            }
            let tables = try await fixture.does("data_sources_tables", Self.refresh, as: .reader)["data"]?.array?.compactMap { $0["name"]?.string }
            #expect(tables?.contains("tasks") == false && tables?.contains("people") == true)
            // Who has other rules keeps its own.
            #expect(try await fixture.does("crud", Self.list, as: .workspaceAdministrator)["data"]?.ids == [1, 2])
            let rules = try await fixture.does("access_rules_list", ["dataSource": "work"], as: .workspaceAdministrator)["data"]
            #expect(rules?[0]?["suspended"]?.string == "relation" && rules?[0]?["relations"]?[0]?["targetFields"] == ["id"])
            #expect(
                rules?[0]?["closed"]?.string
                    == "relation 'owner_record' of tasks was owner -> people (id) and is owner -> people (code); set the rule again")
            // Many at once are resumed as they were set: no rule takes over a key that nobody looked at.
            for many in [["dataSource": "work"], ["role": "reader"]] as [JSONObject] {
                let reply = try await fixture.call("access_rules_resume", many, as: .workspaceAdministrator)
                #expect(reply.code == "ok" || reply.code == "not_found")
                try await fixture.refuses(.forbidden, "crud", Self.list, as: .reader)
            }
            try await fixture.does("access_rules_resume", ["id": try #require(id)], as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", Self.list, as: .reader)["data"]?.ids == [2])
            #expect(try await fixture.does("run_sql", Self.sql, as: .reader)["rows"] == [[2]])
            try await fixture.refuses(.notFound, "access_rules_resume", ["id": try #require(id)], as: .workspaceAdministrator)
        }
    }

    @Test("C62 a rule that was stored without its keys allows nothing until it is set or resumed; a rule without a relation still applies")
    func upgrade() async throws {
        try await Self.with(.sqlite) { fixture, _ in
            _ = try await Self.set(fixture, ["owner_record": ["name": "Ada"]])
            try await fixture.does(
                "access_rules_set", ["role": "reader", "dataSource": "work", "resource": "people", "actions": ["view"], "filter": ["id": 1]],
                as: .workspaceAdministrator)
            try await fixture.store.write { try $0.execute("UPDATE rules SET relations = NULL") }
            try await fixture.refuses(.forbidden, "crud", Self.list, as: .reader)
            try await fixture.refuses(.forbidden, "run_sql", Self.sql, as: .reader)
            let people: JSONObject = ["dataSource": "work", "resource": "people", "action": "list"]
            #expect(try await fixture.does("crud", people, as: .reader)["data"]?.ids == [1])
            _ = try await Self.set(fixture, ["owner_record": ["name": "Ada"]])
            #expect(try await fixture.does("crud", Self.list, as: .reader)["data"]?.ids == [1])
        }
    }
}
