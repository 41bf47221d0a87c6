import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

/// SQL that analysts write, from the manuals of the engines: accepted, with the engine's own rows.
@Suite("SQL of analysts")
struct AnalystSQLTests {
    private static func script(_ kind: GuardedSource.Kind) -> String {
        let number = kind == .sqlite ? "NUMERIC" : "DECIMAL(10, 2)"
        let time = kind.isPostgreSQL ? "TIMESTAMP" : kind == .sqlite ? "TEXT" : "DATETIME"
        let document = kind.isPostgreSQL ? "JSONB" : kind == .sqlite ? "TEXT" : "JSON"
        return """
            CREATE TABLE shops (shop INTEGER PRIMARY KEY, city VARCHAR(20));
            CREATE TABLE sales (id INTEGER PRIMARY KEY, shop INTEGER, amount \(number), sold \(time), tags \(document));
            CREATE INDEX sales_shop ON sales (shop);
            INSERT INTO shops VALUES (1, 'Graz'), (2, 'Bern'), (3, 'Oslo');
            INSERT INTO sales VALUES (1, 1, 10.50, '2026-01-05 10:00:00', '["new", "gift"]'), (2, 1, 20, '2026-01-20 12:30:00', '["gift"]'),
            (3, 2, 5.25, '2026-02-03 09:00:00', '[]'), (4, 2, 7, '2026-03-09 18:15:00', '["new"]')
            """
    }

    private static let sqlite = [
        "SELECT printf('%05.1f|%-6s|%3d%%', amount, 'x', id) FROM sales ORDER BY id", "SELECT format('%,d', 1234567), printf('%.2f', 1.005)",
        "SELECT sales.id, city FROM sales NATURAL JOIN shops ORDER BY sales.id",
        "SELECT city, count(id) FROM shops NATURAL LEFT JOIN sales GROUP BY city",
        "SELECT * FROM shops NATURAL JOIN sales ORDER BY id", "SELECT hex(zeroblob(4)), length(zeroblob(1000000))",
        "SELECT count(*) FROM sales INDEXED BY sales_shop WHERE shop = 1", "SELECT count(*) FROM sales NOT INDEXED WHERE shop = 1",
        "SELECT rowid, id FROM sales WHERE rowid > 2", "SELECT s._rowid_ FROM sales s ORDER BY s.oid DESC", "SELECT id IS NULL + 1 FROM sales",
    ]

