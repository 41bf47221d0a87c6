import Access
import Catalog
import GatehouseTesting
import JSON
import MCP
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("Data sources on MariaDB")
struct MariaDBSourceTests {
    static let password = "s3cret-Pass/word"

    @Test(
        "A MariaDB source is added, tested, described, read, written, refreshed and removed; its password shows nowhere",
        arguments: ["mariadb", "mysql"])
    func life(scheme: String) async throws {
        let server = try await MariaDBServer.shared()
        let database = try server.makeDatabase(named: "warehouse")
        let user = "life_\(scheme)"
        try server.sql(
            """
            CREATE TABLE sales (id BIGINT AUTO_INCREMENT PRIMARY KEY, amount DECIMAL(10,2), note TEXT, sold TIMESTAMP NULL) COMMENT 'What was sold';
            INSERT INTO sales VALUES (1, 12.50, 'first', '2026-01-02 03:04:05'), (2, 7.00, NULL, NULL); CREATE TABLE hidden (id BIGINT PRIMARY KEY);
            CREATE USER \(user)@'%' IDENTIFIED BY '\(Self.password)'; GRANT SELECT, INSERT, UPDATE, DELETE ON `\(database)`.* TO \(user)@'%'
            """, database: database)
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1:\(server.port)"])) { fixture in
            var said: [JSONValue] = []
            let url = "\(scheme)://\(user)@127.0.0.1:\(server.port)/\(database)?sslmode=require"
            let made = try await fixture.does(
                "data_sources_add", ["name": "dw", "title": "Warehouse", "url": .string(url), "password": .string(Self.password)],
                as: .workspaceAdministrator)
            #expect(made["ok"]?.bool == true && made["name"]?.string == "dw" && made["warnings"]?.count == 0, "\(made)")
            let listed = try await fixture.does("data_sources_list", as: .workspaceAdministrator)
            #expect(listed["data"]?[1]?["type"]?.string == "mysql")
            #expect(listed["data"]?[1]?["url"]?.string == "mysql://127.0.0.1:\(server.port)/\(database)")
            said += [made, listed, try await fixture.does("data_sources_test", ["name": "dw"], as: .workspaceAdministrator)]
            #expect(said.last?["ok"]?.bool == true)
            let tables = try await fixture.does("data_sources_tables", ["name": "dw"], as: .reader)
            #expect(tables["data"]?.array?.compactMap { $0["name"]?.string } == ["hidden", "sales"])
            #expect(tables["data"]?[1]?["description"]?.string == "What was sold")
            let columns = try await fixture.does("data_sources_describe", ["name": "dw", "table": "sales"], as: .reader)
            #expect(
                columns["columns"]?.array?.compactMap { $0["name"]?.string } == ["id", "amount", "note", "sold"] && columns["primaryKey"] == ["id"])
            #expect(columns["dialect"]?.string == "mysql")
            let call: JSONObject = ["dataSource": "dw", "resource": "sales", "action": "list", "sort": ["-sold"]]
            let rows = try await fixture.does("crud", call, as: .reader)
            #expect(rows["data"]?.ids == [1, 2] && rows["data"]?[0]?["amount"]?.string == "12.50")
            #expect(rows["data"]?[0]?["sold"]?.string == "2026-01-02T03:04:05Z")
            let created = try await fixture.does(
                "crud",
                ["dataSource": "dw", "resource": "sales", "action": "create", "values": ["amount": "1.25", "sold": "2026-03-04T05:06:07+01:00"]],
                as: .workspaceAdministrator)
            #expect(created["data"]?["id"]?.int == 3 && created["data"]?["sold"]?.string == "2026-03-04T04:06:07Z")
            #expect(try server.sql("SELECT amount FROM sales WHERE id = 3", database: database) == "1.25")
            try await fixture.refuses(
                .forbidden, "crud", ["dataSource": "dw", "resource": "sales", "action": "destroy", "filterByTk": 1], as: .reader)
            try server.sql("CREATE TABLE late (id BIGINT PRIMARY KEY)", database: database)
            try await fixture.does("data_sources_refresh", ["name": "dw"], as: .workspaceAdministrator)
            #expect(try await fixture.does("data_sources_tables", ["name": "dw"], as: .reader)["data"]?.count == 3)
            said += [tables, columns, rows, created]
            said.append(try await fixture.does("data_sources_remove", ["name": "dw"], as: .workspaceAdministrator))
            try await fixture.refuses(.notFound, "crud", ["dataSource": "dw", "resource": "sales", "action": "list"], as: .reader)
            for text in said.map(\.description) + [try await fixture.auditText()] + (try await fixture.state()) + fixture.failures.all {
                #expect(!text.contains(Self.password) && !text.contains("s3cret"))
            }
        }
    }

    @Test("C41 a call whose task is cancelled ends its statement in the engine, long before its deadline", .timeLimit(.minutes(5)))
    func cancelled() async throws {
        let server = try await MariaDBServer.shared()
        let database = try server.makeDatabase(named: "cancelled")
        try server.sql(
            """
            CREATE TABLE many (n BIGINT PRIMARY KEY); INSERT INTO many SELECT seq FROM seq_1_to_3000;
            CREATE USER cancelled@'%' IDENTIFIED BY '\(Self.password)'; GRANT SELECT ON `\(database)`.* TO cancelled@'%'
            """, database: database)
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1:\(server.port)"])) { fixture in
            let url = "mariadb://cancelled@127.0.0.1:\(server.port)/\(database)?sslmode=require"
            try await fixture.does(
                "data_sources_add", ["name": "dw", "title": "", "url": .string(url), "password": .string(Self.password)],
                as: .workspaceAdministrator)
            let running: @Sendable (Int) async throws -> Void = { count in
                try await blocking { try server.waitForSessions("user = 'cancelled' AND info LIKE '%many%'", count: count) }
            }
            let principal = try await fixture.principal(.workspaceAdministrator)
            let call = Task {
                await fixture.call("run_sql", ["dataSource": "dw", "sql": "SELECT count(*) FROM many a, many b, many c, many d"], as: principal)
            }
            try await running(1)
            call.cancel()
            let reply = await call.value
            #expect(reply.code == "limited" && reply.reason.contains("cancelled"), "\(reply)")
            try await running(0)
        }
    }

    @Test("I09 I10 a source that is down, silent or without TLS is reported, delays nothing else, and recovers without a restart")
    func faults() async throws {
        let server = try await blocking { try MariaDBServer(hasTLS: false) }
        let database = try server.makeDatabase()
        try server.sql("CREATE TABLE sales (id BIGINT PRIMARY KEY); INSERT INTO sales VALUES (1)", database: database)
        let hole = try BlackHole()
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
            let add: @Sendable (String, String) async throws -> JSONValue = { name, url in
                try await fixture.does("data_sources_add", ["name": .string(name), "url": .string(url)], as: .workspaceAdministrator)
            }
            let list: @Sendable (String) async throws -> Reply = { name in
                try await fixture.call("crud", ["dataSource": .string(name), "resource": "sales", "action": "list"], as: .reader)
            }
            try server.stop()
            let down = try await add("down", server.url(database: database, parameters: ""))
            let silent = try await add("silent", "mariadb://u:p@127.0.0.1:\(hole.port)/d?sslmode=verify-full&connect_timeout=1")
            let silentToo = try await add("mute", "postgres://u:p@127.0.0.1:\(hole.port)/d?connect_timeout=1")
            for (made, name) in [(down, "down"), (silent, "silent"), (silentToo, "mute")] {
                #expect(made["ok"]?.bool == false && made["reason"]?.string?.contains(name) == true, "\(made)")
                for word in ["127.0.0.1", "\(server.port)", "\(hole.port)", database] {
                    #expect(made["reason"]?.string?.contains(word) == false, "C43 \(made)")
                }
                #expect(try await list(name).code == "source_failed")
            }
            #expect(try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 4)
            try server.start()
            #expect(try await list("down").code == "ok")
            let plain = try await add("secured", server.url(database: database, parameters: "sslmode=require"))
            #expect(plain["ok"]?.bool == false && plain["reason"]?.string?.contains("sslmode") == true, "\(plain)")
            try server.freeze()
            let hurried = try fixture.dispatcher(timeout: .seconds(2))
            let frozen = try await fixture.call(
                "crud", ["dataSource": "down", "resource": "sales", "action": "list"], as: .reader, by: hurried)
            #expect(["source_failed", "limited"].contains(frozen.code), "\(frozen)")
            #expect(try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 4)
            try server.thaw()
            try await until { try await list("down").code == "ok" }
            #expect(fixture.failures.all.isEmpty, "\(fixture.failures.all)")
        }
    }

    @Test("A powerful login is attached with a warning")
    func powerful() async throws {
        let server = try await MariaDBServer.shared()
        let database = try server.makeDatabase()
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
            let made = try await fixture.does(
                "data_sources_add", ["name": "dw", "url": .string(server.url(database: database))], as: .workspaceAdministrator)
            let warnings = made["warnings"]?.array?.compactMap(\.string) ?? []
            #expect(
                made["ok"]?.bool == true && warnings.contains { $0.contains("superuser") } && warnings.contains { $0.contains("files") }, "\(made)")
        }
    }
}
