import SQL
import SQLSyntax
import Testing

/// Name resolution: the columns that a query reads, and those that it may not read.
@Suite("Syntax: names")
struct NameResolutionTests {
    @Test("C46 a WITH name of MySQL before its own query is refused, because servers differ on its meaning")
    func laterName() throws {
        let known = { (table: NamedTable) in NameResolution.KnownTable(schema: "shop", table.name, allColumns: ["id"]) }
        for text in [
            "WITH RECURSIVE a AS (SELECT id FROM secrets), secrets AS (SELECT 5 AS id) SELECT id FROM a",
            "WITH RECURSIVE a AS (SELECT id FROM (SELECT id FROM Secrets) d), secrets AS (SELECT 5 AS id) SELECT id FROM a",
        ] {
            let tree = try SelectStatement.parse(text, in: .mysql)
            #expect(throws: NameRefusal.self, "\(text)") { try NameResolution(tree, in: .mysql, table: known) }
        }
        for text in [
            "WITH RECURSIVE secrets AS (SELECT 5 AS id), a AS (SELECT id FROM secrets) SELECT id FROM a",
            "WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 3) SELECT id FROM n",
        ] {
            let tree = try SelectStatement.parse(text, in: .mysql)
            #expect(try NameResolution(tree, in: .mysql, table: known).statement.printed(for: .mysql).contains("shop") == false)
        }
    }

