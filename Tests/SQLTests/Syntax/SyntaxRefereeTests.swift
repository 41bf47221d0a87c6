import CPgQuery
import SQL
import SQLSyntax
import Testing

/// Comparison with PostgreSQL's own parser: it must accept every text that we accept, with the same meaning.
@Suite("Syntax: PostgreSQL's parser agrees")
struct SyntaxRefereeTests {
    /// The difference between the trees of a text and of its printed form. Nil if there is none.
    private func objection(to text: String, _ statement: SelectStatement) -> String? {
        let printed = statement.printed(for: .postgresql)
        switch (PostgreSQLReferee.tree(text), PostgreSQLReferee.tree(printed)) {
        case (.failure(let objection), _): return "the text: \(objection.reason)"
        case (_, .failure(let objection)): return "the print: \(objection.reason): \(printed)"
        case (.success(let own), .success(let other)): return own == other ? nil : "another tree: \(printed)"
        }
    }

    @Test("on changed queries of a generator, precedence and all")
    func mutations() throws {
        var read = 0
        for seed in 0..<4_000 * SyntaxPropertyTests.factor {
            var generator = SyntaxGenerator(.postgresql, seed: seed)
            let text = generator.mutated(generator.statement(depth: 2).printed(for: .postgresql))
            guard let statement = try? SelectStatement.parse(text, in: .postgresql) else { continue }
            read += 1
            if let objection = objection(to: text, statement) {
                Issue.record("seed \(seed): \(objection): \(text)")
                return
            }
        }
        #expect(read > 400)
    }

    @Test("on whole queries of a generator")
    func generated() throws {
        var compared = 0
        for seed in 0..<400 * SyntaxPropertyTests.factor {
            var generator = SyntaxGenerator(.postgresql, seed: seed)
            let statement = generator.statement()
            let text = statement.printed(for: .postgresql)
            guard text.utf8.count < 20_000 else { continue }
            compared += 1
            if let objection = objection(to: text, statement) {
                Issue.record("seed \(seed): \(objection): \(text)")
                return
            }
        }
        #expect(compared > 200)
    }

