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
        "SELECT id FROM sales WHERE ((SELECT count(*) FROM shops)) IS NOT NULL ORDER BY id", "SELECT id IN (), id NOT IN () FROM sales",
        "SELECT id FROM (sales) WHERE id < 3 ORDER BY id", "SELECT count(*) FROM (sales, shops)", "SELECT id IN ((SELECT 2)) FROM sales ORDER BY id",
        "SELECT random() IS NULL, count(*) FROM (SELECT id FROM sales ORDER BY random() LIMIT 3)",
        "SELECT \"count(*)\" FROM (SELECT count(*) FROM sales)",
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
        "SELECT day FROM generate_series(1, 2) AS day", "SELECT city FROM shops ORDER BY city USING >, shop USING <",
        "WITH RECURSIVE t (n, up) AS (SELECT 1, 0 UNION ALL SELECT s.shop + 1, t.n FROM t JOIN shops s ON s.shop = t.n) SEARCH DEPTH FIRST BY n SET o SELECT n FROM t ORDER BY o",
        "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n % 3 + 1 FROM t) CYCLE n SET again USING way SELECT n, again, way FROM t ORDER BY n, again",
        "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n % 3 + 1 FROM t) SEARCH BREADTH FIRST BY n SET o CYCLE n SET again TO 'y' DEFAULT 'n' USING way SELECT * FROM t ORDER BY o",
        "TABLE shops", "SELECT * FROM (TABLE shops ORDER BY city LIMIT 2) t ORDER BY 1",
        "SELECT EXISTS (SELECT FROM sales WHERE shop = 1), EXISTS (SELECT FROM sales WHERE id < 0)", "SELECT 'a'\n 'b' || 'c'",
        "SELECT @ -5, 2 - @ (-3)",
        "SELECT pg_typeof(amount), pg_typeof(NULL::int) FROM sales LIMIT 1",
        "SELECT host('10.0.0.1/24'::inet), masklen('10.0.0.1/24'), network('10.0.0.1/24')",
        "SELECT jsonb_insert('{\"a\": [1, 2]}', '{a, 1}', '9'), array_to_json(ARRAY[1, 2]), factorial(5)",
        "SELECT s.id, p FROM sales s, jsonb_path_query(s.tags, '$[*]') p ORDER BY 1, 2", "SELECT length(gen_random_uuid()::text)",
        "SELECT array_agg(id ORDER BY id), array_agg(amount ORDER BY id), ARRAY[['a', NULL]] FROM sales",
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
        "SELECT id FROM sales ORDER BY id OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY", "SELECT id FROM sales WHERE ROW(shop, id) > ROW(1, 1) ORDER BY id",
        "SELECT s.id FROM (sales s, shops c) WHERE s.shop = c.shop ORDER BY s.id", "SELECT id FROM (sales) WHERE id = 1",
        "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT n % 3 + 1 FROM t) CYCLE n RESTRICT SELECT n FROM t ORDER BY n",
        "SELECT JSON_ARRAYAGG(city ORDER BY city DESC LIMIT 2) FROM shops", "SELECT shop, count(*) FROM sales GROUP BY shop DESC",
        "SELECT _utf8mb4'ü', _UTF8MB4 'x', CAST(id AS CHAR(3) CHARACTER SET utf8mb4), CONVERT(id, CHAR CHARSET utf8mb4) FROM sales ORDER BY id",
        "SELECT GET_FORMAT(DATE, 'EUR'), EXPORT_SET(5, 'Y', 'N', ',', 4), CHARSET('a'), COLLATION(city), HEX(WEIGHT_STRING('a')), +1 FROM shops LIMIT 1",
        "SELECT JSON_NORMALIZE('{\"b\": 1, \"a\": 2}'), JSON_EQUALS('[1]', '[1.0]'), JSON_OVERLAPS('[1, 2]', '[2]')",
        "SELECT INET_ATON('10.0.0.1'), INET_NTOA(167772161), IS_IPV4('10.0.0.1'), IS_IPV6('::1'), CHR(65), LENGTHB('é'), SHA('a')",
        "SELECT TO_CHAR(DATE '2026-01-05', 'YYYY-MM'), `count(*)` FROM (SELECT count(*) FROM sales) t",
        "SELECT shop, count(*) FROM sales GROUP BY shop HAVING `count(*)` > 1 ORDER BY `count(*)`, shop",
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

    private static let titled: [GuardedSource.Kind: [String]] = [
        .sqlite: [
            "SELECT count(*), sum(amount), Max( amount ),id FROM sales", "SELECT s.id, s.amount+1, (s.id), 'a', 1.50, NULL FROM sales s",
            "SELECT * FROM (SELECT min(id), upper(city) FROM sales NATURAL JOIN shops)", "SELECT count ( * ) FROM sales UNION SELECT 2",
            "SELECT CASE WHEN shop > 1\n THEN 2 END, (SELECT max(id) FROM sales) FROM shops", "SELECT row_number() OVER (ORDER BY id) FROM sales",
        ],
        .postgreSQLReader: [
            "SELECT count(*), sum(amount), coalesce(id, 1), id::text, 1, CASE WHEN true THEN 1 END FROM sales GROUP BY id",
            "SELECT s.id, tag FROM sales s, jsonb_array_elements_text(s.tags) AS tag", "SELECT ARRAY[1], EXISTS (SELECT 1), (SELECT 1 AS one)",
        ],
        .mariaDBReader: [
            "SELECT count(*), sum(amount), Max( amount ),id FROM sales", "SELECT s.id, s.amount+1, (s.id), 'a', 1.50, NULL, \"b\" FROM sales s",
            "SELECT * FROM (SELECT min(id), upper(city) FROM sales NATURAL JOIN shops) t", "SELECT count( * ) /* all */ FROM sales UNION SELECT 2",
            "SELECT CASE WHEN id > 1\n THEN 2 END FROM sales", "SELECT row_number() OVER (ORDER BY id), DATE '2026-01-05', TRUE FROM sales",
            "SELECT CONCAT('\(String(repeating: "x", count: 300))', city) FROM shops",
        ],
    ]

    @Test("columns have the titles that the engine gives them", arguments: Array(titled.keys))
    func titles(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let open = try await source.world.sources.open("dw", in: World.workspace.id)
            for text in Self.titled[kind] ?? [] {
                let expected = try await open.database.read(World.bounds) { connection in
                    var names: [String] = []
                    _ = try connection.query(Statement(verbatim: text), limits: .none, columns: { names = $0.map(\.name) }, row: { _ in .stop })
                    return names
                }
                let read = try await source.world.gate.prepare(text, grant: World.grant(["admin"]), source: "dw", World.bounds)
                let seen = try await read.run(into: [String](), limits: .none, World.bounds) {
                    $0 = $1.map(\.name)
                } row: { _, _ in
                    .stop
                }.result
                #expect(seen == expected, "\(text)")
            }
        }
    }

    @Test("behind a rule a query that groups by the key of a table names its other columns", arguments: GuardedSource.Kind.postgreSQL)
    func keys(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let rule = RuleContent(
                actions: [.view], masked: [], filter: .compare(FieldPath(field: "shop"), .notEqual(.value(.int(3)))))
            for table in ["shops", "sales"] {
                _ = try await source.world.rules.set(rule, role: "clerk", source: "dw", collection: table, in: World.workspace.id)
            }
            for text in [
                "SELECT c.shop, c.city, count(s.id), sum(s.amount) FROM shops c LEFT JOIN sales s ON s.shop = c.shop WHERE c.shop < 3 GROUP BY c.shop ORDER BY 1",
                "SELECT c.*, count(*) FROM shops c JOIN sales s USING (shop) GROUP BY c.shop ORDER BY c.city",
                "SELECT c.shop, upper(city), count(*) FROM shops c JOIN sales s ON s.shop = c.shop GROUP BY 1 HAVING max(amount) > 1 ORDER BY lower(c.city) DESC",
                "SELECT id, sold, (SELECT max(c.city) FROM shops c WHERE c.shop = s.shop) FROM sales s GROUP BY s.id ORDER BY 1",
                "SELECT t.shop, t.city FROM (SELECT shop, city FROM shops WHERE shop < 3) t GROUP BY t.shop, t.city ORDER BY 1",
            ] {
                let expected = try await own(text, source)
                do {
                    let seen = try await source.rows(text, ["clerk"])
                    #expect(seen == expected, "\(text)")
                } catch { Issue.record("\(error): \(text)") }
            }
            try await source.refuses(
                ["SELECT city, count(*) FROM shops GROUP BY shop, amount", "WITH shops AS (SELECT 1 AS a) SELECT city FROM shops GROUP BY a"],
                ["clerk"])
        }
    }

    @Test("figures of decimals that SQLite computes are known, with the digits that the columns declare")
    func decimals() async throws {
        let script =
            "CREATE TABLE parts (id INTEGER PRIMARY KEY, price DECIMAL(10, 2), cost NUMERIC, amount INTEGER, weight REAL); INSERT INTO parts VALUES (1, 0.1, 0.1, 3, 0.1), (2, 0.2, 0.2, 4, 0.2)"
        try await GuardedSource.with(.sqlite, script: script) { source in
            for (text, scales) in [
                (
                    "SELECT sum(price), max(price), avg(price), min(cost), price, sum(weight), count(price), sum(amount) FROM parts",
                    [0: 2, 1: 2, 2: nil, 3: nil]
                ),
                (
                    "SELECT sum(price * amount), price * 1.25, price + amount, -price, price / 3, round(avg(price), 1), price * weight FROM parts",
                    [0: 2, 1: 4, 2: 2, 3: 2, 4: nil, 5: 1]
                ),
                ("SELECT * FROM (SELECT sum(price) AS s, 1 AS one FROM parts)", [0: 2]),
                ("WITH t AS (SELECT price AS p FROM parts) SELECT max(p) FROM t", [0: 2]),
                (
                    "SELECT coalesce(sum(price), 0), CASE WHEN amount > 3 THEN price ELSE 0.125 END, iif(id > 1, price, 'none'), CAST(sum(price) AS TEXT) FROM parts",
                    [0: 2, 1: 3]
                ),
                ("SELECT (SELECT sum(price) FROM parts), lag(price) OVER (ORDER BY id), sum(price) OVER () FROM parts", [0: 2, 1: 2, 2: 2]),
                ("SELECT sum(price) FROM parts UNION ALL SELECT sum(amount) FROM parts", [0: 2]),
                ("SELECT sum(price) FROM parts UNION ALL SELECT 'all'", [:]),
                ("SELECT amount, 1.5, sum(amount) / 2 FROM parts", [:]),
            ] as [(String, [Int: Int?])] {
                let read = try await source.world.gate.prepare(text, grant: World.grant(["admin"]), source: "dw", World.bounds)
                #expect(read.decimals.mapValues(\.scale) == scales, "\(text)")
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
        "C36 a text with a length beyond the limit is refused, however the length is written",
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

    @Test("C44 C46 a sample, a row as JSON and a NATURAL JOIN reveal no hidden data", arguments: GuardedSource.Kind.postgreSQL)
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
