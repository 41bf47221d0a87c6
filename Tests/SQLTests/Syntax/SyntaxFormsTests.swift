import SQL
import SQLSyntax
import Testing

/// Accepted forms, each with the form in which it is printed.
@Suite("Syntax: forms")
struct SyntaxFormsTests {
    @Test(
        "forms that mean the same are one tree",
        arguments: [
            (Dialect.postgresql, "SELECT x::int", "SELECT CAST(x AS integer)", false), (.postgresql, "SELECT x::int", "SELECT CAST(x AS int)", true),
            (.postgresql, "SELECT date '2026-01-31'", "SELECT CAST('2026-01-31' AS date)", true),
            (.postgresql, "SELECT a FROM t FETCH FIRST 5 ROWS ONLY", "SELECT a FROM t LIMIT 5", true),
            (.postgresql, "SELECT SUBSTRING(a FROM 2 FOR 3)", "SELECT substring(a, 2, 3)", true),
            (.postgresql, "SELECT Total FROM Orders", "SELECT \"total\" FROM \"orders\"", true),
            (.postgresql, "SELECT Total", "SELECT \"Total\"", false),
            (.postgresql, "SELECT E'a\\'b\\u00e9'", "SELECT 'a''bé'", true), (.postgresql, "SELECT $x$it's$x$", "SELECT 'it''s'", true),
            (.postgresql, "SELECT a FROM t WHERE a ISNULL", "SELECT a FROM t WHERE a IS NULL", true),
            (.mysql, "SELECT a || b && !c", "SELECT a OR b AND NOT c", true), (.mysql, "SELECT !a = b", "SELECT (NOT a) = b", true),
            (.mysql, "SELECT \"a\\nb\" 'c'", "SELECT 'a\nbc'", true),
            (.mysql, "SELECT CONVERT(a, SIGNED INTEGER)", "SELECT CAST(a AS SIGNED)", true),
            (.mysql, "SELECT a FROM t LIMIT 5, 10", "SELECT a FROM t LIMIT 10 OFFSET 5", true),
            (.mysql, "SELECT 1 # a\n-- b\n/* c */ + 2 FROM DUAL", "SELECT 1 + 2", true), (.mysql, "SELECT 1--1", "SELECT 1 - (-1)", true),
            (.sqlite, "SELECT a == 1 AND b != 2", "SELECT a = 1 AND b <> 2", true),
            (.sqlite, "SELECT [a b], `a b`", "SELECT `a b`, [a b]", true), (.sqlite, "SELECT a IS b", "SELECT a IS NOT DISTINCT FROM b", true),
            (.sqlite, "SELECT a 'the a'", "SELECT a AS `the a`", true), (.sqlite, "SELECT a NOT NULL", "SELECT a IS NOT NULL", true),
        ])
    func same(dialect: Dialect, one: String, other: String, isSame: Bool) throws {
        #expect(try (SelectStatement.parse(one, in: dialect) == .parse(other, in: dialect)) == isSame)
    }

    @Test(
        "each dialect has its own precedence",
        arguments: [
            (Dialect.postgresql, "SELECT -a ^ b", "SELECT (-\"a\") ^ \"b\""), (.mysql, "SELECT -a ^ b", "SELECT (-`a`) ^ `b`"),
            (.postgresql, "SELECT a || b + c", "SELECT \"a\" || (\"b\" + \"c\")"), (.sqlite, "SELECT a || b + c", "SELECT (`a` || `b`) + `c`"),
            (.postgresql, "SELECT a = b IS NULL", "SELECT (\"a\" = \"b\") IS NULL"), (.sqlite, "SELECT a = b < c", "SELECT `a` = (`b` < `c`)"),
            (.postgresql, "SELECT NOT a = b AND c OR d", "SELECT NOT (\"a\" = \"b\") AND \"c\" OR \"d\""),
            (.postgresql, "SELECT a - b - c * d", "SELECT \"a\" - \"b\" - \"c\" * \"d\""), (.mysql, "SELECT a - (b - c)", "SELECT `a` - (`b` - `c`)"),
            (.mysql, "SELECT a XOR b AND c", "SELECT `a` XOR (`b` AND `c`)"), (.sqlite, "SELECT a & b = c", "SELECT (`a` & `b`) = `c`"),
            (.postgresql, "SELECT x -> 'a' ->> 'b' = 'c'", "SELECT \"x\" -> 'a' ->> 'b' = 'c'"),
            (.postgresql, "SELECT a BETWEEN b AND c AND d", "SELECT \"a\" BETWEEN \"b\" AND \"c\" AND \"d\""),
            (.sqlite, "SELECT a OR b AND c", "SELECT `a` OR `b` AND `c`"),
        ])
    func precedence(dialect: Dialect, text: String, printed: String) throws {
        let tree = try SelectStatement.parse(text, in: dialect)
        #expect(tree.printed(for: dialect) == printed)
        #expect(try SelectStatement.parse(printed, in: dialect) == tree)
    }

    @Test("a name in SQLite's double quotation marks stays open to be a string, in backticks it does not")
    func doubleQuotes() throws {
        let text = "SELECT name FROM t WHERE city = \"Oslo\" AND `Oslo` = [Oslo]"
        #expect(
            try SelectStatement.parse(text, in: .sqlite).printed(for: .sqlite) == "SELECT `name` FROM `t` WHERE `city` = \"Oslo\" AND `Oslo` = `Oslo`"
        )
    }

    @Test("set operations bind as the dialect has it")
    func setOperations() throws {
        let text = "SELECT 1 UNION SELECT 2 INTERSECT SELECT 3"
        let tight = try SelectStatement.parse(text, in: .postgresql)
        let left = try SelectStatement.parse(text, in: .sqlite)
        guard case .compound(.select, let outer, .compound) = tight.body, case .compound(.compound, let last, .select) = left.body else {
            Issue.record("another shape")
            return
        }
        #expect(outer.kind == .union && last.kind == .intersect)
        #expect(
            try SelectStatement.parse("(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3", in: .mysql).printed(for: .mysql)
                == "(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3")
    }

    @Test("the place of a name and the words of an item are kept beside the tree")
    func asides() throws {
        let text = "SELECT  COUNT( * ) FROM\n orders"
        let statement = try SelectStatement.parse(text, in: .sqlite)
        guard case .select(let core) = statement.body, case .expression(let item) = core.items[0], case .table(let table) = core.from[0] else {
            Issue.record("another shape")
            return
        }
        #expect(item.written.value == "COUNT( * )")
        #expect(SourcePosition(offset: table.offset.value, in: text) == SourcePosition(line: 2, column: 2))
        #expect(try SelectStatement.parse("SELECT COUNT(*) FROM orders", in: .sqlite) == statement)
    }

    @Test("names that only look the same are not the same")
    func looks() {
        #expect("\u{E9}" == "e\u{301}")
        #expect(SQLName("\u{E9}") != SQLName("e\u{301}"))
        #expect(SQLName("K") != SQLName("\u{212A}"))
        #expect(SQLName("Orders").isSame(as: "orders", in: .sqlite) && !SQLName("Orders").isSame(as: "orders", in: .postgresql))
        #expect(!SQLName("É").isSame(as: "é", in: .sqlite))
    }
}
