import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("Semantic layer")
struct SemanticLayerTests {
    static let today = CalendarDay(2025, 6, 30)

    static let text = """
        version: 1
        tables:
          tickets:
            description: One row for each order of a visitor.
            synonyms: [deals, sold cards]
            display: code
            date: sold_at
            columns:
              q:
                synonyms: [head count]
              remark:
                hidden: true
            measures:
              takings:
                expression: q * p
                synonyms: [gate money]
            filters:
              open ticket: state IN ('new', 'held')
              refused: state = 'refused'
            metrics:
              mean group size: avg(q)
              busy clerks: count(DISTINCT clerk_id)
              big deals: count(*) FILTER (WHERE q > 2)
          clerks:
            columns:
              pin: {hidden: true}
        terms:
          the old house: Graz
        """

    private static let script: [Statement] = [
        "CREATE TABLE clerks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, pin TEXT)",
        """
        CREATE TABLE tickets (id INTEGER PRIMARY KEY, code TEXT NOT NULL, q INTEGER, p REAL, state TEXT, remark TEXT, booked_at TEXT, sold_at TEXT,
          clerk_id INTEGER REFERENCES clerks (id))
        """,
        "INSERT INTO clerks VALUES (1, 'Anna', 'Graz', '1111'), (2, 'Bela', 'Linz', '2222'), (3, 'Cleo', 'Graz', '3333')",
        """
        INSERT INTO tickets VALUES (1, 'A1', 2, 10.0, 'new', 'shy', '2024-12-30', '2025-01-02', 1),
          (2, 'A2', 3, 10.0, 'held', 'loud', '2025-01-03', '2025-02-02', 1), (3, 'A3', 1, 8.0, 'refused', 'tall', '2025-01-04', '2025-02-05', 2),
          (4, 'A4', 5, 4.0, NULL, 'late', '2025-01-05', '2025-02-06', 2)
        """,
    ]

