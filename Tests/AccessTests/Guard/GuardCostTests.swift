import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

@Suite("A ceiling on the cost of a statement")
struct GuardCostTests {
    private static func script(_ kind: GuardedSource.Kind) -> String {
        let rows =
            GuardedSource.Kind.postgreSQL.contains(kind)
            ? "SELECT i, i % 100 FROM generate_series(1, 5000) AS n(i)" : "SELECT seq, seq % 100 FROM seq_1_to_5000"
        return """
            CREATE TABLE big (id INT PRIMARY KEY, x INT); INSERT INTO big \(rows);
            CREATE TABLE small (id INT PRIMARY KEY, x INT); INSERT INTO small SELECT id, x FROM big WHERE id <= 10; ANALYZE \
            \(GuardedSource.Kind.postgreSQL.contains(kind) ? "" : "TABLE big, small");
            """
    }

    @Test(
        "a statement with a higher estimated cost is refused before it runs, a cheaper one runs, and the plan contains the cost",
        arguments: [GuardedSource.Kind.postgreSQLReader, .mariaDBReader])
    func ceiling(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind), maximumCost: 20_000) { source in
            let cheap = try await source.rows("SELECT count(*) FROM big WHERE x < 3 AND id IN (SELECT id FROM small)")
            #expect(cheap == [["2"]])
            for text in [
                "SELECT count(*) FROM big a, big b WHERE a.x + b.x = 3", "SELECT a.id FROM big a CROSS JOIN big b ORDER BY a.x - b.x LIMIT 1",
                "SELECT count((SELECT max(b.x) FROM big b WHERE b.x <> a.x)) FROM big a",
                "SELECT id FROM small UNION ALL SELECT count(*) FROM big a, big b WHERE a.x <> b.x",
                "WITH w AS (SELECT count(*) AS n FROM big a, big b WHERE a.x > b.x) SELECT n FROM w",
            ] {
                let refused = try await refusal { try await source.rows(text) }
                #expect(refused?.code == .limited && refused?.reason.contains("allows 20000") == true, "\(text): \(refused?.reason ?? "accepted")")
            }
            let read = try await source.world.gate.prepare("SELECT id FROM big", grant: World.grant(["admin"]), source: "dw", World.bounds)
            let plan = try await read.plan(World.bounds)
            let cost = try #require(plan.cost)
            #expect(!plan.steps.isEmpty && (10...20_000).contains(cost))
        }
    }

    @Test(
        "C46 where a rule leaves rows out, the ceiling judges by what the rule leaves: a value of hidden rows alone costs like one that nobody has",
        arguments: [GuardedSource.Kind.postgreSQLReader, .mariaDBReader])
    func hiddenRows(kind: GuardedSource.Kind) async throws {
        let rows = kind.isPostgreSQL ? "generate_series(1, 5000) AS n(i)" : "(SELECT seq AS i FROM seq_1_to_5000) AS n"
        let script = """
            CREATE TABLE big (id INT PRIMARY KEY, region VARCHAR(40), tag VARCHAR(40)); CREATE INDEX big_tag ON big (tag);
            INSERT INTO big SELECT i, CASE WHEN i % 10 = 0 THEN 'north' ELSE 'south' END, CASE WHEN i % 10 = 0 THEN 'open' ELSE 'secret' END FROM \(rows);
            ANALYZE \(kind.isPostgreSQL ? "" : "TABLE big");
            """
        try await GuardedSource.with(kind, script: script, maximumCost: 200_000) { source in
            let north = RuleContent(actions: [.view], filter: .compare(FieldPath(field: "region"), .equal(.value(.text("north")))))
            _ = try await source.world.rules.set(north, role: "clerk", source: "dw", collection: "big", in: World.workspace.id)
            var outcomes: [String: [Refusal.Code?]] = [:]
            for tag in ["secret", "nobody"] {
                for join in ["", ", big AS b", ", big AS b, big AS c", ", big AS b, big AS c, big AS d"] {
                    let text = "SELECT count(*) FROM big AS a\(join) WHERE a.tag = '\(tag)'"
                    let refused = try await refusal { _ = try await source.rows(text, ["clerk"]) }
                    outcomes[tag, default: []].append(refused?.code)
                }
            }
            #expect(outcomes["secret"] == outcomes["nobody"], "\(outcomes)")
            #expect(outcomes["secret"]?.first == .some(nil) && outcomes["secret"]?.last == .limited, "\(outcomes)")
        }
    }

    @Test("a ceiling is kept with the source, changed by none of its other values, and is a whole number from 1")
    func kept() async throws {
        let world = try await World()
        let url = try DatabaseURL(parsing: "postgres://u@127.0.0.1:1/d")
        _ = try await world.sources.add(NewDataSource(name: "dw", url: url, maximumCost: 7), in: World.workspace.id, trust: .operator)
        _ = try await world.sources.add(NewDataSource(name: "free", url: url), in: World.workspace.id, trust: .operator)
        let ceilings = try await world.sources.list(in: World.workspace.id).map(\.maximumCost)
        #expect(ceilings == [nil, 7, nil])
        for cost in [0, -1, Int64.max] {
            let wrong = try await catalogError {
                try await world.sources.add(NewDataSource(name: "bad", url: url, maximumCost: cost), in: World.workspace.id, trust: .operator)
            }
            #expect(wrong?.code == .invalidSource && wrong?.reason.contains("maxCost") == true)
        }
        let file = DatabaseURL(dialect: .sqlite, database: world.directory.path(of: "main.db"))
        let sqlite = try await catalogError {
            try await world.sources.add(NewDataSource(name: "file", url: file, maximumCost: 7), in: World.workspace.id, trust: .operator)
        }
        #expect(sqlite?.reason.contains("SQLite") == true)
        let left = try await world.sources.list(in: World.workspace.id).map(\.name)
        #expect(left == ["main", "dw", "free"])
        await world.close()
    }
}
