import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

/// Ways to learn about hidden rows other than reading them: errors, plans, estimates, preparation time.
@Suite("Rows that a rule leaves out leave no trace")
struct GuardSideChannelTests {
    private static func script(_ kind: GuardedSource.Kind) -> String {
        let rows =
            kind.isMariaDB
            ? "SELECT seq, IF(seq % 2 = 0, 'north', 'south'), IF(seq % 2 = 0, 'plain', 'secretword') FROM seq_1_to_4000"
            : kind.isPostgreSQL
                ? "SELECT i, CASE WHEN i % 2 = 0 THEN 'north' ELSE 'south' END, CASE WHEN i % 2 = 0 THEN 'plain' ELSE 'secretword' END FROM generate_series(1, 4000) AS s(i)"
                : "VALUES (1, 'south', 'secretword'), (2, 'north', 'plain')"
        return """
            CREATE TABLE teams (id INT PRIMARY KEY, region VARCHAR(20)); INSERT INTO teams VALUES (1, 'north'), (2, 'south');
            CREATE TABLE notes (id INT PRIMARY KEY, team_id INT, body VARCHAR(50), num INT, FOREIGN KEY (team_id) REFERENCES teams (id));
            INSERT INTO notes VALUES (1, 1, '11', 7), (2, 2, 'hidden body', 42), (3, 1, '33', 9);
            CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(50), region VARCHAR(20), salary INT); CREATE INDEX by_name ON people (name);
            CREATE INDEX by_salary ON people (salary);
            INSERT INTO people VALUES (1, 'Ann', 'north', 100), (2, 'Bob', 'north', 200), (3, 'Zed', 'south', 98765), (4, 'Yan', 'south', 4242);
            CREATE TABLE big (id INT PRIMARY KEY, region VARCHAR(20), tag VARCHAR(20)); INSERT INTO big \(rows);
            \(kind.isMariaDB ? "ANALYZE TABLE notes, people, big" : "ANALYZE")
            """
    }