    /// A made-up ticket office.
    private static func withOffice<R>(_ body: (SQLiteDatabase) async throws -> R) async throws -> R {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "office.sqlite"))
        try await database.write(.patient) { connection in for statement in script { try connection.execute(statement) } }
        let result = try await body(database)
        await database.close()
        return result
    }

    /// The index of the office database with a layer.
    private static func index(_ layer: String = text) async throws -> SourceIndex {
        try await withOffice { try await SourceReader.whole($0, .patient, layer: SemanticReader.read(layer).layer) }
    }

    @Test("A file is read whole, and written so that it reads the same")
    func roundTrip() throws {
        let (layer, problems) = SemanticReader.read(Self.text)
        #expect(problems.isEmpty)
        #expect(layer.tables.map(\.name) == ["tickets", "clerks"] && layer.terms.map(\.text) == ["Graz"])
        #expect(layer["tickets"]?.concepts.map(\.name) == ["takings", "open ticket", "refused", "mean group size", "busy clerks", "big deals"])
        let written = SemanticWriter.text(layer, comment: "two\n\nlines")
        let again = SemanticReader.read(written)
        #expect(again.problems.isEmpty, "\(written)")
        #expect(SemanticWriter.text(again.layer, comment: "two\n\nlines") == written)
        var odd = SemanticLayer()
        odd.terms = [SemanticLayer.Term(name: "yes: \"#'\\", text: "a\u{1F}b & *c\nd")]
        #expect(SemanticReader.read(SemanticWriter.text(odd)).layer.terms.map(\.name) == ["yes: \"#'\\"])
    }

    @Test(
        "An invalid file of a semantic layer is reported with the line",
        arguments: [
            ("tables: [", 2, "YAML"), ("tables:\n  a:\n    hidden: perhaps\n", 3, "true or false"), ("tabels: {}\n", 1, "no member 'tabels'"),
            ("tables:\n  a:\n    measures:\n      m: {expression: }\n", 4, "expected an expression"), ("version: 2\n", 1, "1 is expected"),
            ("tables:\n  a: &x\n    hidden: true\n", 2, "anchors"), ("tables:\n  a:\n    synonyms: {a: b}\n", 3, "expected a text"),
            ("terms:\n  a: x\n  a: y\n", 0, "written twice"),
            ("tables: " + String(repeating: "[", count: 5_000), 1, "nested too deep"),
            (String(repeating: "- ", count: 5_000), 1, "nested too deep"),
            ("a: " + String(repeating: "x", count: 300_000), 0, "at most 262144 bytes"),
        ])
    func malformed(text: String, line: Int, reason: String) {
        let problems = SemanticReader.read(text).problems
        #expect(problems.contains { (line == 0 || $0.line == line) && $0.reason.contains(reason) }, "\(problems)")
    }

    @Test("An empty file is a layer without entries", arguments: ["", "# nothing\n", "tables:\nterms:\n"])
    func empty(text: String) {
        let (layer, problems) = SemanticReader.read(text)
        #expect(layer == SemanticLayer() && problems.isEmpty)
    }

    @Test(
        "An entry that names nothing is an error with the nearest name, and an expression is one value of one row",
        arguments: [
            ("  ticket: {}", "no table 'ticket'; did you mean 'tickets'?"), ("  tickets: {display: cod}", "no column 'cod'; did you mean 'code'?"),
            ("  tickets: {date: sold}", "no column 'sold'"), ("  tickets: {columns: {stat: {}}}", "did you mean 'state'?"),
            ("  tickets: {measures: {m: q * prize}}", "no column 'prize'"), ("  tickets: {measures: {m: sum(q)}}", "of each row"),
            ("  tickets: {measures: {m: (SELECT 1)}}", "queries inside"), ("  tickets: {measures: {m: 1 FROM clerks}}", "one expression"),
            ("  tickets: {measures: {m: 'q; DROP TABLE clerks'}}", "expected"), ("  tickets: {measures: {m: 'q, p'}}", "one expression"),
            ("  tickets: {measures: {m: tickets.q}}", "without it"), ("  tickets: {filters: {m: count(*) > 1}}", "cannot contain an aggregate"),
            ("  tickets: {metrics: {m: q + 1}}", "one call of"), ("  tickets: {metrics: {m: sum(avg(q))}}", "once"),
            ("  tickets: {metrics: {m: sum(q) OVER ()}}", "one call of"), ("  tickets: {measures: {more than: q}}", "is a word of questions"),
            ("  tickets: {measures: {m: q}, metrics: {m: sum(q)}}", "a name of 'm' already"), ("  tickets: {synonyms: ['?']}", "letters and digits"),
            ("  tickets: {display: code, columns: {code: {hidden: true}}}", "is hidden"),
            ("  tickets: {columns: {q: {hidden: true}}, measures: {m: q}}", "no column 'q'"),
            ("  tickets: {measures: {m: load_extension(q)}}", "function 'load_extension' is not allowed"),
            ("  tickets: {metrics: {m: sum(CAST(q AS secret))}}", "the type 'secret' is not allowed"),
        ])
    func checked(entry: String, reason: String) async throws {
        let (layer, problems) = SemanticReader.read("tables:\n" + entry)
        try #require(problems.isEmpty, "\(problems)")
        let tables = try await Self.withOffice { TableOutline.all(of: try await $0.reflect(.patient)) }
        let found = SemanticCheck.problems(layer, tables: tables, in: .sqlite)
        #expect(found.contains { $0.reason.contains(reason) && $0.line > 0 }, "\(found)")
    }

    @Test(
        "Questions may use the names of the layer, exact as those of the schema",
        arguments: [
            ("How many deals are there?", "SELECT count(*) AS `count` FROM `tickets`"),
            ("How many sold cards are there?", "SELECT count(*) AS `count` FROM `tickets`"),
            ("What are the takings?", "SELECT sum((`q` * `p`)) AS `takings` FROM `tickets`"),
            ("gate money", "SELECT sum((`q` * `p`)) AS `takings` FROM `tickets`"),
            ("average takings", "SELECT avg((`q` * `p`)) AS `takings` FROM `tickets`"),
            ("highest head count of tickets", "SELECT max(`q`) AS `highest_q` FROM `tickets`"),
            ("How many open tickets are there?", "SELECT count(*) AS `count` FROM `tickets` WHERE `state` IN ('new', 'held')"),
            ("How many tickets are refused?", "SELECT count(*) AS `count` FROM `tickets` WHERE `state` = 'refused'"),
            ("mean group size", "SELECT avg(`q`) AS `mean_group_size` FROM `tickets`"),
            ("busy clerks", "SELECT count(DISTINCT `clerk_id`) AS `busy_clerks` FROM `tickets`"),
        ])
    func names(question: String, sql: String) async throws {
        let reading = QuestionEngine(try await Self.index(), today: Self.today).read(question)
        let printed = reading.statement?.printed(for: .sqlite).replacing("((", with: "(").replacing("))", with: ")")
        #expect(printed == sql.replacing("((", with: "(").replacing("))", with: ")"), "\(reading.reason ?? "") \(reading.unused)")
        #expect(reading.status == .answered)
    }

    @Test(
        "Measures are summed up for each group of a question, and their table is joined",
        arguments: [
            ("takings per month", [["2025-01", "20.0"], ["2025-02", "58.0"]]), ("takings by town", [["Graz", "50.0"], ["Linz", "28.0"]]),
            ("Which clerk has the highest takings?", [["Anna"]]), ("clerks with takings above 30", [["Anna"]]),
            ("big deals per month", [["2025-01", "0"], ["2025-02", "2"]]), ("How many tickets are not refused?", [["3"]]),
            ("How many tickets are there in February 2025?", [["3"]]), ("How many tickets in the old house?", [["2"]]),
        ])
    func computed(question: String, rows: [[String]]) async throws {
        let index = try await Self.index()
        let words = SemanticReader.read(Self.text).layer.expanded(question).text
        let reading = QuestionEngine(index, today: Self.today).read(words)
        let sql = try #require(reading.statement?.printed(for: .sqlite), "\(reading.reason ?? "") \(reading.unused)")
        #expect(reading.status == .answered, "\(sql) \(reading.confidence) \(reading.unused)")
        #expect(try await Self.rows(of: sql).sorted { $0.description < $1.description } == rows, "\(sql)")
    }

    @Test("Hidden columns are never read, named or shown, and still join tables")
    func hidden() async throws {
        let layer = "tables:\n  tickets: {columns: {remark: {hidden: true}, clerk_id: {hidden: true}}}\n  clerks: {hidden: true}\n"
        let index = try await Self.index(layer)
        #expect(index.tables.flatMap(\.columns).map(\.name).sorted() == ["booked_at", "clerk_id", "code", "id", "id", "p", "q", "sold_at", "state"])
        let engine = QuestionEngine(index, today: Self.today)
        for question in ["remarks of tickets", "tickets with remark loud", "names of clerks", "How many tickets of Anna?"] {
            #expect(engine.read(question).status != .answered, "\(question)")
        }
        let everything = engine.read("Show all information about the tickets").statement?.printed(for: .sqlite) ?? ""
        #expect(everything.contains("`state`") && !everything.contains("remark") && !everything.contains("clerk_id"), "\(everything)")
    }

    private static func rows(of sql: String) async throws -> [[String]] {
        try await withOffice { database in
            try await database.read(.patient) { connection in
                try connection.all(Statement(verbatim: sql)) { row in (0..<row.columnCount).map { row.text($0) ?? "" } }
            }
        }
    }
}
