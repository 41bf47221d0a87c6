import SQL
import SQLSyntax
import Testing

/// Rows of the threat model that reading alone decides: nothing of these texts ever becomes a tree.
@Suite("Syntax: attacks")
struct SyntaxAttackTests {
    private func expectRefused(in dialects: [Dialect] = Dialect.allCases, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        for dialect in dialects {
            for text in texts { #expect(refusal(of: text, in: dialect) != nil, "\(dialect): \(text)", sourceLocation: sourceLocation) }
        }
    }

    @Test("C01 a second statement, however it is parted")
    func stacked() {
        expectRefused([
            "SELECT 1; DELETE FROM t", "COMMIT; DROP TABLE t", "SELECT 1;;", "SELECT 1; SELECT 2", "SELECT 1;\n--\nDROP TABLE t",
            "SELECT 1 DROP TABLE t",
            "SELECT (SELECT 1; DELETE FROM t)", "SELECT 1; /* */ ;", "; SELECT 1", "SELECT 1 \\; DELETE FROM t", "SELECT 1\u{037E} DELETE FROM t",
        ])
        #expect(refusal(of: "SELECT 1;", in: .postgresql) == nil)
    }

    @Test("C02 C03 statements that change the transaction or the session")
    func sessions() {
        expectRefused([
            "SET TRANSACTION READ WRITE", "BEGIN READ WRITE", "START TRANSACTION", "COMMIT", "ROLLBACK",
            "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
            "RESET ALL", "DISCARD ALL", "SET sql_mode = ''", "SAVEPOINT a", "SHOW search_path", "USE mysql",
        ])
    }

    @Test("C05 a query that writes, keeps or locks")
    func writing() {
        expectRefused([
            "WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d", "WITH d AS (INSERT INTO t VALUES (1) RETURNING *) SELECT 1",
            "WITH d AS (UPDATE t SET a = 1 RETURNING a) SELECT 1", "WITH d AS (SELECT 1) DELETE FROM t",
            "WITH d AS (SELECT 1) INSERT INTO t SELECT * FROM d",
            "SELECT * INTO copy FROM t", "SELECT * INTO TEMP copy FROM t", "SELECT a FROM t FOR UPDATE", "SELECT a FROM t FOR SHARE",
            "SELECT a FROM t FOR NO KEY UPDATE",
            "SELECT a FROM t LIMIT 1 FOR UPDATE", "SELECT a FROM t LOCK IN SHARE MODE", "SELECT * FROM (SELECT a FROM t FOR UPDATE) AS x",
            "MERGE INTO t USING u ON 1 WHEN MATCHED THEN DELETE",
            "INSERT INTO t VALUES (1)", "UPDATE t SET a = 1", "DELETE FROM t", "REPLACE INTO t VALUES (1)", "SELECT * FROM t RETURNING a",
            "TABLE t FOR UPDATE",
            "SELECT * FROM (DELETE FROM t RETURNING a) AS x", "SELECT (UPDATE t SET a = 1)",
        ])
    }

    @Test("C06 C18 every other kind of statement")
    func kinds() {
        expectRefused([
            "EXPLAIN ANALYZE DELETE FROM t", "EXPLAIN SELECT 1", "PREPARE p AS DELETE FROM t", "EXECUTE p", "DO $$ BEGIN END $$", "CALL p()",
            "LISTEN a", "NOTIFY a",
            "LOCK TABLE t", "VACUUM", "ANALYZE", "CREATE TABLE t (a int)", "CREATE TEMP TABLE t AS SELECT 1", "DROP TABLE t",
            "ALTER TABLE t ADD a int", "TRUNCATE t",
            "GRANT ALL ON t TO u", "REFRESH MATERIALIZED VIEW v", "REINDEX", "CLUSTER", "HANDLER t OPEN", "LOAD DATA INFILE 'x' INTO TABLE t",
            "FLUSH TABLES",
            "KILL 1", "SHUTDOWN", "INSTALL PLUGIN p SONAME 'x'", "OPTIMIZE TABLE t", "RENAME TABLE t TO u", "DESCRIBE t",
        ])
    }

    @Test("C07 C15 files, from and to")
    func files() {
        expectRefused([
            "COPY t TO '/tmp/x'", "COPY (SELECT 1) TO PROGRAM 'id'", "SELECT 1 INTO OUTFILE '/tmp/x'", "SELECT 1 INTO DUMPFILE '/tmp/x'",
            "SELECT a FROM t INTO OUTFILE '/tmp/x'", "SELECT a INTO @x FROM t", "SELECT a FROM t LIMIT 1 INTO @x", "(SELECT 1) INTO OUTFILE '/tmp/x'",
            "SELECT 1 UNION SELECT 2 INTO OUTFILE '/tmp/x'",
        ])
    }

    @Test("C13 comments, quotation marks and escapes that are read in two ways")
    func quoting() {
        expectRefused(
            in: [.postgresql],
            [
                "SELECT U&'\\006'", "SELECT U&\"\\0061\" FROM t", "SELECT u&'x' UESCAPE '!'", "SELECT E'\\000'", "SELECT E'\\xff'", "SELECT E'\\'",
                "SELECT 'a' 'b'",
                "SELECT 1 /* /* */", "SELECT $a$ $b$", "SELECT $$ $", "SELECT `a`", "SELECT E'\\u0000'", "SELECT E'\\ud800'",
                "SELECT 1 -- a\r; DELETE FROM t",
            ])
        expectRefused(
            in: [.mysql], ["SELECT 'a\\'", "SELECT _latin1'x'", "SELECT _utf8mb4 0x41, _utf8mb4 'a'", "SELECT '\\0'", "SELECT 1 /* /* */ */"])
        expectRefused(in: [.sqlite], ["SELECT 1 /* open", "SELECT [a", "SELECT e'x'", "SELECT $$x$$", "SELECT x'0'", "SELECT x'zz'"])
        expectRefused([
            "SELECT 'a\0b'", "SELECT \"a\0b\"", "SELECT 1\0", "SELECT 1 /* \0", "SELECT 'open", "SELECT \"open", "SELECT 1 /*",
            "SELECT \u{2018}a\u{2019}",
            "SELECT \u{FF07}a\u{FF07}", "SELECT\u{A0}1", "SELECT 1\u{FEFF}", "SELECT a\u{200B}b", "SELECT 1 \u{FF1B}", "SELECT \u{202E}1",
            "\u{FEFF}SELECT 1", "SELECT 1\u{7F}", "SELECT 1\u{1}",
        ])
    }

    @Test("C14 comments that MySQL and MariaDB run")
    func executableComments() {
        expectRefused(
            in: [.mysql],
            [
                "SELECT /*! 1 */", "SELECT 1 /*!50000 UNION SELECT secret FROM t */", "SELECT 1 /*M! + 1 */", "SELECT 1 /*m!100000 + 1 */",
                "/*!40101 SET x = 1 */",
                "SELECT 1 /* /*! */ + 1 */", "SELECT 1 /*!",
            ])
    }

    @Test("C19 a printed string ends where it should in every mode of the engine")
    func modes() throws {
        for value in ["\\", "\\'", "'\\", "\\\\'", "'; DROP TABLE t; --", "\\'; DROP TABLE t; -- "] {
            for dialect in Dialect.allCases {
                let printed = Expression.literal(.string(value)).printed(for: dialect)
                let quotes = printed.drop { $0 != "'" }
                // Read without escapes, as NO_BACKSLASH_ESCAPES and standard_conforming_strings have it: doubled marks, one string.
                #expect(quotes.dropFirst().dropLast().replacingPairs.contains("'") == false)
                #expect(
                    try SelectStatement.parse("SELECT \(printed)", in: dialect)
                        == SelectStatement(.select(SelectCore([.value(.literal(.string(value)))]))))
            }
        }
    }