    private func withRules(_ kind: GuardedSource.Kind, _ body: (GuardedSource) async throws -> Void) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let north = Comparison.equal(.value(.text("north")))
            let rules: [(String, Filter)] = [
                ("people", .compare(FieldPath(field: "region"), north)), ("big", .compare(FieldPath(field: "region"), north)),
                ("notes", .compare(FieldPath(relations: ["team"], field: "region"), north)), ("teams", .always),
            ]
            for (collection, filter) in rules {
                _ = try await source.world.rules.set(
                    source.world.view(filter, of: collection, in: "dw"), role: "clerk", source: "dw", collection: collection, in: World.workspace.id)
            }
            try await body(source)
        }
    }

    /// A statement that fails where the guess is right, with a guess at a hidden row and one at nothing.
    private struct Probe {
        let text: String
        let right: String
        let wrong: String
        init(_ text: String, _ right: String, _ wrong: String) { (self.text, self.right, self.wrong) = (text, right, wrong) }
        func statement(_ guess: String) -> String { text.split(separator: "GUESS", omittingEmptySubsequences: false).joined(separator: guess) }
    }

    private static func probes(_ kind: GuardedSource.Kind) -> [Probe] {
        if kind == .sqlite {
            return [
                Probe("SELECT id FROM notes WHERE CASE WHEN num = GUESS THEN abs(-9223372036854775807 - 1) ELSE 1 END", "42", "43"),
                Probe(
                    "SELECT count(*) FROM people WHERE name > 'A' AND CASE WHEN name LIKE 'GUESS%' THEN abs(-9223372036854775807 - 1) ELSE 1 END",
                    "Ze", "Qe"),
                Probe(
                    "SELECT max(CASE WHEN num = GUESS THEN abs(-9223372036854775807 - 1) ELSE 1 END) FROM notes", "42", "43"),
                Probe(
                    "SELECT t.id FROM teams t JOIN notes n ON n.team_id = t.id AND CASE WHEN n.num = GUESS THEN abs(-9223372036854775807 - 1) ELSE 1 END",
                    "42",
                    "43"),
            ]
        }
        if kind.isMariaDB {
            return [
                Probe("SELECT id FROM notes WHERE CASE WHEN num = GUESS THEN exp(9999) ELSE 1 END", "42", "43"),
                Probe(
                    "SELECT salary FROM people WHERE salary BETWEEN 4000 AND 98765 AND CASE WHEN salary = GUESS THEN exp(9999) ELSE 1 END", "98765",
                    "98769"),
                Probe(
                    "SELECT t.id FROM teams t LEFT JOIN notes n ON n.team_id = t.id AND CASE WHEN n.num = GUESS THEN exp(9999) ELSE 1 END", "42", "43"
                ),
            ]
        }
        return [
            Probe("SELECT id FROM notes WHERE num / (num - GUESS) > 0", "42", "43"),
            Probe("SELECT id FROM people WHERE name LIKE 'GUESS\\'", "Ze", "Qe"),
            Probe("SELECT t.id, p.id FROM (SELECT 1 AS id) t LEFT JOIN people p ON p.name LIKE 'GUESS\\'", "Ze", "Qe"),
            Probe("SELECT id FROM big WHERE tag LIKE 'GUESS%\\'", "sec", "sex"),
            Probe("SELECT id FROM people WHERE CASE WHEN name = 'GUESS' THEN 1 / (salary - salary) ELSE 1 END > 0", "Zed", "Zee"),
            Probe("SELECT count(*) FROM notes HAVING max(1 / (num - GUESS)) > 5", "42", "43"),
        ]
    }

    private func outcome(_ source: GuardedSource, _ text: String, _ role: String) async throws -> String {
        do {
            return try await source.rows(text, [role]).description
        } catch let refused as Refusal {
            return refused.reason
        }
    }

    @Test("C45 C46 an error tells nothing of a row that a rule leaves out", arguments: GuardedSource.Kind.allCases)
    func errors(kind: GuardedSource.Kind) async throws {
        try await withRules(kind) { source in
            for probe in Self.probes(kind) {
                let right = try await outcome(source, probe.statement(probe.right), "clerk")
                let wrong = try await outcome(source, probe.statement(probe.wrong), "clerk")
                #expect(right == wrong, "\(probe.text)")
                let seen = try await outcome(source, probe.statement(probe.right), "admin")
                #expect(seen != wrong, "the probe tells nothing even of rows that are seen: \(probe.text)")
            }
        }
    }

    @Test("C46 a plan, with its estimates and conditions, is not given where a rule leaves rows out", arguments: GuardedSource.Kind.allCases)
    func plans(kind: GuardedSource.Kind) async throws {
        try await withRules(kind) { source in
            for text in ["SELECT count(*) FROM people WHERE salary > 4000", "SELECT t.id FROM teams t WHERE EXISTS (SELECT 1 FROM notes)"] {
                let read = try await source.world.gate.prepare(text, grant: World.grant(["clerk"]), source: "dw", World.bounds)
                let refused = try await refusal { try await read.plan(World.bounds) }
                #expect(refused?.code == .forbidden && refused?.reason.contains("north") == false)
            }
            let open = try await source.world.gate.prepare("SELECT id FROM teams", grant: World.grant(["clerk"]), source: "dw", World.bounds)
            let plan = try await open.plan(World.bounds)
            #expect(!plan.steps.isEmpty)
        }
    }

    @Test("C44 a column that a table got after it was looked at is not shown by a rule that names columns", arguments: GuardedSource.Kind.allCases)
    func laterColumn(kind: GuardedSource.Kind) async throws {
        let script = "CREATE TABLE secrets (id INT PRIMARY KEY, value VARCHAR(20)); INSERT INTO secrets VALUES (1, 'top')"
        try await GuardedSource.with(kind, script: script) { source in
            let content = RuleContent(actions: [.view], columns: ["id", "value"])
            _ = try await source.world.rules.set(content, role: "clerk", source: "dw", collection: "secrets", in: World.workspace.id)
            let before = try await source.rows("SELECT * FROM secrets", ["clerk"])
            #expect(before == [["1", "top"]])
            let sql = source.sql
            try await blocking { _ = try sql("ALTER TABLE secrets ADD COLUMN pin VARCHAR(20) DEFAULT '1234'") }
            for text in ["SELECT * FROM secrets", "SELECT s.* FROM secrets s", "SELECT * FROM (SELECT * FROM secrets) x"] {
                let after = try await source.rows(text, ["clerk"])
                #expect(after == before, "\(text)")
            }
            var attacks = [
                "SELECT pin FROM secrets", "WITH RECURSIVE x AS (SELECT 1 AS id UNION ALL SELECT pin FROM x, secrets WHERE x.id < 2) SELECT * FROM x",
            ]
            if kind.isPostgreSQL {
                attacks += [
                    "SELECT pin FROM secrets, regexp_matches('a', 'a') r", "SELECT secrets FROM secrets, regexp_matches('a', 'a') r",
                    "SELECT ctid FROM secrets, regexp_matches('a', 'a') r", "SELECT pin FROM secrets, unnest(ARRAY[1], ARRAY[2]) u (a, b)",
                ]
            }
            try await source.refuses(attacks, ["clerk"])
        }
    }

    @Test("C46 a rule on a PostgreSQL table also applies to tables that inherit from it", arguments: GuardedSource.Kind.postgreSQL)
    func inheritance(kind: GuardedSource.Kind) async throws {
        let script = """
            CREATE TABLE base (id INT PRIMARY KEY, x TEXT); CREATE TABLE kid (y INT) INHERITS (base); INSERT INTO base VALUES (1, 'base');
            INSERT INTO kid VALUES (9, 'kidrow', 1);
            """
        try await GuardedSource.with(kind, script: script) { source in
            let content = RuleContent(actions: [.view], filter: .compare(FieldPath(field: "id"), .equal(.value(.int(1)))))
            _ = try await source.world.rules.set(content, role: "reader", source: "dw", collection: "base", in: World.workspace.id)
            let seen = try await source.rows("SELECT id, x FROM base", ["reader"])
            #expect(seen == [["1", "base"]])
            try await source.refuses(["SELECT * FROM kid", "SELECT y FROM kid WHERE id = 9"], ["reader"])
        }
    }

    @Test(
        "C37 stars that double with every step, and very many tables, are refused before they take memory or time",
        arguments: GuardedSource.Kind.allCases)
    func doubling(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: "CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(20)); INSERT INTO people VALUES (1, 'Ann')")
        { source in
            let steps = (1...40).map { "c\($0) AS (SELECT x.*, y.* FROM c\($0 - 1) x, c\($0 - 1) y)" }.joined(separator: ", ")
            let many = (1...2_000).map { _ in "EXISTS (SELECT 1 FROM people)" }.joined(separator: " OR ")
            try await source.refuses(
                [
                    "WITH c0 AS (SELECT 1 AS a, 2 AS b), \(steps) SELECT count(*) FROM c40", "SELECT 1 WHERE \(many)",
                    "SELECT 1 FROM (SELECT \((1...2_001).map { _ in "1" }.joined(separator: ", "))) x",
                ])
            let some = (1...20).map { _ in "EXISTS (SELECT 1 FROM people)" }.joined(separator: " OR ")
            let seen = try await source.rows("SELECT id FROM people WHERE \(some)")
            #expect(seen == [["1"]])
        }
    }

    @Test(
        "C37 searching a long text in a long one ends soon, with the same result",
        arguments: GuardedSource.Kind.postgreSQL + GuardedSource.Kind.mariaDB)
    func searches(kind: GuardedSource.Kind) async throws {
        let script = "CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(20)); INSERT INTO people VALUES (1, 'Ann'), (2, 'x%y')"
        try await GuardedSource.with(kind, script: script) { source in
            let position = kind.isPostgreSQL ? "strpos" : "instr"
            let long = "replace('\(String(repeating: "a", count: 1_000))', 'a', '\(String(repeating: "a", count: 1_000))')"
            let needle = "concat('b', left(\(long), 500000))"
            let longer = "replace('\(String(repeating: "a", count: 1_000))', 'a', '\(String(repeating: "a", count: 20_000))')"
            let patient = String(repeating: "a", count: 300)
            // Each would take minutes that no deadline ends.
            for text in [
                "SELECT \(position)(\(long), \(needle)) FROM people WHERE id = 1",
                "SELECT replace(\(long), \(needle), 'x') = \(long) FROM people WHERE id = 1",
                "WITH w AS (SELECT \(long) AS h, \(needle) AS n FROM people WHERE id = 1) SELECT position(n IN h) FROM w",
                "WITH w AS (SELECT \(long) AS h, \(needle) AS n FROM people WHERE id = 1) SELECT count(*) FROM w WHERE h LIKE concat('%', n)",
                // A column of a query of the text may be of any length.
                "SELECT count(*) FROM (SELECT \(longer) AS h) AS w WHERE h LIKE '%\(patient)b'",
            ] {
                let ended = try await source.rows(text)
                #expect(ended.count == 1, "\(text)")
            }
            let seen = try await source.rows(
                "SELECT replace(name, 'n', 'm'), \(position)(name, substring(name, 2)), position('n' IN name), trim(both 'A' from name) FROM people WHERE name LIKE 'A%'"
            )
            #expect(seen == [["Amm", "2", "2", "nn"]])
            let escaped = try await source.rows("SELECT id FROM people WHERE name LIKE concat('%', '!%', 'y') ESCAPE '!'")
            #expect(escaped == [["2"]])
            let many = (1...101).map { "\(position)(name, 'a\($0)')" }.joined(separator: " + ")
            try await source.refuses([
                "SELECT \(many) FROM people", "SELECT id FROM people WHERE name LIKE '%\(String(repeating: "a", count: 1_001))'",
            ])
        }
    }
}
