import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

/// The guard with a real MariaDB, with an unrestricted login and with a read-only one.
@Suite("Callers' SQL on MariaDB")
struct GuardMariaDBTests {
    private static let script = """
        CREATE TABLE staff (id INT PRIMARY KEY, name VARCHAR(50), salary INT); INSERT INTO staff VALUES (1, 'Ann', 100), (2, 'Bob', 5);
        CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(50)); INSERT INTO orders VALUES (1, 'a'), (2, 'b');
        CREATE VIEW rich AS SELECT name FROM staff WHERE salary > 10;
        CREATE FUNCTION leak() RETURNS INT READS SQL DATA SQL SECURITY DEFINER RETURN (SELECT max(salary) FROM staff);
        CREATE PROCEDURE wipe() DELETE FROM staff;
        """

    @Test("C66 UUID() tells nothing of the server: each row has a random identifier of its own", arguments: GuardedSource.Kind.mariaDB)
    func identifiers(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            for text in ["SELECT uuid() FROM staff, orders", "SELECT x.u FROM (SELECT id, UUID() AS u FROM orders) AS x, staff GROUP BY x.id, x.u"] {
                let seen = try await source.rows(text).compactMap(\.first)
                #expect(seen.count >= 2 && Set(seen).count == seen.count, "\(text): \(seen)")
                // RFC 9562 section 5.4: the digits of the version and the variant.
                for id in seen { #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)") }
                let node = try #require(try source.sql("SELECT right(uuid(), 12)").split(whereSeparator: \.isWhitespace).last)
                #expect(node.count == 12 && !seen.contains { $0.hasSuffix(node) })
            }
            try await source.refuses(["SELECT mysql.uuid()", "SELECT UUID_SHORT()"])
        }
    }

