import Access
import Catalog
import GatehouseTesting
import SQL
import Store
import Testing

/// The guard before a real PostgreSQL, with a login that may do everything and with one that may only read.
@Suite("SQL of others on PostgreSQL")
struct GuardPostgreSQLTests {
    private static let script = """
        CREATE TABLE staff (id int PRIMARY KEY, name text, salary int); INSERT INTO staff VALUES (1, 'Ann', 100), (2, 'Bob', 5);
        CREATE TABLE orders (id int PRIMARY KEY, note text); INSERT INTO orders VALUES (1, 'a'), (2, 'b');
        CREATE VIEW rich AS SELECT name FROM staff WHERE salary > 10;
        CREATE FUNCTION leak() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT max(salary) FROM staff';
        CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS $$ SELECT 'shadowed' $$;
        """

    private static let attacks = [
        "SELECT 1; COMMIT; DELETE FROM staff", "COMMIT", "SET TRANSACTION READ WRITE", "BEGIN READ WRITE",
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
        "RESET ALL", "DISCARD ALL", "SELECT set_config('transaction_read_only', 'off', false)",
        "SELECT pg_catalog.set_config('role', 'postgres', false)",
        "WITH x AS (DELETE FROM staff RETURNING *) SELECT * FROM x", "WITH x AS (INSERT INTO orders VALUES (9, 'x') RETURNING id) SELECT 1",
        "SELECT * INTO copied FROM staff", "SELECT * FROM staff FOR UPDATE", "MERGE INTO staff USING orders ON true WHEN MATCHED THEN DELETE",
        "EXPLAIN ANALYZE DELETE FROM staff", "PREPARE p AS SELECT 1", "EXECUTE p", "DO $$ BEGIN END $$", "CALL x()", "LISTEN x", "LOCK staff",
        "VACUUM",
        "COPY staff TO '/tmp/x'", "COPY staff TO PROGRAM 'id'", "COPY staff FROM '/etc/passwd'", "SELECT pg_read_file('/etc/passwd')",
        "SELECT \"pg_read_file\"('/etc/passwd')", "SELECT pg_catalog.pg_read_file('/etc/passwd')", "SELECT * FROM pg_ls_dir('/')",
        "SELECT lo_import('/etc/passwd')", "SELECT query_to_xml('DELETE FROM staff', true, false, '')", "SELECT * FROM dblink('x', 'y') AS t(a int)",
        "SELECT pg_logical_emit_message(true, 'a', 'b')", "SELECT leak()", "SELECT public.leak()", "SELECT pg_notify('a', 'b')",
        "SELECT pg_advisory_lock(1)",
        "SELECT pg_terminate_backend(1)", "SELECT pg_sleep(60)", "SELECT pg_reload_conf()", "SELECT * FROM pg_stat_activity",
        "SELECT * FROM pg_settings",
        "SELECT * FROM pg_shadow", "SELECT * FROM pg_catalog.pg_authid", "SELECT * FROM information_schema.tables",
        "SELECT current_setting('data_directory')",
        "SELECT version()", "SELECT current_user", "SELECT session_user", "SELECT 'staff'::regclass", "SELECT 'leak'::regproc", "SELECT 1::oid",
        "SELECT $$a$$; DELETE FROM staff", "/* x */ DELETE FROM staff", "SELECT U&'\\0061' UESCAPE '!'",
        "SELECT 1 OPERATOR(public.+) 1", "SELECT xmin FROM orders", "SELECT ctid FROM orders", "SELECT tableoid FROM orders",
        "SELECT orders FROM orders",
        "SELECT row_to_json(orders) FROM orders", "SELECT (orders).note FROM orders", "SELECT note(orders) FROM orders",
        "SELECT repeat('x', 1000000000)",
        "SELECT lpad('x', 1000000000)", "TABLE staff", "SELECT nextval('s')", "SELECT random()", "SELECT txid_current()", "SELECT $1",
    ]