    @Test("C30 C31 C32 C34 SQLite's statements other than SELECT")
    func sqlite() {
        expectRefused(
            in: [.sqlite],
            [
                "ATTACH 'x' AS y", "ATTACH DATABASE 'file:x?mode=rwc' AS y", "DETACH main", "VACUUM INTO 'x'", "PRAGMA user_version",
                "PRAGMA query_only = 0",
                "CREATE TEMP TABLE t (a)", "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END", "CREATE VIEW v AS SELECT 1",
                "SELECT RAISE(ABORT, 'x')",
                "SELECT a IN t", "SELECT a IN pragma_table_info('t')",
            ])
        // As a table it is a function with a name, which the list of functions judges.
        #expect(try! SelectStatement.parse("SELECT * FROM pragma_table_info('t')", in: .sqlite).called.functions.map(\.name) == ["pragma_table_info"])
    }

    @Test("C08 C17 C33 a function is found under every spelling, so that the list of functions can be applied")
    func functions() throws {
        func names(_ text: String, _ dialect: Dialect) throws -> Set<String> {
            Set(try SelectStatement.parse(text, in: dialect).called.functions.map { ($0.schema.map { "\($0)." } ?? "") + $0.name.text.lowercased() })
        }
        #expect(
            try names(
                "SELECT PG_READ_FILE('x'), \"pg_read_file\"('x'), pg_catalog.pg_read_file('x'), pg_catalog /**/ . \"pg_ls_dir\" ('x')", .postgresql)
                == ["pg_read_file", "pg_catalog.pg_read_file", "pg_catalog.pg_ls_dir"])
        #expect(try names("SELECT * FROM t, LATERAL dblink('x', 'y') AS d (a int) ORDER BY lo_import('x')", .postgresql) == ["dblink", "lo_import"])
        #expect(
            try names("SELECT Sleep(1) FROM t GROUP BY benchmark(1, 2) HAVING `get_lock`('a', 1) ORDER BY load_file ('x')", .mysql)
                == ["sleep", "benchmark", "get_lock", "load_file"])
        #expect(
            try names("WITH a AS (SELECT Load_Extension('x')) SELECT (SELECT [writefile]('x', 1)) FROM a WINDOW w AS (ORDER BY edit(1))", .sqlite)
                == ["load_extension", "writefile", "edit"])
        #expect(
            try names("SELECT CURRENT_USER, EXTRACT(YEAR FROM pg_postmaster_start_time()), TRIM(f(1)), x AT TIME ZONE g(1)", .postgresql)
                == ["current_user", "extract", "pg_postmaster_start_time", "trim", "f", "g"])
        #expect(
            try names("SELECT sum(a) FILTER (WHERE h(1)) OVER (PARTITION BY i(1) ORDER BY j(1)) FROM t LIMIT k(1) OFFSET l(1)", .postgresql)
                == ["sum", "h", "i", "j", "k", "l"])
    }

    @Test("C47 the name of a function, a type, a character set or a collation ends where it should")
    func callables() throws {
        for text in [
            "SELECT `f(1), (SELECT secret FROM t) -- `(1)", "SELECT CONVERT(a USING `x) FROM secret -- `)", "SELECT a COLLATE `x, secret`",
            "SELECT `select`(1), `count`(1)",
        ] {
            let tree = try SelectStatement.parse(text, in: .mysql)
            let printed = tree.printed(for: .mysql)
            #expect(try SelectStatement.parse(printed, in: .mysql) == tree, "\(printed)")
            #expect(try tree.tables(in: .mysql).isEmpty && SelectStatement.parse(printed, in: .mysql).tables(in: .mysql).isEmpty)
        }
        for text in [
            "SELECT \"f(1), (SELECT secret) -- \"(1)", "SELECT 1::\"int) FROM secret -- \"", "SELECT \"a b\" 'x'",
            "SELECT \"select\"(1), \"Count\"(1)",
        ] {
            let tree = try SelectStatement.parse(text, in: .postgresql)
            #expect(try SelectStatement.parse(tree.printed(for: .postgresql), in: .postgresql) == tree)
        }
        // Another type than char.
        expectRefused(in: [.postgresql], ["SELECT 'a'::\"char\"", "SELECT \"char\" 'a'", "SELECT \"interval\" '1 day'"])
    }

    @Test("C20 dynamic SQL of other engines", arguments: Dialect.allCases)
    func dynamic(dialect: Dialect) {
        expectRefused(in: [dialect], ["EXEC('x')", "EXECUTE IMMEDIATE 'x'", "SELECT * FROM OPENQUERY(s, 'x') AS t WITH (NOLOCK)", "{ call x }"])
    }

    @Test("C47 a printed name ends where it should", arguments: Dialect.allCases)
    func names(dialect: Dialect) throws {
        for name in ["a\"b", "a`b", "a]b", "\"", "``", "\"\u{301}", "`\u{301}x", "a\" FROM secret --", "a.b", "x\ny", "é", "e\u{301}", " "] {
            let tree = SelectStatement(
                .select(SelectCore([.value(.column(ColumnReference(SQLName(name), of: SQLName(name))))], from: [.table(NamedTable(SQLName(name)))])))
            #expect(try SelectStatement.parse(tree.printed(for: dialect), in: dialect) == tree, "\(name)")
        }
    }
}

extension Substring {
    /// Without pairs of quotation marks.
    fileprivate var replacingPairs: String {
        var out = ""
        var previous: Character?
        for character in self {
            if character == "'", previous == "'" {
                previous = nil
                out.removeLast()
                continue
            }
            out.append(character)
            previous = character
        }
        return out
    }
}