    private static let attacks = [
        // C01, C13
        "SELECT 1; DELETE FROM staff", "SELECT 1; COMMIT", "COMMIT", "ROLLBACK", "DELIMITER //", "SELECT 1 -- x\n; DROP TABLE staff",
        "SELECT `id` FROM `orders", "SELECT 1 /* open",
        // C14
        "SELECT 1 /*! INTO OUTFILE '/tmp/gatehouse-c14' */", "SELECT /*!50000 SLEEP(5) */", "SELECT /*M! 1 */",
        "SELECT 1 /*M!100100 UNION SELECT 2 */",
        "/*! DELETE FROM staff */", "SELECT 1 /*!99999 FOR UPDATE */", "SELECT/*!*/1",
        // C15
        "SELECT * FROM staff INTO OUTFILE '/tmp/gatehouse-c15'", "SELECT name INTO DUMPFILE '/tmp/gatehouse-c15' FROM staff LIMIT 1",
        "SELECT LOAD_FILE('/etc/passwd')", "SELECT `load_file`('/etc/passwd')", "SELECT 1 INTO @x", "SELECT id INTO @x FROM orders LIMIT 1",
        // C16
        "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE orders", "LOAD DATA INFILE '/etc/passwd' INTO TABLE orders",
        "LOAD XML LOCAL INFILE '/etc/passwd' INTO TABLE orders",
        // C17
        "SELECT SLEEP(60)", "SELECT BENCHMARK(1000000000, md5('x'))", "SELECT GET_LOCK('x', 1)", "SELECT RELEASE_ALL_LOCKS()",
        "SELECT IS_FREE_LOCK('x')",
        "SET GLOBAL general_log = 1", "SET @@GLOBAL.max_error_count = 7", "SET SESSION sql_mode = 'ANSI_QUOTES'", "SET @x = 1", "HANDLER staff OPEN",
        "HANDLER staff READ FIRST", "DO SLEEP(1)", "DO 1", "SELECT MASTER_POS_WAIT('x', 1)", "KILL 1", "SHUTDOWN", "FLUSH TABLES",
        "SELECT NEXTVAL(s)", "SELECT LASTVAL(s)", "SELECT SETVAL(s, 1)", "SELECT NEXT VALUE FOR s", "SELECT PREVIOUS VALUE FOR s",
        "SELECT LAST_INSERT_ID(7)", "SELECT @x := 1", "SELECT @@datadir", "SELECT @@GLOBAL.version", "SELECT @x",
        // C18
        "CREATE TABLE t (a INT)", "CREATE TEMPORARY TABLE t (a INT)", "DROP TABLE staff", "TRUNCATE staff", "ALTER TABLE staff ADD x INT",
        "RENAME TABLE staff TO t", "CREATE INDEX i ON staff (name)", "CREATE VIEW v AS SELECT 1", "CREATE OR REPLACE TABLE staff AS SELECT 1",
        "CREATE USER u", "GRANT ALL ON *.* TO u", "ANALYZE TABLE staff", "OPTIMIZE TABLE staff", "LOCK TABLES staff WRITE",
        "CREATE TRIGGER t BEFORE INSERT ON staff FOR EACH ROW SET NEW.id = 1", "INSTALL PLUGIN x SONAME 'x.so'",
        // C19
        "SELECT \"staff\".\"name\" FROM staff", "SET sql_mode = ''", "SELECT 'a' 'b' INTO OUTFILE '/tmp/gatehouse-c19'",
        // C05 C06 on this engine
        "INSERT INTO orders VALUES (9, 'x')", "UPDATE orders SET note = ''", "DELETE FROM staff", "REPLACE INTO orders VALUES (1, 'x')",
        "INSERT INTO orders VALUES (9, 'x') RETURNING id", "SELECT * FROM staff FOR UPDATE", "SELECT * FROM staff LOCK IN SHARE MODE",
        "WITH x AS (SELECT 1) DELETE FROM staff", "EXPLAIN DELETE FROM staff", "ANALYZE DELETE FROM staff", "PREPARE p FROM 'DELETE FROM staff'",
        "EXECUTE p", "EXECUTE IMMEDIATE 'DELETE FROM staff'", "CALL wipe()", "BEGIN NOT ATOMIC DELETE FROM staff; END",
        "START TRANSACTION READ WRITE",
        "SET TRANSACTION READ WRITE", "XA START 'x'", "SELECT * FROM staff PROCEDURE ANALYSE()", "DELETE HISTORY FROM staff",
        // C09 C11
        "SELECT leak()", "SELECT * FROM mysql.user", "SELECT * FROM mysql.global_priv", "SELECT * FROM information_schema.processlist",
        "SELECT * FROM information_schema.tables", "SELECT * FROM performance_schema.threads", "SELECT * FROM sys.version", "SHOW GRANTS",
        "SHOW TABLES",
        "SELECT CURRENT_USER()", "SELECT USER()", "SELECT DATABASE()", "SELECT VERSION()", "SELECT CONNECTION_ID()", "DESCRIBE staff", "USE mysql",
        // Lengths and other ways out of the list
        "SELECT REPEAT('x', 1000000000)", "SELECT SPACE(1000000000)", "SELECT LPAD('x', 1000000000, 'y')", "SELECT EXTRACTVALUE('<a/>', '/a')",
        "SELECT UPDATEXML('<a/>', '/a', 'x')", "SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a GEOMETRY PATH '$')) AS t", "SELECT ?",
        "SELECT * FROM JSON_TABLE(LOAD_FILE('/etc/passwd'), '$[*]' COLUMNS (a INT PATH '$')) AS t",
        "SELECT * FROM JSON_TABLE((SELECT user FROM mysql.user LIMIT 1), '$' COLUMNS (a TEXT PATH '$')) AS t",
        "SELECT * FROM JSON_TABLE('[1]', concat('$', '[*]') COLUMNS (a INT PATH '$')) AS t",
        "SELECT * FROM JSON_TABLE('[1]', '$' COLUMNS (a INT PATH '$' DEFAULT leak() ON EMPTY)) AS t", "TABLE staff",
        "SELECT * FROM staff PARTITION (p0)", "SELECT * FROM staff FOR SYSTEM_TIME ALL", "SELECT * FROM staff USE INDEX (PRIMARY",
    ]