    /// Runs `body` with a world whose source `dw` is a database of its own.
    private func withWorld(readOnly: Bool, _ body: (World, @Sendable () throws -> String) async throws -> Void) async throws {
        let server = try await PostgreSQLServer.shared()
        let name = try server.makeDatabase(named: "guard")
        defer { try? server.dropDatabase(name) }  // The server goes with the process in any case.
        _ = try server.psql(Self.script, database: name)
        if readOnly {
            try server.makeReadOnlyRole("\(name)_reader")
            _ = try server.psql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO \"\(name)_reader\"", database: name)
        }
        let url =
            readOnly ? server.url(database: name, user: "\(name)_reader") : server.url(database: name)
        let world = try await World()
        _ = try await world.sources.add(NewDataSource(name: "dw", url: try DatabaseURL(parsing: url)), in: World.workspace.id, trust: .operator)
        try await body(world) {
            try server.psql(
                """
                SELECT md5(string_agg(r, ',')) FROM (SELECT staff::text AS r FROM staff UNION ALL SELECT orders::text FROM orders
                UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1) AS all_rows
                """, database: name)
        }
        await world.close()
    }

    private func rows(_ world: World, _ sql: String, _ roles: [String]) async throws -> [[String]] {
        let read = try await world.gate.prepare(sql, grant: World.grant(roles), source: "dw", World.bounds)
        return try await read.run(into: [[String]](), limits: RowLimits(maximumRows: 1_000), World.bounds, columns: { _, _ in }) { rows, row in
            rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
            return .more
        }.result
    }

    @Test(
        "C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C13 what is no plain SELECT over collections is refused with zero effects, whatever the login may do",
        arguments: [false, true])
    func attacks(readOnly: Bool) async throws {
        try await withWorld(readOnly: readOnly) { world, effects in
            let before = try effects()
            for sql in Self.attacks {
                let refused = try await refusal { try await rows(world, sql, ["admin"]) }
                #expect([.forbidden, .invalidArgument].contains(refused?.code), "\(sql): \(refused?.reason ?? "accepted")")
            }
            #expect(try effects() == before)
        }
    }

    @Test("C12 a function of another schema does not stand in for one of the engine's own", arguments: [false, true])
    func shadowed(readOnly: Bool) async throws {
        try await withWorld(readOnly: readOnly) { world, _ in
            let seen1 = try await rows(world, "SELECT lower('ABC'::varchar)", ["admin"])
            #expect(seen1 == [["abc"]])
        }
    }

    @Test("C44 C45 C46 rows, columns and masks hold, however they are asked for", arguments: [false, true])
    func rights(readOnly: Bool) async throws {
        try await withWorld(readOnly: readOnly) { world, _ in
            let own = RuleContent(
                actions: [.view], masked: ["name"], hidden: ["salary"], filter: .compare(FieldPath(field: "id"), .equal(.value(.int(1)))))
            _ = try await world.rules.set(own, role: "clerk", source: "dw", collection: "staff", in: World.workspace.id)
            let seen2 = try await rows(world, "SELECT * FROM staff WHERE true OR 1 = 1", ["clerk"])
            #expect(seen2 == [["1", "***"]])
            let seen3 = try await rows(world, "SELECT count(*) FROM public.staff UNION ALL SELECT max(id) FROM staff", ["clerk"])
            #expect(seen3 == [["1"], ["1"]])
            let seen4 = try await rows(world, "WITH staff AS (SELECT * FROM public.staff) SELECT * FROM staff", ["clerk"])
            #expect(seen4 == [["1", "***"]])
            let seen5 = try await rows(world, "SELECT s.id, x.n FROM staff s, LATERAL (SELECT count(*) AS n FROM staff) x", ["clerk"])
            #expect(seen5 == [["1", "1"]])
            for sql in [
                "SELECT salary FROM staff", "SELECT 1 FROM staff WHERE salary > 1", "SELECT 1 FROM staff ORDER BY salary", "SELECT staff FROM staff",
                "SELECT to_json(staff) FROM staff", "SELECT a.id FROM staff a JOIN staff b ON a.salary = b.salary", "SELECT * FROM rich",
                "SELECT * FROM orders", "SELECT \"staff\".\"salary\" FROM \"public\".\"staff\"", "SELECT count(salary) FROM staff",
                "SELECT (staff.*)::text FROM staff",
            ] {
                let refused = try await refusal { try await rows(world, sql, ["clerk"]) }
                #expect([.forbidden, .invalidArgument].contains(refused?.code), "\(sql): \(refused?.reason ?? "accepted")")
            }
            let seen6 = try await rows(world, "SELECT name FROM staff ORDER BY salary", ["admin"])
            #expect(seen6 == [["Bob"], ["Ann"]])
        }
    }
}
