import Access
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing
import Tools

@Suite("Columns that the engine computes from others")
struct GeneratedColumnTests {
    /// `tax` and `level` tell of `salary`, `level` through `tax`; `upper_name` does not.
    private static func script(_ kind: Dialect) -> String {
        let upper = kind == .postgresql ? "STORED" : "VIRTUAL"
        // PostgreSQL refuses a generated column over another one.
        let level = kind == .postgresql ? "salary > 5000" : "tax > 500"
        return """
            CREATE TABLE staff (
                id INTEGER PRIMARY KEY, name VARCHAR(20), salary INTEGER,
                tax INTEGER GENERATED ALWAYS AS (salary / 10) STORED,
                level \(kind == .postgresql ? "BOOLEAN" : "INTEGER") GENERATED ALWAYS AS (\(level)) \(upper),
                upper_name VARCHAR(20) GENERATED ALWAYS AS (UPPER(name)) \(upper));
            INSERT INTO staff (id, name, salary) VALUES (1, 'Ada', 9000), (2, 'Bo', 1000);
            """
    }

    private static func with(_ kind: Dialect, _ body: (ToolFixture) async throws -> Void) async throws {
        switch kind {
        case .sqlite:
            try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
                let path = fixture.directory.path + "/staff.db"
                let database = try SQLiteDatabase(path: path)
                for statement in script(kind).split(separator: ";").map(String.init) where statement.contains("staff") {
                    _ = try await database.write(.patient) { try $0.execute(Statement(verbatim: statement)) }
                }
                await database.close()
                try await attach("sqlite://\(path)", fixture, body)
            }
        case .postgresql:
            let server = try await PostgreSQLServer.shared()
            let database = try server.makeDatabase(named: "staff")
            try server.psql(script(kind), database: database)
            try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { try await attach(server.url(database: database), $0, body) }
        case .mysql:
            let server = try await MariaDBServer.shared()
            let database = try server.makeDatabase(named: "staff")
            try server.sql(script(kind), database: database)
            try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { try await attach(server.url(database: database), $0, body) }
        }
    }

    private static func attach(_ url: String, _ fixture: ToolFixture, _ body: (ToolFixture) async throws -> Void) async throws {
        try await fixture.does("data_sources_add", ["name": "hr", "url": .string(url)], as: .workspaceAdministrator)
        try await body(fixture)
    }

    private static func rule(_ more: JSONObject) -> JSONObject { arguments(["role": "reader", "actions": ["view"]], more) }

    private static func crud(_ more: JSONObject) -> JSONObject { arguments([:], more) }

    private static func arguments(_ first: JSONObject, _ more: JSONObject) -> JSONObject {
        var all: JSONObject = ["dataSource": "hr", "resource": "staff"]
        for (name, value) in first { all[name] = value }
        for (name, value) in more { all[name] = value }
        return all
    }

    @Test("C61 A column that is computed from a hidden one is hidden too, in every tool", arguments: Dialect.allCases)
    func hidden(kind: Dialect) async throws {
        try await Self.with(kind) { fixture in
            #expect(try await fixture.does("crud", Self.crud(["action": "list"]), as: .reader)["data"]?[0]?["tax"]?.int == 900)
            try await fixture.does("access_rules_set", Self.rule(["hide": ["salary"]]), as: .workspaceAdministrator)
            let rows = try await fixture.does("crud", Self.crud(["action": "list"]), as: .reader)["data"]
            #expect(rows?[0]?.object?.keys.sorted() == ["id", "name", "upper_name"])
            #expect(rows?[0]?["upper_name"]?.string == "ADA")
            for column in ["tax", "level"] {
                for call in [
                    ["action": "list", "filter": .object(JSONObject([(column, JSONValue(integerLiteral: 900))]))],
                    ["action": "list", "sort": [.string(column)]],
                    ["action": "list", "fields": [.string(column)]], ["action": "get", "filterByTk": 1, "fields": [.string(column)]],
                    ["action": "query", "measures": [["field": .string(column), "aggregation": "max", "alias": "m"]]],
                    ["action": "query", "dimensions": [["field": .string(column), "alias": "d"]]],
                ] as [JSONObject] {
                    let reply = try await fixture.call("crud", Self.crud(call), as: .reader)
                    #expect(reply.code == "invalid_argument" || !reply.body.description.contains("900"), "\(call) \(reply)")
                    #expect(reply.code == "invalid_argument" || call["fields"] != nil, "\(call) \(reply)")
                }
                for sql in ["SELECT \(column) FROM staff", "SELECT id FROM staff ORDER BY \(column)", "SELECT id FROM staff WHERE \(column) = 900"] {
                    try await fixture.refuses(.invalidArgument, "run_sql", ["dataSource": "hr", "sql": .string(sql)], as: .reader)
                }
            }
            let all = try await fixture.does("run_sql", ["dataSource": "hr", "sql": "SELECT * FROM staff"], as: .reader)
            #expect(all["columns"]?.array?.compactMap { $0["name"]?.string } == ["id", "name", "upper_name"])
            for tool in ["collections_get", "data_sources_describe", "access_rules_explain"] {
                let arguments: JSONObject =
                    switch tool {
                    case "collections_get": ["dataSource": "hr", "filterByTk": "staff"]
                    case "data_sources_describe": ["name": "hr", "table": "staff"]
                    default: ["dataSource": "hr", "resource": "staff"]
                    }
                let text = try await fixture.does(tool, arguments, as: .reader).description
                #expect(!text.contains("tax") && !text.contains("level"), "\(tool): \(text)")
            }
        }
    }

    @Test(
        "C61 A column that is computed from a masked one is masked, and one from a column that is not among those shown is not shown",
        arguments: Dialect.allCases)
    func masked(kind: Dialect) async throws {
        try await Self.with(kind) { fixture in
            let id = try await fixture.does("access_rules_set", Self.rule(["mask": ["salary"]]), as: .workspaceAdministrator)["id"]
            let row = try await fixture.does("crud", Self.crud(["action": "get", "filterByTk": 1]), as: .reader)["data"]
            #expect(row?["tax"]?.string == "***" && row?["level"]?.string == "***" && row?["upper_name"]?.string == "ADA")
            let sql = try await fixture.does("run_sql", ["dataSource": "hr", "sql": "SELECT tax, level FROM staff WHERE id = 1"], as: .reader)
            #expect(sql["rows"] == [["***", "***"]])
            for sql in ["SELECT id FROM staff ORDER BY tax", "SELECT sum(tax) FROM staff"] {
                try await fixture.refuses(.forbidden, "run_sql", ["dataSource": "hr", "sql": .string(sql)], as: .reader)
            }
            try await fixture.does("access_rules_remove", ["id": try #require(id)], as: .workspaceAdministrator)
            try await fixture.does("access_rules_set", Self.rule(["columns": ["id", "tax"]]), as: .workspaceAdministrator)
            let shown = try await fixture.does("crud", Self.crud(["action": "list"]), as: .reader)["data"]
            #expect(shown?[0]?.object?.keys.sorted() == ["id"])
            try await fixture.does("access_rules_set", Self.rule(["columns": ["tax", "salary"]]), as: .workspaceAdministrator)
            let both = try await fixture.does("crud", Self.crud(["action": "list"]), as: .reader)["data"]
            #expect(both?[0]?["tax"]?.int == 900)
        }
    }
}