    private static let postgreSQL = [
        "SELECT s.id, tag FROM sales s, jsonb_array_elements_text(s.tags) AS tag ORDER BY s.id, tag",
        "SELECT upper(tag), count(*) FROM sales, jsonb_array_elements_text(tags) tag GROUP BY tag ORDER BY tag",
        "SELECT to_jsonb(s) FROM (SELECT id, amount FROM sales) AS s ORDER BY s.id", "SELECT row_to_json(x) FROM (SELECT 1 AS a, 'b' AS c) x",
        "SELECT row_to_json(x, true) FROM (SELECT 1 AS a) x", "WITH t AS (SELECT shop, city FROM shops) SELECT json_agg(t) FROM t",
        "SELECT jsonb_agg(t ORDER BY t.shop DESC) FROM (SELECT shop FROM shops) t",
        "SELECT lpad(id::text, 5, '0'), rpad(id::text, 3, '.'), repeat('*', id) FROM sales ORDER BY id",
        "SELECT repeat('=', (amount / 2)::int) FROM sales",
        "SELECT repeat('x', NULL), lpad('x', NULL), repeat('x', -1), length(repeat('ab', 10000))",
        "SELECT format('%s sold %s for %10s', id, shop, amount), format('%1$s %1$s %%', id), format('%-10I|%L', 'a b', 'c') FROM sales",
        "SELECT int4range(1, 5) @> 3, daterange('2026-01-01', '2026-02-01') && daterange('2026-01-15', '2026-03-01'), numrange(1.5, 2.5)",
        "SELECT count(*) FROM sales WHERE tsrange('2026-01-01', '2026-02-01') @> sold",
        "SELECT upper(int8range(1, 9)), tstzrange(NULL, NULL) IS NULL",
        "SELECT (sold, sold) OVERLAPS (DATE '2026-01-01', INTERVAL '10 days') FROM sales ORDER BY id",
        "SELECT (DATE '2026-01-01', DATE '2026-03-01') OVERLAPS (DATE '2026-02-01', DATE '2026-04-01') AND true",
        "SELECT random() BETWEEN 0 AND 1, count(*) FROM (SELECT id FROM sales ORDER BY random()) s", "SELECT random() < 0 FROM sales",
        "SELECT city FROM shops WHERE city ILIKE ANY (ARRAY['g%', '%LO']) ORDER BY city",
        "SELECT city FROM shops WHERE city NOT LIKE ALL (ARRAY['G%', 'B%'])",
        "SELECT city LIKE ANY ('{G%,B%}'::text[]) FROM shops ORDER BY shop", "SELECT city ~~* 'g%', city !~~ 'G%' FROM shops ORDER BY shop",
        "SELECT x.a, x.b FROM jsonb_to_recordset('[{\"a\": 1, \"b\": \"x\"}, {\"a\": 2}]') AS x (a int, b text) ORDER BY 1",
        "SELECT a + 1 FROM json_to_record('{\"a\": 41}') AS t (a int)", "SELECT count(*) FROM sales TABLESAMPLE BERNOULLI (100)",
        "SELECT count(*) <= 4 FROM sales AS s TABLESAMPLE SYSTEM (50) REPEATABLE (7) WHERE s.id > 0",
        "SELECT U&'d\\0061t\\+000061 \\\\', U&'x' || 'y'",
        "SELECT id::int % 2, amount::numeric(10, 1) % 3 FROM sales ORDER BY id", "SELECT city, id FROM shops NATURAL JOIN sales ORDER BY id",
        "SELECT * FROM sales NATURAL FULL JOIN shops ORDER BY id", "SELECT g.n FROM generate_series(1, 3) AS g(n)",
        "SELECT day FROM generate_series(1, 2) AS day",
    ]

    private static let mariaDB = [
        "SELECT LPAD(id, 4, '0'), RPAD(id, 3, '-'), REPEAT('ab', id), CONCAT('[', SPACE(3), ']') FROM sales ORDER BY id",
        "SELECT REPEAT('x', NULL), LPAD('x', NULL, ' '), SPACE(NULL), LENGTH(REPEAT('x', 10000)), REPEAT(city, shop) FROM shops ORDER BY shop",
        "SELECT DISTINCT shop, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount) OVER (PARTITION BY shop) FROM sales ORDER BY shop",
        "SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY amount) OVER () FROM sales LIMIT 1",
        "SELECT GROUP_CONCAT(city ORDER BY city LIMIT 2) FROM shops",
        "SELECT GROUP_CONCAT(city ORDER BY city DESC SEPARATOR '; ' LIMIT 1, 2) FROM shops",
        "SELECT GROUP_CONCAT(DISTINCT shop ORDER BY shop LIMIT 1 OFFSET 1) FROM sales",
        "SELECT s.id FROM sales s STRAIGHT_JOIN shops c ON c.shop = s.shop ORDER BY 1",
        "SELECT STRAIGHT_JOIN s.id FROM sales s JOIN shops c USING (shop) ORDER BY 1",
        "SELECT id FROM sales USE INDEX (sales_shop) WHERE shop = 1 ORDER BY id",
        "SELECT id FROM sales s FORCE INDEX FOR ORDER BY (PRIMARY) IGNORE KEY (sales_shop) ORDER BY id", "SELECT SQL_NO_CACHE count(*) FROM sales",
        "SELECT SQL_CALC_FOUND_ROWS id FROM sales ORDER BY id LIMIT 2", "SELECT DISTINCT SQL_BIG_RESULT shop FROM sales ORDER BY 1",
        "SELECT BIT_COUNT(7), BIT_COUNT(id) FROM sales ORDER BY id",
        "SELECT INTERVAL(amount, 5, 10, 20), INTERVAL(3, 1, 2, 3) + 1 FROM sales ORDER BY id",
        "SELECT sold + INTERVAL (1 + 1) DAY, DATE_ADD(sold, INTERVAL 1 MONTH) FROM sales ORDER BY id",
        "SELECT RAND() BETWEEN 0 AND 1, LENGTH(UUID())",
        "SELECT count(*) FROM (SELECT id FROM sales ORDER BY RAND()) AS s", "SELECT RAND(3)", "SELECT * FROM sales NATURAL JOIN shops ORDER BY id",
        "SELECT s.id, t.n, t.tag FROM sales s, JSON_TABLE(s.tags, '$[*]' COLUMNS (n FOR ORDINALITY, tag VARCHAR(20) PATH '$')) AS t ORDER BY 1, 2",
        "SELECT tag, count(*) FROM sales LEFT JOIN JSON_TABLE(tags, '$[*]' COLUMNS (tag TEXT PATH '$')) t ON 1 = 1 GROUP BY tag ORDER BY tag",
        """
        SELECT j.* FROM JSON_TABLE('[{"a": 1, "b": [{"c": "x"}, {"c": "y"}]}, {"a": "no", "b": []}, {}]', '$[*]' COLUMNS (
        n FOR ORDINALITY, a INT UNSIGNED PATH '$.a' DEFAULT '7' ON EMPTY DEFAULT '8' ON ERROR, has INT EXISTS PATH '$.b',
        price DECIMAL(10, 2) PATH '$.price' NULL ON EMPTY NULL ON ERROR, NESTED PATH '$.b[*]' COLUMNS (m FOR ORDINALITY, c CHAR(3) PATH '$.c'))) AS j
        """,
        "SELECT '3' REGEXP 1 | 2, 'a' SOUNDS LIKE 4 DIV 3, city LIKE 'G' 'raz' FROM shops ORDER BY shop",
    ]

