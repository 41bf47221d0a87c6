import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

/// The guard with a real PostgreSQL, with an unrestricted login and with a read-only one.
@Suite("Callers' SQL on PostgreSQL")
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
        "SELECT 1 AS ctid FROM orders WHERE ctid > '(0,1)'", "SELECT 1 AS tableoid FROM orders GROUP BY tableoid",
        "SELECT 1 AS xmin FROM orders ORDER BY xmin || ''", "SELECT 1 AS ctid, count(*) OVER (ORDER BY ctid) FROM orders",
        "SELECT DISTINCT ON (ctid) 1 AS ctid FROM orders", "SELECT (SELECT max(ctid::text) FROM orders) FROM (SELECT 1 AS ctid) AS x",
        "WITH RECURSIVE r AS (SELECT * FROM orders UNION ALL SELECT r.* FROM r, orders WHERE ctid IS NULL) SELECT * FROM r",
        "SELECT orders FROM orders",
        "SELECT row_to_json(orders) FROM orders", "SELECT (orders).note FROM orders", "SELECT note(orders) FROM orders",
        "SELECT repeat('x', 1000000000)",
        "SELECT lpad('x', 1000000000)", "TABLE staff FOR UPDATE", "TABLE pg_shadow", "SELECT nextval('s')", "SELECT txid_current()", "SELECT $1",
    ]

    @Test(
        "C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C13 what is no plain SELECT over collections is refused with zero effects, whatever the login may do",
        arguments: GuardedSource.Kind.postgreSQL)
    func attacks(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { try await $0.refuses(Self.attacks) }
    }

    @Test("a title of a system column's name sorts by its own values", arguments: GuardedSource.Kind.postgreSQL)
    func systemTitles(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let sorted = try await source.rows("SELECT 3 - id AS ctid FROM orders ORDER BY ctid")
            #expect(sorted == [["1"], ["2"]])
            let inner = try await source.rows("SELECT ctid FROM (SELECT id AS ctid FROM orders) AS x WHERE ctid > 1 GROUP BY ctid")
            #expect(inner == [["2"]])
        }
    }

    @Test("C12 a function of another schema does not stand in for one of the engine's own", arguments: GuardedSource.Kind.postgreSQL)
    func shadowed(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let seen1 = try await source.rows("SELECT lower('ABC'::varchar)")
            #expect(seen1 == [["abc"]])
        }
    }

    @Test("C12 nor in a plan, which evaluates constant expressions", arguments: GuardedSource.Kind.postgreSQL)
    func shadowedInPlan(kind: GuardedSource.Kind) async throws {
        // The function of the other schema fits better, and fails when it is called.
        let script =
            Self.script + """
                CREATE FUNCTION upper(varchar) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE EXCEPTION 'called'; END $$;
                """
        try await GuardedSource.with(kind, script: script, maximumCost: 1_000_000) { source in
            let text = "SELECT id FROM orders WHERE note = upper('ABC'::varchar)"
            let read = try await source.world.gate.prepare(text, grant: World.grant(["admin"]), source: "dw", World.bounds)
            let plan = try await read.plan(World.bounds)
            #expect(plan.steps.contains { $0.contains("'ABC'") } && (plan.cost ?? 0) > 0)
            let seen = try await source.rows(text)
            #expect(seen == [])
        }
    }

    @Test("C44 C45 C46 rows, columns and masks hold, however they are asked for", arguments: GuardedSource.Kind.postgreSQL)
    func rights(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let own = RuleContent(
                actions: [.view], masked: ["name"], hidden: ["salary"], filter: .compare(FieldPath(field: "id"), .equal(.value(.int(1)))))
            _ = try await source.world.rules.set(own, role: "clerk", source: "dw", collection: "staff", in: World.workspace.id)
            let seen2 = try await source.rows("SELECT * FROM staff WHERE true OR 1 = 1", ["clerk"])
            #expect(seen2 == [["1", "***"]])
            let seen3 = try await source.rows("SELECT count(*) FROM public.staff UNION ALL SELECT max(id) FROM staff", ["clerk"])
            #expect(seen3 == [["1"], ["1"]])
            let seen4 = try await source.rows("WITH staff AS (SELECT * FROM public.staff) SELECT * FROM staff", ["clerk"])
            #expect(seen4 == [["1", "***"]])
            let seen5 = try await source.rows("SELECT s.id, x.n FROM staff s, LATERAL (SELECT count(*) AS n FROM staff) x", ["clerk"])
            #expect(seen5 == [["1", "1"]])
            try await source.refuses(
                [
                    "SELECT salary FROM staff", "SELECT 1 FROM staff WHERE salary > 1", "SELECT 1 FROM staff ORDER BY salary",
                    "SELECT staff FROM staff",
                    "SELECT to_json(staff) FROM staff", "SELECT a.id FROM staff a JOIN staff b ON a.salary = b.salary", "SELECT * FROM rich",
                    "SELECT * FROM orders", "SELECT \"staff\".\"salary\" FROM \"public\".\"staff\"", "SELECT count(salary) FROM staff",
                    "SELECT (staff.*)::text FROM staff",
                ], ["clerk"])
            let seen6 = try await source.rows("SELECT name FROM staff ORDER BY salary")
            #expect(seen6 == [["Bob"], ["Ann"]])
        }
    }
}