    @Test("a name that is refused inside a query of FROM is refused, whatever stands around it", arguments: Dialect.allCases)
    func refusedInside(dialect: Dialect) throws {
        for text in [
            "SELECT d.a FROM (SELECT nowhere AS a FROM t) d UNION SELECT 1", "SELECT 1 UNION SELECT d.a FROM (SELECT nowhere AS a FROM t) d",
            "SELECT 1 FROM (SELECT 1 AS a FROM (SELECT nowhere FROM t) e) d UNION ALL SELECT 2 UNION ALL SELECT 3",
            "WITH w AS (SELECT a FROM (SELECT nowhere AS a FROM t) d UNION SELECT 1) SELECT * FROM w",
            "SELECT (SELECT 1 FROM (SELECT nowhere FROM t) d) FROM t",
            "SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM (SELECT nowhere FROM t) d UNION SELECT 1)",
        ] {
            let tree = try SelectStatement.parse(text, in: dialect)
            #expect(throws: NameRefusal.self, "\(text)") {
                try NameResolution(tree, in: dialect) { NameResolution.KnownTable(schema: nil, $0.name, allColumns: ["a", "b"]) }
            }
        }
    }

    /// Tables of which the query sees some columns; `staff` has a filter and a mask, `vault` is closed.
    private static func resolve(_ text: String, in dialect: Dialect = .postgresql) throws -> NameResolution {
        try NameResolution(try SelectStatement.parse(text, in: dialect), in: dialect) { table in
            switch table.name.text.lowercased() {
            case "orders": return .init(schema: "shop", "orders", allColumns: ["id", "customer_id", "total"])
            case "customers": return .init(schema: "shop", "customers", allColumns: ["id", "name"])
            case "staff":
                let visible = try SelectStatement.parse("SELECT id, name, '***' AS email FROM shop.staff WHERE store_id = 7", in: dialect)
                return .init(schema: "shop", "staff", columns: ["id", "name", "email"], replacement: visible)
            default: throw NameRefusal(.unknownTable(table.name), offset: table.offset.value)
            }
        }
    }

    private func refused(_ text: String, in dialect: Dialect = .postgresql) -> NameRefusal.Subject? {
        do {
            _ = try Self.resolve(text, in: dialect)
            return nil
        } catch let refusal as NameRefusal {
            return refusal.subject
        } catch {
            Issue.record("\(error): \(text)")
            return nil
        }
    }

    @Test("tables get their full names, or their replacements, and keep their aliases in the query")
    func tables() throws {
        let resolved = try Self.resolve("SELECT o.total, staff.name FROM orders o JOIN staff ON staff.id = o.id")
        #expect(
            resolved.statement.printed(for: .postgresql) == """
                SELECT "o"."total", "staff"."name" FROM "shop"."orders" AS "o" JOIN (SELECT "id", "name", '***' AS "email" FROM "shop"."staff" \
                WHERE "store_id" = 7) AS "staff" ON "staff"."id" = "o"."id"
                """)
        #expect(Set(resolved.columns.map { "\($0.table).\($0.column)" }) == ["orders.total", "orders.id", "staff.id", "staff.name"])
        #expect(resolved.titles == ["total", "name"])
        let qualified = try Self.resolve("SELECT shop.orders.id FROM shop.orders")
        #expect(qualified.statement.printed(for: .postgresql) == "SELECT \"orders\".\"id\" FROM \"shop\".\"orders\" AS \"orders\"")
    }

    @Test("C46 a filter stands at the table wherever the query names it, and a WITH name is no table")
    func filters() throws {
        for text in [
            "SELECT id FROM staff WHERE id = 1 OR 1 = 1", "SELECT id FROM orders UNION SELECT id FROM staff", "SELECT (SELECT max(id) FROM staff)",
            "SELECT id FROM orders WHERE id IN (SELECT id FROM staff)", "WITH x AS (SELECT * FROM staff) SELECT * FROM x",
            "WITH staff AS (SELECT * FROM staff) SELECT * FROM staff",
            "SELECT * FROM (SELECT * FROM staff) AS x ORDER BY (SELECT count(*) FROM orders)",
            "SELECT count(*) FILTER (WHERE EXISTS (SELECT 1 FROM staff)) FROM orders", "VALUES ((SELECT max(id) FROM staff))",
            "SELECT 1 LIMIT (SELECT count(*) FROM staff)",
            "SELECT * FROM orders JOIN LATERAL (SELECT * FROM staff WHERE staff.id = orders.id) AS s ON true",
        ] {
            let printed = try Self.resolve(text).statement.printed(for: .postgresql)
            #expect(
                printed.contains("\"store_id\" = 7") && printed.components("\"shop\".\"staff\"") == printed.components("\"store_id\" = 7"),
                "\(printed)")
        }
        // The inner name is the table, the outer ones are the query; on SQLite both are the query, which it refuses as a circle.
        let shadowed = try SelectStatement.parse("WITH staff AS (SELECT * FROM staff) SELECT * FROM staff, main.staff AS s", in: .postgresql)
        #expect(try shadowed.tables(in: .postgresql).map(\.schema) == [nil, "main"])
        #expect(try shadowed.tables(in: .sqlite).map(\.schema) == ["main"])
        #expect(try shadowed.tables(in: .mysql).map(\.schema) == [nil, "main"])
    }

    @Test("C46 WITH names are visible where the engines see them")
    func visibility() throws {
        func tables(_ text: String, _ dialect: Dialect) throws -> [String] {
            try SelectStatement.parse(text, in: dialect).tables(in: dialect).map(\.name.text)
        }
        #expect(try tables("WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b", .postgresql) == ["b"])
        #expect(try tables("WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b", .postgresql) == [])
        #expect(try tables("WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b", .sqlite) == [])
        #expect(try tables("SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) AS x, a", .mysql) == ["a"])
        #expect(try tables("WITH a AS (SELECT 1) SELECT * FROM A, \"A\"", .postgresql) == ["A"])
        #expect(try tables("WITH a AS (SELECT 1) SELECT * FROM A", .sqlite) == [])
        #expect(throws: NameRefusal(.ambiguousTable("A"), offset: 0)) { try tables("WITH a AS (SELECT 1) SELECT * FROM A", .mysql) }
        #expect(try tables("WITH \u{E9} AS (SELECT 1) SELECT * FROM e\u{301}", .postgresql) == ["e\u{301}"])
    }

    @Test(
        "C44 C45 a column that the query may not see is refused in every position",
        arguments: [
            "SELECT secret FROM orders", "SELECT o.secret FROM orders o", "SELECT total AS x FROM orders WHERE secret > 1",
            "SELECT id FROM orders ORDER BY secret",
            "SELECT count(*) FROM orders GROUP BY secret", "SELECT count(*) FROM orders HAVING max(secret) > 1",
            "SELECT max(secret) OVER () FROM orders",
            "SELECT id FROM orders JOIN customers ON customers.secret = orders.id", "SELECT orders.id FROM orders JOIN customers USING (secret)",
            "SELECT upper(lower(secret)) FROM orders", "SELECT CASE WHEN secret THEN 1 END FROM orders", "SELECT (SELECT secret) FROM orders",
            "SELECT x.secret FROM (SELECT * FROM orders) AS x", "WITH x AS (SELECT * FROM orders) SELECT secret FROM x",
            "SELECT DISTINCT ON (secret) id FROM orders",
            "SELECT id FROM orders WINDOW w AS (ORDER BY secret)", "SELECT count(*) FILTER (WHERE secret) FROM orders",
            "SELECT id FROM orders LIMIT (SELECT max(secret) FROM orders)",
            "SELECT ctid FROM orders", "SELECT orders.xmin FROM orders", "SELECT o.row_to_json FROM orders o",
            "SELECT id FROM orders, unnest(ARRAY[secret]) AS u",
        ])
    func hidden(text: String) throws {
        guard case .unknownColumn = try #require(refused(text), "\(text)") else {
            Issue.record("another refusal: \(text)")
            return
        }
    }

    @Test("C45 an alias that bears the name of a hidden column does not open it")
    func aliases() throws {
        let printed = try Self.resolve("SELECT id AS salary FROM staff WHERE salary > 1 GROUP BY salary").statement.printed(for: .postgresql)
        // The engine finds no such column in the query that replaces the table.
        #expect(printed.contains("FROM (SELECT \"id\", \"name\", '***' AS \"email\" FROM \"shop\".\"staff\""))
    }

    @Test("C44 a whole row, a table that is closed, a name in two tables")
    func others() {
        #expect(refused("SELECT orders FROM orders") == .wholeRow("orders"))
        #expect(refused("SELECT row_to_json(o) FROM orders o") == .wholeRow("o"))
        #expect(refused("SELECT * FROM vault") == .unknownTable("vault"))
        #expect(refused("SELECT * FROM orders WHERE id IN (SELECT id FROM vault)") == .unknownTable("vault"))
        #expect(refused("SELECT vault.* FROM orders") == .unknownTable("vault"))
        #expect(refused("SELECT id FROM orders, customers") == .ambiguousColumn("id"))
        #expect(refused("SELECT 1 FROM orders, orders") == .repeatedTable("orders"))
        #expect(refused("SELECT x.total FROM orders o, (SELECT o.id) AS x") == .unknownTable("o"))
        #expect(refused("SELECT id FROM orders JOIN customers USING (id) WHERE id = 1") == nil)
        #expect(refused("SELECT id FROM orders NATURAL JOIN customers") == nil)
        #expect(refused("SELECT total AS t FROM orders GROUP BY t ORDER BY t") == nil)
        #expect(refused("SELECT id FROM orders UNION SELECT id FROM customers ORDER BY id") == nil)
        #expect(refused("SELECT id FROM orders UNION SELECT id FROM customers ORDER BY total") == .unknownColumn("total", of: nil))
    }

    @Test("SQLite's double quotation marks are a column where one is, else a string")
    func strings() throws {
        let resolved = try Self.resolve("SELECT \"total\" FROM orders WHERE \"secret\" = \"id\"", in: .sqlite)
        #expect(resolved.statement.printed(for: .sqlite) == "SELECT `total` FROM `shop`.`orders` AS `orders` WHERE 'secret' = `id`")
        #expect(refused("SELECT `secret` FROM orders", in: .sqlite) == .unknownColumn("secret", of: nil))
    }

    @Test("a query gets at most so many rows")
    func limits() throws {
        func limited(_ text: String) throws -> String {
            try SelectStatement.parse(text, in: .postgresql).limited(to: 10, in: .postgresql).printed(for: .postgresql)
        }
        #expect(try limited("SELECT 1") == "SELECT 1 LIMIT 10")
        #expect(try limited("SELECT 1 LIMIT 5") == "SELECT 1 LIMIT 5")
        #expect(try limited("SELECT 1 LIMIT 11 OFFSET 2") == "SELECT 1 LIMIT 10 OFFSET 2")
        #expect(try limited("SELECT 1 OFFSET 2") == "SELECT 1 LIMIT 10 OFFSET 2")
        #expect(try limited("SELECT 1 LIMIT 2 * 9") == "SELECT * FROM (SELECT 1 LIMIT 2 * 9) AS \"limited\" LIMIT 10")
        #expect(try limited("SELECT 1 LIMIT ALL") == "SELECT * FROM (SELECT 1 LIMIT NULL) AS \"limited\" LIMIT 10")
        let values = try SelectStatement.parse("VALUES (1), (2)", in: .sqlite).limited(to: 1, in: .sqlite)
        #expect(values.printed(for: .sqlite) == "SELECT * FROM (VALUES (1), (2)) AS `limited` LIMIT 1")
        #expect(try limited("SELECT 1 UNION SELECT 2") == "SELECT 1 UNION SELECT 2 LIMIT 10")
    }

    @Test("C42 columns and tables without bound are refused before they take memory or time")
    func bounds() throws {
        let levels = (1...28).map { "c\($0) AS (SELECT x.*, y.* FROM c\($0 - 1) x, c\($0 - 1) y)" }.joined(separator: ", ")
        #expect(refused("WITH c0 AS (SELECT 1 AS a, 2 AS b), \(levels) SELECT count(*) FROM c28") == .tooWide)
        let wide = "WITH w AS (SELECT \((0..<1_500).map { "1 AS a\($0)" }.joined(separator: ", ")))"
        #expect(refused("\(wide) SELECT 1 FROM w AS a, w AS b") == nil)
        #expect(refused("\(wide) SELECT a.*, a.* FROM w AS a") == .tooWide)
        let columns = Array(repeating: "b.a1", count: 5_000).joined(separator: ", ")
        #expect(refused("\(wide) SELECT count(\(columns)) FROM w AS a, w AS b") == .tooWide)
        let narrow = "WITH w AS (SELECT \((0..<900).map { "1 AS a\($0)" }.joined(separator: ", ")))"
        for kind in ["NATURAL JOIN w AS", "CROSS JOIN w AS"] {
            #expect(refused("\(narrow) SELECT 1 FROM w AS a \(kind) b") == nil)
            let chain = (0..<3).map { "\(kind) b\($0)" }.joined(separator: " ")
            #expect(refused("\(narrow) SELECT 1 FROM w AS a \(chain)") == (kind.hasPrefix("NATURAL") ? .tooWide : nil))
        }
        let titles = (0..<1_000).map { "1 AS a\($0)" }.joined(separator: ", ")
        #expect(refused("SELECT \(titles) ORDER BY \(Array(repeating: "a999", count: 100).joined(separator: ", "))") == nil)
        #expect(refused("SELECT \(titles) ORDER BY \(Array(repeating: "a999", count: 5_000).joined(separator: ", "))") == .tooWide)
    }

    @Test("an expression is replaced wherever it stands")
    func replacing() throws {
        let tree = try SelectStatement.parse("SELECT email FROM t WHERE lower(email) = 'a' ORDER BY (SELECT email)", in: .postgresql)
        let masked = try tree.replacingExpressions { expression in
            guard case .column(let column) = expression, column.name == "email" else { return nil }
            return .literal(.string("***"))
        }
        #expect(masked.printed(for: .postgresql) == "SELECT '***' FROM \"t\" WHERE lower('***') = 'a' ORDER BY (SELECT '***')")
    }
}

