import SQL
import SQLGuard
import SQLSyntax
import SeededRandom

/// Generates statements of one dialect over the tables of ``GuardFuzzTests`` from a seed. Most are plain reads; some ask for hidden data,
/// change data, or are invalid SQL.
struct StatementGrammar {
    let dialect: Dialect
    private var random: SeededGenerator
    private var aliases = 0

    init(_ dialect: Dialect, seed: UInt64) {
        self.dialect = dialect
        random = SeededGenerator(sequence: seed)
    }

    // MARK: Chance

    private mutating func number(below limit: Int) -> Int { random.below(limit) }
    private mutating func chance(percent: Int) -> Bool { number(below: 100) < percent }
    private mutating func one<T>(_ all: [T]) -> T { all[number(below: all.count)] }

    // MARK: Statements

    /// A table in scope: its alias and which kind of columns it has.
    private struct Source {
        let alias: String
        let numbers: [String]
        let texts: [String]
    }

    mutating func statement() -> String {
        var text = query(3)
        if chance(percent: 25) { text = withAttack(text) }
        if chance(percent: 8) { text = damaged(text) }
        return text
    }

    private mutating func query(_ depth: Int) -> String {
        guard depth > 1, chance(percent: 20) else { return select(depth) }
        switch number(below: 3) {
        case 0: return "\(select(depth - 1, items: 2)) \(one(["UNION", "UNION ALL", "EXCEPT", "INTERSECT"])) \(select(depth - 1, items: 2))"
        case 1:
            let name = one(["w", "people", "notes"])
            return "WITH \(name) AS (\(select(depth - 1, named: true))) SELECT count(*), min(x0) FROM \(name)"
        default: return "SELECT d.x0 FROM (\(select(depth - 1, named: true))) d WHERE d.x0 IS NOT NULL"
        }
    }

    private mutating func select(_ depth: Int, items: Int = 0, named: Bool = false) -> String {
        var sources: [Source] = []
        let from = self.from(depth, &sources)
        let isGrouped = items == 0 && !named && chance(percent: 15)
        var list: [String] = []
        if named {
            list = ["\(text(sources, depth - 1)) AS x0", "\(numeric(sources, depth - 1)) AS x1"]
        } else if isGrouped {
            list = [column(sources, ofText: true), "count(*)", "max(\(numeric(sources, depth - 1)))"]
        } else if items == 0, chance(percent: 20) {
            list = [chance(percent: 50) ? "*" : "\(one(sources).alias).*"]
        } else {
            for index in 0..<(items == 0 ? 1 + number(below: 3) : items) {
                list.append(index == 0 ? text(sources, depth - 1) : numeric(sources, depth - 1))
            }
        }
        var out = "SELECT \(chance(percent: 10) ? "DISTINCT " : "")\(list.joined(separator: ", ")) FROM \(from)"
        if chance(percent: 60) { out += " WHERE \(condition(sources, depth))" }
        if isGrouped {
            out += " GROUP BY \(list[0])"
            if chance(percent: 40) { out += " HAVING count(*) > \(number(below: 3))" }
        }
        if items == 0, !named, chance(percent: 30) { out += " ORDER BY 1\(chance(percent: 50) ? " DESC" : "")" }
        if items == 0, !named, chance(percent: 25) { out += " LIMIT \(number(below: 9))" }
        return out
    }

    private mutating func from(_ depth: Int, _ sources: inout [Source]) -> String {
        let first = table(&sources)
        guard depth > 1, chance(percent: 35) else { return first }
        let left = sources[0]
        let second = table(&sources)
        let right = sources[1]
        switch number(below: 4) {
        case 0: return "\(first) CROSS JOIN \(second)"
        case 1: return "\(first), \(second)"
        case 2: return "\(first) LEFT JOIN \(second) ON \(left.alias).id = \(right.alias).id"
        default: return "\(first) JOIN \(second) ON \(left.alias).id \(one(["=", "<", ">="])) \(right.alias).id AND \(condition(sources, 1))"
        }
    }

    private mutating func table(_ sources: inout [Source]) -> String {
        aliases += 1
        let alias = "t\(aliases)"
        let (name, numbers, texts) = one([("people", ["id", "team_id"], ["name", "region"]), ("notes", ["id", "num"], ["body"])])
        sources.append(Source(alias: alias, numbers: numbers, texts: texts))
        return "\(name) \(chance(percent: 50) ? "AS " : "")\(alias)"
    }

    private mutating func column(_ sources: [Source], ofText: Bool) -> String {
        let source = one(sources)
        return "\(source.alias).\(one(ofText ? source.texts : source.numbers))"
    }

    private mutating func numeric(_ sources: [Source], _ depth: Int) -> String {
        guard depth > 0 else { return chance(percent: 60) ? column(sources, ofText: false) : String(number(below: 50)) }
        switch number(below: 9) {
        case 0: return "(\(numeric(sources, depth - 1)) \(one(["+", "-", "*", "/", "%"])) \(numeric(sources, depth - 1)))"
        case 1: return "abs(\(numeric(sources, depth - 1)))"
        case 2: return "length(\(text(sources, depth - 1)))"
        case 3: return "(SELECT count(*) FROM \(one(["people", "notes"])))"
        case 4: return "CASE WHEN \(condition(sources, depth - 1)) THEN \(numeric(sources, depth - 1)) ELSE 0 END"
        case 5: return "coalesce(\(numeric(sources, depth - 1)), 0)"
        case 6: return "row_number() OVER (ORDER BY \(column(sources, ofText: false)))"
        default: return column(sources, ofText: false)
        }
    }