    @Test(
        "C01 C05 C06 C09 C11 C13 C14 C15 C16 C17 C18 C19 what is no plain SELECT over collections is refused on MariaDB with zero effects, whatever the login may do",
        arguments: GuardedSource.Kind.mariaDB)
    func attacks(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { try await $0.refuses(Self.attacks) }
    }

    @Test(
        "C09 C12 a function that users made is not run under the name of one that this engine does not have, and the session serves on",
        arguments: GuardedSource.Kind.mariaDB)
    func namesakes(kind: GuardedSource.Kind) async throws {
        let script =
            Self.script
            + "CREATE FUNCTION regexp_like(a TEXT, b TEXT) RETURNS INT READS SQL DATA SQL SECURITY DEFINER RETURN (SELECT max(salary) FROM staff);"
        try await GuardedSource.with(kind, script: script) { source in
            for _ in 1...2 {
                let refused = try await refusal { try await source.rows("SELECT regexp_like('a', 'b')") }
                #expect(refused != nil)
                let read = try await source.world.gate.prepare(
                    "SELECT regexp_like('a', 'b')", grant: World.grant(["admin"]), source: "dw", World.bounds)
                let unplanned = try await refusal { _ = try await read.plan(World.bounds) }
                #expect(unplanned != nil)
                let seen = try await source.rows("SELECT upper(name), regexp_replace(name, 'n+', '-') FROM staff WHERE id = 1")
                #expect(seen == [["ANN", "A-"]])
            }
        }
    }

    @Test(
        "C13 C19 the mode of the session is ours, whatever the server's is: a backslash escapes, and quotation marks hold text",
        arguments: GuardedSource.Kind.mariaDB)
    func mode(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let seen = try await source.rows("SELECT \"name\", length('a\\\\b'), '50%' LIKE '50\\%', '500' LIKE '50\\%' FROM staff WHERE id = 1")
            #expect(seen == [["name", "3", "1", "0"]])
            // Where a backslash did not escape, the second statement would stand outside the text.
            for text in ["'a\\'; DELETE FROM staff; -- '", "\"a\\\"; DELETE FROM staff; -- \""] {
                let before = try source.hash()
                let value = try await source.rows("SELECT \(text)")
                #expect(value.first?.first?.contains("; DELETE FROM staff; -- ") == true)
                let after = try source.hash()
                #expect(after == before)
            }
        }
    }

    @Test("C44 C45 C46 rows, columns and masks hold on MariaDB, however they are asked for", arguments: GuardedSource.Kind.mariaDB)
    func rights(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let own = RuleContent(
                actions: [.view], masked: ["name"], hidden: ["salary"], filter: .compare(FieldPath(field: "id"), .equal(.value(.int(1)))))
            _ = try await source.world.rules.set(own, role: "clerk", source: "dw", collection: "staff", in: World.workspace.id)
            let seen1 = try await source.rows("SELECT * FROM staff WHERE true OR 1 = 1", ["clerk"])
            #expect(seen1 == [["1", "***"]])
            let seen2 = try await source.rows("SELECT count(*) FROM staff UNION ALL SELECT max(id) FROM staff", ["clerk"])
            #expect(seen2 == [["1"], ["1"]])
            let seen3 = try await source.rows("WITH other AS (SELECT * FROM staff) SELECT * FROM other", ["clerk"])
            #expect(seen3 == [["1", "***"]])
            try await source.refuses(
                [
                    "SELECT salary FROM staff", "SELECT 1 FROM staff WHERE salary > 1", "SELECT 1 FROM staff ORDER BY salary",
                    "SELECT `SALARY` FROM staff", "SELECT a.id FROM staff a JOIN staff b ON a.salary = b.salary", "SELECT * FROM rich",
                    "SELECT * FROM orders", "SELECT count(salary) FROM staff", "SELECT a.id FROM staff a JOIN staff b USING (salary)",
                    "SELECT sum(s.salary) OVER () FROM staff s", "SELECT id FROM staff GROUP BY id HAVING max(salary) > 1",
                ], ["clerk"])
            let seen4 = try await source.rows("SELECT name FROM staff ORDER BY salary")
            #expect(seen4 == [["Bob"], ["Ann"]])
        }
    }
}