extension String {
    /// The number of occurrences of a text.
    fileprivate func components(_ part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: part) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }

    @Test("I16 WITH queries that double with every step are refused before an engine puts them together", arguments: Dialect.allCases)
    func expandedSize(dialect: Dialect) throws {
        func refused(_ text: String) throws -> NameRefusal.Subject? {
            let tree = try SelectStatement.parse(text, in: dialect)
            do {
                _ = try NameResolution(tree, in: dialect) { NameResolution.KnownTable(schema: nil, $0.name, allColumns: ["a", "b"]) }
                return nil
            } catch let refusal as NameRefusal { return refusal.subject }
        }
        func steps(_ count: Int, _ text: (Int) -> String) -> [String] { (1...count).map { "c\($0) AS (\(text($0 - 1)))" } }
        for text: (Int) -> String in [
            { "SELECT x.a FROM c\($0) x, c\($0) y" }, { "SELECT a FROM c\($0) UNION ALL SELECT a FROM c\($0)" },
            { "SELECT a, (SELECT max(a) FROM c\($0)) AS b FROM c\($0)" }, { "SELECT a FROM c\($0) WHERE a IN (SELECT a FROM c\($0))" },
            { "WITH d AS (SELECT a FROM c\($0)) SELECT x.a FROM d x, d y" },
        ] {
            let first = "c0 AS (SELECT a FROM t)"
            #expect(try refused("WITH \(([first] + steps(60, text)).joined(separator: ", ")) SELECT count(*) FROM c60") == .tooLarge)
            #expect(try refused("WITH \(([first] + steps(6, text)).joined(separator: ", ")) SELECT count(*) FROM c6") == nil)
            // Where queries are seen before they are read, their order hides nothing.
            if dialect == .sqlite {
                #expect(try refused("WITH \((steps(60, text).reversed() + [first]).joined(separator: ", ")) SELECT count(*) FROM c60") == .tooLarge)
            }
        }
        let chain = (["c0 AS (SELECT a FROM t)"] + steps(190) { "SELECT a FROM c\($0)" }).joined(separator: ", ")
        #expect(try refused("WITH \(chain) SELECT count(*) FROM c190 x, c190 y") == nil)
        #expect(try refused("WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT x.i FROM n x, n y") == nil)
    }
}