    private mutating func text(_ sources: [Source], _ depth: Int) -> String {
        guard depth > 0 else { return chance(percent: 70) ? column(sources, ofText: true) : literal() }
        switch number(below: 8) {
        case 0: return "\(one(["lower", "upper", "trim"]))(\(text(sources, depth - 1)))"
        case 1: return "replace(\(text(sources, depth - 1)), \(literal()), \(literal()))"
        case 2: return dialect == .mysql ? "concat(\(text(sources, depth - 1)), \(literal()))" : "(\(text(sources, depth - 1)) || \(literal()))"
        case 3: return "CASE WHEN \(condition(sources, depth - 1)) THEN \(text(sources, depth - 1)) ELSE \(literal()) END"
        case 4: return "(SELECT max(body) FROM notes)"
        default: return column(sources, ofText: true)
        }
    }

    private mutating func literal() -> String { one(["'a'", "'n%'", "''", "'it''s'", "'north'", "'--'", "'/*'", "';'", "'%'"]) }

    private mutating func condition(_ sources: [Source], _ depth: Int) -> String {
        guard depth > 0 else { return "\(numeric(sources, 0)) \(one(["=", "<>", "<", ">"])) \(numeric(sources, 0))" }
        switch number(below: 9) {
        case 0: return "(\(condition(sources, depth - 1)) \(one(["AND", "OR"])) \(condition(sources, depth - 1)))"
        case 1: return "NOT (\(condition(sources, depth - 1)))"
        case 2: return "\(text(sources, depth - 1)) LIKE \(literal())"
        case 3: return "EXISTS (SELECT 1 FROM \(one(["people", "notes"])) e WHERE e.id = \(column(sources, ofText: false)))"
        case 4: return "\(numeric(sources, 0)) IN (SELECT id FROM \(one(["people", "notes"])))"
        case 5: return "\(text(sources, depth - 1)) IS \(chance(percent: 50) ? "NOT " : "")NULL"
        case 6: return one(["1 = 1", "1 OR 1 = 1", "true"])
        default: return "\(numeric(sources, depth - 1)) \(one(["=", "<>", "<", ">=", "<="])) \(numeric(sources, depth - 1))"
        }
    }

    // MARK: Attacks

    /// Adds an attempt to read hidden data, or something that is not a read, at any position of the text.
    private mutating func withAttack(_ text: String) -> String {
        switch number(below: 5) {
        case 0:
            return swap(
                text, one(["team_id", "num", "name", "body", "region"]),
                for: one(["ssn", "salary", "\"ssn\"", "`ssn`", "ctid", "rowid", "tableoid", "SSN"]))
        case 1:
            let hidden = [
                "secrets", "main.secrets", "public.secrets", "\"secrets\"", "`secrets`", "sqlite_master", "pg_shadow", "mysql.user",
                "information_schema.tables",
            ]
            return swap(text, one(["people", "notes"]), for: one(hidden))
        case 2: return swap(text, one(["abs", "lower", "upper", "length", "coalesce", "trim"]), for: one(Self.functions))
        case 3: return text + one(Self.suffixes)
        default: return one(Self.prefixes) + text
        }
    }

    /// Puts something in the place of one word of the text.
    private mutating func swap(_ text: String, _ word: String, for other: String) -> String {
        let parts = text.split(separator: word, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        let place = 1 + number(below: parts.count - 1)
        return parts[..<place].joined(separator: word) + other + parts[place...].joined(separator: word)
    }

    private static let functions = [
        "load_extension", "pg_read_file", "load_file", "pg_sleep", "sleep", "randomblob", "query_to_xml", "lo_import", "readfile", "leak",
        "benchmark", "set_config",
        "fts3_tokenizer", "pg_notify", "get_lock", "dblink", "to_json", "row_to_json", "json_object", "count", "max", "hex",
    ]
    private static let suffixes = [
        "; DELETE FROM people", "; COMMIT; DROP TABLE notes", " FOR UPDATE", " INTO OUTFILE '/tmp/gatehouse-fuzz'", " LOCK IN SHARE MODE",
        " /*! INTO OUTFILE '/tmp/gatehouse-fuzz' */",
        " --", " /*", "'", " UNION SELECT ssn FROM people", " UNION ALL SELECT value FROM secrets", " LIMIT 1 OFFSET (SELECT count(*) FROM secrets)",
        " ORDER BY (SELECT max(ssn) FROM people)", ";", " RETURNING *", " PROCEDURE ANALYSE()", " FETCH FIRST 1 ROW ONLY",
    ]
    private static let prefixes = [
        "DELETE FROM people; ", "EXPLAIN ANALYZE ", "EXPLAIN ", "WITH x AS (DELETE FROM people RETURNING *) ", "WITH secrets AS (SELECT 1 AS id) ",
        "CREATE TABLE stolen AS ",
        "INSERT INTO people ", "COPY (", "PRAGMA query_only = 0; ", "ATTACH '/tmp/gatehouse-fuzz' AS f; ", "SET sql_mode = ''; ", "BEGIN; ",
        "/*!50000 DELETE FROM people */ ", "(",
        "DO ", "CALL ", "SELECT * INTO stolen FROM people; ", "\u{0}", "\u{feff}",
    ]

    /// A few characters dropped, doubled or exchanged.
    private mutating func damaged(_ text: String) -> String {
        var characters = Array(text.unicodeScalars)
        for _ in 0..<1 + number(below: 3) where characters.count > 2 {
            let place = number(below: characters.count)
            switch number(below: 4) {
            case 0: characters.remove(at: place)
            case 1: characters.insert(characters[number(below: characters.count)], at: place)
            case 2: characters.swapAt(place, number(below: characters.count))
            default: characters[place] = one(Array("'\"`;()[]-/*\\%$@!?\0\u{301}日".unicodeScalars))
            }
        }
        return String(String.UnicodeScalarView(characters))
    }
}
