import Catalog
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("Rules of callers' services")
struct ExternalRuleTests {
    private static let understood = [
        "tier = 'gold'", "tier = 'nothing'", "NOT tier = 'bronze' AND id < 3 OR id = 5", "id IN (1, 3, NULL)", "id NOT IN (1, 3)",
        "id NOT IN (1, NULL)",
        "NOT (id IN (1, NULL))", "id BETWEEN 2 AND 4", "NOT (balance BETWEEN -3 AND 10.25)", "balance NOT BETWEEN 0 AND 10.5", "balance <> 0",
        "NOT (balance <> 0)", "NOT (balance >= 10.25)", "balance > -1.5", "balance < NULL", "NOT (balance = NULL)", "tier IS NULL",
        "NOT (tier IS NOT NULL)", "active", "NOT active", "active = TRUE", "active <> TRUE", "active IS TRUE", "active IS NOT TRUE",
        "active IS FALSE",
        "active IS NOT FALSE", "NOT (active IS TRUE)", "NOT (active AND balance > 0)", "NOT (active OR balance > 0)", "born >= '1990-01-31'",
        "seen < '2026-01-02 12:00:00'", "people.id > 4", "TRUE", "FALSE", "NOT TRUE", "ref = '00000000-0000-4000-8000-000000000005'",
        "((id = 1)) /* a comment */ OR id = 2 -- OR 1 = 1", "tier IN ('gold', 'bronze')",
    ]

    @Test("A rule permits exactly the rows for which its SQL is true", arguments: [DataEngine.postgresql, .mariadb])
    func rows(engine: DataEngine) async throws {
        try await engine.withPeople { database, catalog in
            let texts = Self.understood + (database.dialect == .postgresql ? ["tier <> 'gold'", "tier NOT IN ('gold')"] : [])
            for text in texts where !(text.contains("NOT tier") && database.dialect == .mysql) {
                let opened = try Self.opened(catalog, rules: [text])
                let rows = try #require(opened.exposures["people"]?.rows, "\(text): \(opened.leftOut)")
                let expected = try await database.read(.within(.seconds(60))) { connection in
                    try connection.all("SELECT id FROM people WHERE \(Statement(verbatim: text))\n ORDER BY 1") { $0.int(0) ?? 0 }
                }
                let found = try await catalog.ids(rows, in: database)
                #expect(found == expected, "\(text)")
            }
        }
    }

    @Test(
        "C75 A rule that is more than a filter closes its table, with the reason",
        arguments: [
            "id IN (SELECT id FROM cities)", "EXISTS (SELECT 1 FROM cities)", "id = (SELECT 1)", "city_id = id", "1 = 1", "'a' = 'a'",
            "id = 1 OR 1 = 1",
            "cities.id = 1", "public.people.id = 1", "nothing = 1", "lower(tier) = 'gold'", "pg_sleep(1) IS NULL", "id + 1 = 2", "tier LIKE '%'",
            "tier > 'a'", "tier = 5", "id = '1x'", "balance = 'NaN'", "born = '1990-01-31 10:00'", "seen > '2026-01-02 00:00:00+05:00'",
            "born = 'yesterday'", "seen = CURRENT_TIMESTAMP", "id = 1e3", "tier IS TRUE", "CASE WHEN active THEN TRUE END", "(id, id) = (1, 1)",
            "tier COLLATE \"C\" = 'gold'", "id IS DISTINCT FROM 1", "active = 'f'",
        ])
    func closed(text: String) async throws {
        try await DataEngine.postgresql.withPeople { _, catalog in
            let opened = try Self.opened(catalog, rules: [text])
            #expect(opened["people"] == nil && opened.exposures.isEmpty)
            #expect(opened.leftOut.count == 1 && opened.leftOut[0].contains("'people'"), "\(opened.leftOut)")
        }
    }

    @Test(
        "C75 A text that is not exactly one expression is refused",
        arguments: [
            "", "id = 1; DROP TABLE people", "id = 1 UNION SELECT 1", "id = 1, id = 2", "id = 1 AS a", "id = 1 ORDER BY id", "SELECT 1", "id = 1)",
            "id = 1 LIMIT 5", "id = $1", "id = ?", "/*! id = 1 */", "id = 1 /* open", "id = 'open",
        ])
    func unread(text: String) {
        for dialect in [Dialect.postgresql, .mysql] {
            #expect(throws: CatalogError.self, "\(dialect)") { try ExternalRule(text, on: "people", in: dialect) }
        }
    }

    @Test(
        "Text that engines call equal by a collation is not told apart by a rule: such rules close the table",
        arguments: ["tier <> 'gold'", "NOT tier = 'gold'", "tier NOT IN ('gold')"])
    func collation(text: String) async throws {
        try await DataEngine.mariadb.withPeople { _, catalog in
            let opened = try Self.opened(catalog, rules: [text])
            #expect(opened["people"] == nil)
        }
    }

    @Test("All rules of a table hold, and a table that is described twice is closed")
    func several() async throws {
        try await DataEngine.postgresql.withPeople { database, catalog in
            let rows = try #require(try Self.opened(catalog, rules: ["id > 1", "id < 4"]).exposures["people"]?.rows)
            let found = try await catalog.ids(rows, in: database)
            #expect(found == [2, 3])
            let twice = ExternalSource(
                url: Self.url, tables: [.init(name: "people", columns: nil), .init(name: "public.people", columns: nil)], owner: "user 7")
            let opened = SourceCatalog(source: "external", dialect: .postgresql, collections: catalog.collections, external: twice)
            #expect(opened.collections.isEmpty && opened.leftOut.count == 1)
        }
    }

    @Test("A query in the place of a table is columns of it and a rule")
    func query() throws {
        func read(_ text: String) throws -> [String]? { try ExternalRule.query(text, on: "people", schema: "s", in: .postgresql).columns }
        #expect(try read("SELECT * FROM people") == nil)
        #expect(try read("SELECT id, p.tier AS tier FROM s.people AS p WHERE p.id > 1;") == ["id", "tier"])
        for bad in [
            "SELECT id AS tier FROM people", "SELECT id + 1 FROM people", "SELECT * FROM cities", "SELECT * FROM x.people",
            "SELECT * FROM people, cities",
            "SELECT * FROM people JOIN cities USING (id)", "SELECT DISTINCT id FROM people", "SELECT id FROM people GROUP BY id",
            "SELECT id FROM people LIMIT 1", "SELECT id FROM people ORDER BY id", "WITH people AS (SELECT 1) SELECT * FROM people",
            "SELECT * FROM (SELECT * FROM people) people", "SELECT * FROM people AS p (a, b)", "SELECT p.* FROM people p",
            "SELECT * FROM people TABLESAMPLE SYSTEM (1)",
            "SELECT * FROM people UNION SELECT * FROM people", "SELECT 1", "DELETE FROM people", "SELECT * FROM people; SELECT 1",
        ] { #expect(throws: CatalogError.self, "\(bad)") { try read(bad) } }
    }

    private static let url = DatabaseURL(dialect: .postgresql, host: "h", port: 1, user: nil, password: nil, database: "d")

    private static func opened(_ catalog: SourceCatalog, rules: [String]) throws -> SourceCatalog {
        let rules = try rules.map { try ExternalRule($0, on: "people", in: catalog.dialect) }
        let external = ExternalSource(url: url, tables: [.init(name: "people", columns: nil, rules: rules)], owner: "user 7")
        return SourceCatalog(source: "external", dialect: catalog.dialect, collections: catalog.collections, external: external)
    }
}