    @Test("on the corpus, with the same tables and functions")
    func corpus() throws {
        for text in try SyntaxCorpusTests.queries(.postgresql) {
            let statement = try SelectStatement.parse(text, in: .postgresql)
            let printed = statement.printed(for: .postgresql)
            let tree = try PostgreSQLReferee.tree(text).get()
            // Of these two spellings the library keeps which one was used.
            if !text.contains("SUBSTRING(") { #expect(try PostgreSQLReferee.tree(printed).get() == tree, "\(text)") }
            #expect(PostgreSQLReferee.tables(tree) == Self.tables(statement), "\(text)")
            #expect(PostgreSQLReferee.functions(tree) == Self.functions(statement), "\(text)")
        }
    }

    @Test(
        "on forms that people write",
        arguments: [
            "SELECT interval '1' day, interval '1 day' second, time with time zone '10:00+01', timestamp(3) '2026-01-01'",
            "SELECT a.b[1], (a.b)[1:2], (ARRAY[[1, 2], [3, 4]])[1][2], x[:], x[1:], x[:1]",
            "SELECT left('abc', 2), right('abc', 1), \"left\"('a', 1)",
            "SELECT position, time, \"values\" FROM t AS interval", "SELECT 1 day_of_week, 2 AS day, 3 AS select",
            "SELECT count(*) AS filter FROM t AS filter",
            "SELECT a FROM t WHERE (a, b) = (1, 2) AND ROW(a, b) <> ROW(1, 2) AND (a, b) IN ((1, 2), (3, 4))",
            "SELECT a IS NOT DISTINCT FROM b = c, a NOTNULL, a ISNULL, NOT a IS TRUE, a IS NOT UNKNOWN",
            "SELECT -1::int, - a.b ^ 2, 2 ^ -1, ~1 + 2, |/ 25 + 1, a COLLATE \"C\" || 'x', a AT TIME ZONE 'UTC' AT TIME ZONE 'CET'",
            "SELECT a BETWEEN SYMMETRIC 1 AND 2 OR b, a NOT BETWEEN - 1 AND + 2 AND c",
            "SELECT a LIKE 'x' ESCAPE '!' AND b NOT SIMILAR TO 'y' || 'z'",
            "SELECT a = ANY (SELECT 1), a < ALL (ARRAY[1]), a = SOME ('{1}'::int[]), 1 = ANY (x) = true",
            "(SELECT 1 UNION SELECT 2) EXCEPT (SELECT 3 ORDER BY 1 LIMIT 1) ORDER BY 1 DESC NULLS LAST OFFSET 1 ROW FETCH NEXT ROW ONLY",
            "SELECT * FROM a NATURAL LEFT JOIN b CROSS JOIN (c JOIN d USING (x, y)) FULL OUTER JOIN e ON true, LATERAL f(a.x) WITH ORDINALITY AS g (h, i)",
            "SELECT * FROM json_to_record('{}') AS x (a int, b numeric(10, 2)[], c timestamp without time zone)",
            "SELECT rank() OVER (w ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM t WINDOW w AS (PARTITION BY a ORDER BY b DESC)",
            "SELECT make_interval(days => 1, hours => 2), sum(DISTINCT a ORDER BY b) FILTER (WHERE c), mode() WITHIN GROUP (ORDER BY a)",
            "SELECT a FROM t GROUP BY a, (), ROLLUP (a, (b, c)), CUBE (a), GROUPING SETS ((), (a), ROLLUP (b)) HAVING GROUPING(a) = 1",
            "WITH RECURSIVE a (x) AS NOT MATERIALIZED (VALUES (1), (2) UNION ALL SELECT x + 1 FROM a) SELECT DISTINCT ON (x) x FROM a LIMIT ALL",
            "SELECT coalesce(a, b), nullif(a, 0), greatest(1, 2), least(1, 2), trim(a), trim(leading from a), overlay(a placing b from 1), current_time(2)",
            "SELECT 'a' || E'\\n\\x41\\101\\u0041' || $q$x$q$ || N'n', X'1F', B'01', 1.5e-3, .5, 5.",
            "SELECT a->'b'->>'c' = 'd' OR a #>> '{x}' IS NULL AND a ? 'k' AND b @> c",
            "SELECT CASE a WHEN 1 THEN 2 ELSE 3 END, CASE WHEN a THEN b END, EXISTS (SELECT), ARRAY(SELECT 1), (SELECT 1)",
        ])
    func forms(text: String) throws {
        // PostgreSQL takes an empty list of columns; it is not read here.
        guard !text.contains("(SELECT)") else { return #expect(refusal(of: text, in: .postgresql) != nil) }
        let statement = try SelectStatement.parse(text, in: .postgresql)
        #expect(objection(to: text, statement) == nil)
    }

    // MARK: Names

    private static func tables(_ statement: SelectStatement) -> [String] {
        var names = Names()
        _ = try? names.statement(statement)
        return names.tables.sorted()
    }

    private static func functions(_ statement: SelectStatement) -> [String] {
        // Parts that are separate nodes in the other tree.
        let others: Set<String> = ["coalesce", "greatest", "least", "nullif", "grouping"]
        return statement.called.functions.map(\.name.text).filter { !others.contains($0) && !$0.hasPrefix("current_") }.sorted()
    }
}

private struct Names: SyntaxRewriter {
    var tables: [String] = []

    mutating func table(_ table: TableReference) throws -> TableReference {
        if case .table(let named) = table { tables.append(named.name.text) }
        return try rewritten(table)
    }
}

extension PostgreSQLReferee {
    /// Every name of a table or `WITH` query in a tree, sorted.
    static func tables(_ tree: String) -> [String] { values(behind: "\"relname\":\"", in: tree).sorted() }

    /// The sorted names of all called functions in a tree, without those that the parser generates for operators.
    static func functions(_ tree: String) -> [String] {
        let made: Set<String> = ["timezone", "like_escape", "similar_to_escape"]
        let trims: Set<String> = ["btrim", "ltrim", "rtrim"]
        return pieces(behind: "\"FuncCall\":{\"funcname\":[", in: tree).compactMap { piece in
            let names = values(behind: "\"sval\":\"", in: String(piece.prefix { $0 != "]" }))
            guard let last = names.last, !(names.count == 2 && made.contains(last)) else { return nil }
            return names.count == 2 && trims.contains(last) ? "trim" : last
        }.sorted()
    }

    private static func values(behind mark: String, in text: String) -> [String] {
        pieces(behind: mark, in: text).map { String($0.prefix { $0 != "\"" }) }
    }

    private static func pieces(behind mark: String, in text: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = text[...]
        while let start = rest.firstRange(of: mark) {
            rest = rest[start.upperBound...]
            pieces.append(rest)
        }
        return pieces
    }
}
