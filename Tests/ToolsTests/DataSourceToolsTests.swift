import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("data_sources_*")
struct DataSourceToolsTests {
    static let password = "s3cret-Pass/word"

    /// A database with two tables and a login of its own on the shared server.
    private static func warehouse(_ user: String) async throws -> (server: PostgreSQLServer, database: String) {
        let server = try await PostgreSQLServer.shared()
        let database = try server.makeDatabase(named: "warehouse")
        try server.makeRole(user)
        try server.psql("ALTER ROLE \"\(user)\" PASSWORD '\(password)'")
        try server.psql(
            """
            CREATE TABLE sales (id BIGINT PRIMARY KEY, amount NUMERIC(10,2), note TEXT); COMMENT ON TABLE sales IS 'What was sold';
            INSERT INTO sales VALUES (1, 12.50, 'first'), (2, 7.00, NULL); CREATE TABLE hidden (id BIGINT PRIMARY KEY);
            GRANT SELECT, INSERT, UPDATE, DELETE ON sales, hidden TO "\(user)";
            """, database: database)
        return (server, database)
    }

    @Test("A PostgreSQL source is added, tested, described, read and removed; its password shows nowhere", arguments: StoreEngine.allCases)
    func life(engine: StoreEngine) async throws {
        let user = "life_\(engine.rawValue.lowercased())"
        let (server, database) = try await Self.warehouse(user)
        try await ToolFixture.with(.init(engine: engine, allowedHosts: ["127.0.0.1:\(server.port)"])) { fixture in
            var said: [JSONValue] = []
            let url = "postgres://\(user)@127.0.0.1:\(server.port)/\(database)?sslmode=disable"
            let made = try await fixture.does(
                "data_sources_add", ["name": "dw", "title": "Warehouse", "url": .string(url), "password": .string(Self.password)],
                as: .workspaceAdministrator)
            #expect(made["ok"]?.bool == true && made["name"]?.string == "dw" && made["warnings"]?.count == 0, "\(made)")
            said.append(made)
            let listed = try await fixture.does("data_sources_list", as: .workspaceAdministrator)
            #expect(listed["data"]?.array?.compactMap { $0["key"]?.string } == ["main", "dw"])
            #expect(listed["data"]?[1]?["type"]?.string == "postgresql")
            #expect(listed["data"]?[1]?["url"]?.string?.contains("127.0.0.1:\(server.port)") == true)
            let plain = try await fixture.does("data_sources_list", as: .reader)
            #expect(!plain.description.contains("127.0.0.1") && !plain.description.contains(user))
            said += [listed, plain, try await fixture.does("data_sources_test", ["name": "dw"], as: .workspaceAdministrator)]
            #expect(said.last?["ok"]?.bool == true)
            let tables = try await fixture.does("data_sources_tables", ["name": "dw"], as: .reader)
            #expect(tables["data"]?.array?.compactMap { $0["name"]?.string } == ["hidden", "sales"])
            #expect(tables["data"]?[1]?["description"]?.string == "What was sold")
            let columns = try await fixture.does("data_sources_describe", ["name": "dw", "table": "sales"], as: .reader)
            #expect(columns["columns"]?.array?.compactMap { $0["name"]?.string } == ["id", "amount", "note"] && columns["primaryKey"] == ["id"])
            #expect(columns["dialect"]?.string == "postgresql")
            let rows = try await fixture.does("crud", ["dataSource": "dw", "resource": "sales", "action": "list", "sort": ["id"]], as: .reader)
            #expect(rows["data"]?.ids == [1, 2] && rows["data"]?[0]?["amount"]?.string == "12.50")
            try await fixture.does(
                "crud", ["dataSource": "dw", "resource": "sales", "action": "create", "values": ["id": 3, "amount": "1.25"]],
                as: .workspaceAdministrator)
            #expect(try server.psql("SELECT amount FROM sales WHERE id = 3", database: database) == "1.25")
            said += [tables, columns, rows]
            // A member has nothing outside main.
            #expect(try await fixture.does("data_sources_tables", ["name": "dw"], as: .member)["data"]?.count == 0)
            let sums = try await fixture.does("run_sql", ["dataSource": "dw", "sql": "SELECT sum(amount) FROM sales"], as: .reader)
            #expect(sums["rows"] == [["15.00"]] || sums["rows"]?.array?.count == 1)
            try await fixture.refuses(.forbidden, "run_sql", ["dataSource": "dw", "sql": "SELECT 1 FROM sales"], as: .member)
            try server.psql("CREATE TABLE late (id BIGINT PRIMARY KEY); GRANT SELECT ON late TO \"\(user)\"", database: database)
            try await fixture.does("data_sources_refresh", ["name": "dw"], as: .workspaceAdministrator)
            #expect(try await fixture.does("data_sources_tables", ["name": "dw"], as: .reader)["data"]?.count == 3)
            try await fixture.does(
                "access_rules_set", ["role": "temp", "dataSource": "dw", "resource": "sales", "actions": ["view"]], as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", ["dataSource": "dw", "resource": "sales", "action": "list"], as: .temp)["data"]?.count == 3)
            said.append(try await fixture.does("data_sources_remove", ["name": "dw"], as: .workspaceAdministrator))
            try await fixture.refuses(.notFound, "crud", ["dataSource": "dw", "resource": "sales", "action": "list"], as: .reader)
            #expect(try await fixture.domains.rules.list(in: fixture.people.office.id).allSatisfy { $0.source == "main" || $0.suspension == .source })
            #expect(try server.psql("SELECT count(*) FROM sales", database: database) == "3")
            for text in said.map(\.description) + [try await fixture.auditText()] + (try await fixture.state()) + fixture.failures.all {
                #expect(!text.contains(Self.password) && !text.contains("s3cret"))
            }
        }
    }

    @Test("At rest the password is sealed, on both engines", arguments: StoreEngine.allCases)
    func sealed(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine, allowedHosts: ["127.0.0.1"])) { fixture in
            let made = try await fixture.call(
                "data_sources_add", ["name": "dw", "url": "postgres://u:s3cret-in-url@127.0.0.1:1/d"], as: .workspaceAdministrator)
            #expect(made.code == "ok" && made.body["ok"]?.bool == false && !"\(made)".contains("s3cret"), "\(made)")
            let kept = try await fixture.store.read { try $0.first("SELECT url, password FROM data_sources") { ($0.text(0), $0.bytes(1)) } }
            let sealed = kept?.1 ?? []
            #expect(kept?.0 == "postgres://u@127.0.0.1:1/d" && !sealed.isEmpty)
            #expect(!String(decoding: sealed, as: UTF8.self).contains("s3cret"))
            let listed = try await fixture.does("data_sources_list", as: .operator)
            #expect(!listed.description.contains("s3cret"))
        }
    }

    @Test(
        "A caller names only hosts that the operator allows, and no file; the terminal may",
        arguments: [
            "postgres://u@evil.example/d", "postgres://u@127.0.0.1/d", "postgres://u@localhost/d", "postgres://u@169.254.169.254/d",
            "postgres://u@db.example.evil.example/d", "postgres://u@[::1]/d", "postgres://u@%2Ftmp/d",
            "postgres://u@db.example:6000/d?host=evil.example",
            "postgres://u@db.example/d?hostaddr=127.0.0.1", "postgres://u@db.example/d?sslkey=/etc/shadow", "postgres://u@db.example,evil.example/d",
            "sqlite:///etc/passwd", "sqlite://relative", "mysql://u@evil.example/d", "mariadb://u@127.0.0.1:3306/d",
            "mysql://u@db.example/d?sslkey=/etc/shadow", "mysql://u@db.example/d?sslrootcert=/etc/passwd", "http://db.example/", "not a url", "",
        ])
    func hosts(url: String) async throws {
        try await ToolFixture.with(.init(allowedHosts: ["db.example"])) { fixture in
            for kind in [CallerKind.workspaceAdministrator, .operator] {
                let reply = try await fixture.refuses(.invalidArgument, "data_sources_add", ["name": "x", "url": .string(url)], as: kind)
                for word in ["evil", "/etc", "shadow", "passwd"] { #expect(!reply.reason.contains(word), "C43 \(reply)") }
            }
        }
    }

    @Test("SQLite files come from the operator's folder alone, whatever way they are named")
    func files() async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            let inside = fixture.path(ofMain: fixture.people.abroad.id)
            let outside = ["/etc/passwd", "\(fixture.directory.path)/../x.db", "\(fixture.directory.path)/missing.db", fixture.directory.path]
            for path in outside {
                try await fixture.refuses(
                    .invalidArgument, "data_sources_add", ["name": "x", "url": .string("sqlite://\(path)")], as: .workspaceAdministrator)
            }
            try await fixture.does("data_sources_add", ["name": "files", "url": .string("sqlite://\(inside)")], as: .workspaceAdministrator)
            try await fixture.refuses(
                .conflict, "data_sources_add", ["name": "files", "url": .string("sqlite://\(inside)")], as: .workspaceAdministrator)
            for name in ["main", "Files", "a b", "../x", ""] {
                try await fixture.refuses(
                    .invalidArgument, "data_sources_add", ["name": .string(name), "url": .string("sqlite://\(inside)")], as: .workspaceAdministrator)
            }
            try await fixture.refuses(.invalidArgument, "data_sources_remove", ["name": "main"], as: .workspaceAdministrator)
            #expect(try await fixture.does("run_sql", ["dataSource": "files", "sql": "SELECT count(*) FROM orders"], as: .reader)["rows"] == [[4]])
        }
    }

    @Test("I09 a source that is down is reported, delays nothing else, and recovers without a restart")
    func down() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let database = try server.makeDatabase()
        try server.psql("CREATE TABLE sales (id BIGINT PRIMARY KEY); INSERT INTO sales VALUES (1)", database: database)
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
            let list: JSONObject = ["dataSource": "dw", "resource": "sales", "action": "list"]
            try server.stop()
            let made = try await fixture.does(
                "data_sources_add", ["name": "dw", "url": .string(server.url(database: database))], as: .workspaceAdministrator)
            #expect(made["ok"]?.bool == false && made["reason"]?.string?.contains("dw") == true)
            for word in ["127.0.0.1", "\(server.port)", "gatehouse@", database] {
                #expect(made["reason"]?.string?.contains(word) == false, "C43 \(made)")
            }
            #expect(try await fixture.call("crud", list, as: .reader).code == "source_failed")
            #expect(try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 4)
            try server.start()
            try await Self.eventually(fixture, list)
            #expect(try await fixture.does("data_sources_test", ["name": "dw"], as: .workspaceAdministrator)["ok"]?.bool == true)
            try server.freeze()
            // Both end while the server is still suspended.
            let hurried = try fixture.dispatcher(timeout: .seconds(2))
            let frozen = try await fixture.call("crud", list, as: .reader, by: hurried)
            let test = try await fixture.call("data_sources_test", ["name": "dw"], as: .workspaceAdministrator, by: hurried)
            #expect(["source_failed", "limited"].contains(frozen.code), "\(frozen)")
            #expect(test.code == "ok" && test.body["ok"]?.bool == false, "\(test)")
            #expect(try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 4)
            try server.thaw()
            try await Self.eventually(fixture, list)
            #expect(fixture.failures.all.isEmpty, "\(fixture.failures.all)")
        }
    }

    /// Waits until the call succeeds: connections made before are found dead one by one.
    private static func eventually(_ fixture: ToolFixture, _ arguments: JSONObject) async throws {
        try await until { try await fixture.call("crud", arguments, as: .reader).code == "ok" }
    }

    @Test("C60 A powerful login is attached with a warning, whatever functions somebody made in its database")
    func powerful() async throws {
        let server = try await PostgreSQLServer.shared()
        let database = try server.makeDatabase()
        // C60: the checks of the login use only the engine's own functions and operators.
        try server.psql(
            """
            CREATE FUNCTION public.pg_has_role(text, text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''planted''; END';
            CREATE FUNCTION public.joined(bigint, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1';
            CREATE OPERATOR public.|| (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = public.joined);
            """, database: database)
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
            let made = try await fixture.does(
                "data_sources_add", ["name": "dw", "url": .string(server.url(database: database))], as: .workspaceAdministrator)
            #expect(made["ok"]?.bool == true && made["warnings"]?.array?.contains { $0.string?.contains("superuser") == true } == true)
        }
    }

    @Test("A source on another host is attached with a warning when its URL has no sslmode")
    func transport() async throws {
        try await ToolFixture.with(.init(allowedHosts: ["db.invalid"])) { fixture in
            for (name, query, isWarned) in [("bare", "", true), ("plain", "?sslmode=disable", false)] {
                let made = try await fixture.does(
                    "data_sources_add", ["name": .string(name), "url": .string("postgres://u@db.invalid/d\(query)")], as: .workspaceAdministrator)
                #expect(made["ok"]?.bool == false)
                #expect((made["warnings"]?.array?.contains { $0.string?.contains("sslmode") == true } == true) == isWarned, "\(made)")
            }
        }
    }
}