    /// The engine's own rows of the text as it was written.
    private func own(_ text: String, _ source: GuardedSource) async throws -> [[String]] {
        let open = try await source.world.sources.open("dw", in: World.workspace.id)
        return try await open.database.read(World.bounds) { connection in
            var rows: [[String]] = []
            _ = try connection.query(Statement(verbatim: text), limits: .none, columns: { _ in }) { row in
                rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
                return .more
            }
            return rows
        }
    }

    @Test("statements from the manuals give the engine's own rows", arguments: GuardedSource.Kind.allCases)
    func rows(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            for text in kind == .sqlite ? Self.sqlite : kind.isPostgreSQL ? Self.postgreSQL : Self.mariaDB {
                let expected = try await own(text, source)
                do {
                    let seen = try await source.rows(text)
                    #expect(seen == expected, "\(text)")
                } catch { Issue.record("\(error): \(text)") }
            }
        }
    }

    private static let unbounded: [DataEngine: [String]] = [
        .sqlite: [
            "SELECT printf('%2000d', 1)", "SELECT printf('%*d', 100000000, 1)", "SELECT format('%.9999999999999999999f', 1)",
            "SELECT printf(city) FROM shops",
            "SELECT zeroblob(100000000)", "SELECT zeroblob(shop) FROM shops", "SELECT printf('%%%5d%1001d', 1, 2)", "SELECT printf('%!-#,2000d', 1)",
        ],
        .postgresql: [
            "SELECT repeat('x', 1000000000)", "SELECT repeat(repeat('x', 1000), 100000)", "SELECT lpad('x', 10001)",
            "SELECT format('%1000000000s', 'x')",
            "SELECT format('%*s', 100000000, 'x')", "SELECT format(city, 1) FROM shops", "SELECT format('%1$*2$s', 'x', 100000000)",
            "SELECT repeat('x', length(repeat('x', shop))) FROM shops", "SELECT city ILIKE ANY (string_to_array(city, ',')) FROM shops",
            "SELECT * FROM json_to_record('{\"a\": 1}') AS x (a regclass)", "SELECT to_jsonb(shops) FROM shops", "SELECT U&'\\00'",
            "SELECT U&'\\0000'",
            "SELECT * FROM (SELECT 1) AS x TABLESAMPLE SYSTEM (1)", "WITH w AS (SELECT 1) SELECT * FROM w TABLESAMPLE SYSTEM (1)",
            "SELECT setseed(0.5)",
        ],
        .mariadb: [
            "SELECT REPEAT('x', 1000000000)", "SELECT SPACE(10001)", "SELECT LPAD('x', 10001, 'y')", "SELECT REPEAT(REPEAT('x', 1000), 1001)",
            "SELECT SQL_NO_CACHE SLEEP(5)", "SELECT UUID_SHORT()", "SELECT RAND(SLEEP(5))",
            "SELECT * FROM JSON_TABLE(REPEAT('[1]', 1000000), '$[*]' COLUMNS (a INT PATH '$')) AS t",
        ],
    ]

    @Test(
        "C36 a text as long as a number says is refused beyond the bound, however it is written",
        arguments: [
            GuardedSource.Kind.sqlite, .postgreSQLReader, .mariaDBReader,
        ])
    func lengths(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            try await source.refuses(Self.unbounded[kind == .sqlite ? .sqlite : kind.isPostgreSQL ? .postgresql : .mariadb] ?? [])
            guard kind != .sqlite else { return }
            // A computed length counts as the bound.
            let text = kind.isPostgreSQL ? "sum(shop)::int * 1000000" : "sum(shop) * 1000000"
            let seen = try await source.rows("SELECT length(repeat('x', \(text))), length(lpad('x', \(text), 'y')) FROM shops")
            #expect(seen == [["10000", "10000"]])
        }
    }

    @Test("C44 C46 a sample, a row as JSON and a NATURAL JOIN show nothing of what a rule hides", arguments: GuardedSource.Kind.postgreSQL)
    func rights(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let rule = RuleContent(
                actions: [.view], masked: ["city"], filter: .compare(FieldPath(field: "shop"), .equal(.value(.int(1)))))
            _ = try await source.world.rules.set(rule, role: "clerk", source: "dw", collection: "shops", in: World.workspace.id)
            _ = try await source.world.rules.set(
                RuleContent(actions: [.view], hidden: ["amount"]), role: "clerk", source: "dw", collection: "sales", in: World.workspace.id)
            try await source.refuses(
                [
                    "SELECT count(*) FROM shops TABLESAMPLE BERNOULLI (100)", "SELECT count(*) FROM sales TABLESAMPLE SYSTEM (1)",
                    "SELECT to_jsonb(s) FROM (SELECT city FROM shops) AS s", "SELECT json_agg(sales) FROM sales",
                    "SELECT to_jsonb(amount) FROM sales",
                ], ["clerk"])
            let joined = try await source.rows("SELECT * FROM shops NATURAL JOIN (SELECT id, shop FROM sales) s ORDER BY id", ["clerk"])
            #expect(joined == [["1", "***", "1"], ["1", "***", "2"]])
            let json = try await source.rows("SELECT to_jsonb(s) FROM (SELECT * FROM sales) s WHERE id = 3", ["clerk"])
            #expect(json.first?.first?.contains("5.25") == false)
        }
    }

    @Test(
        "a statement that draws random numbers or samples is known as such",
        arguments: [
            ("SELECT random()", true), ("SELECT id FROM sales ORDER BY RANDOM()", true), ("SELECT id FROM sales TABLESAMPLE SYSTEM (50)", true),
            ("SELECT id FROM sales WHERE shop IN (SELECT shop FROM shops TABLESAMPLE SYSTEM (50))", true), ("SELECT now(), id FROM sales", false),
        ])
    func random(sql: String, isRandom: Bool) async throws {
        try await GuardedSource.with(.postgreSQLReader, script: Self.script(.postgreSQLReader)) { source in
            let read = try await source.world.gate.prepare(sql, grant: World.grant(["admin"]), source: "dw", World.bounds)
            #expect(read.isRandom == isRandom)
        }
    }
}
