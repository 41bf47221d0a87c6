import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// Patterns of questions on a small fictional library: a question returns the rows of the reference.
@Suite("Patterns of questions")
struct QuestionPatternTests {
    @Test(
        "A question gives the rows of its reference",
        arguments: [
            ("Which towns have more than one reader?", "SELECT town FROM readers GROUP BY town HAVING count(*) > 1"),
            ("Names of readers who borrow more than 1 book", "SELECT name FROM readers WHERE id = 1"),
            ("readers by town", "SELECT town, count(*) FROM readers GROUP BY town"),
            ("List the titles of books sorted by pages in descending order, the first 2", "SELECT title FROM books ORDER BY pages DESC LIMIT 2"),
            ("Find books in shelf 1", "SELECT title FROM books WHERE shelf = 1"),
            ("What are the titles of teh books on shelf 1?", "SELECT title FROM books WHERE shelf = 1"),
            ("Which readers never borrowed a book?", "SELECT name FROM readers WHERE id = 3"),
            (
                "Show the titles of books whose pages are more than the average",
                "SELECT title FROM books WHERE pages > (SELECT avg(pages) FROM books)"
            ),
            ("How many loans does each reader have?", "SELECT r.name, count(*) FROM readers r JOIN loans l ON l.reader_id = r.id GROUP BY r.id"),
        ])
    func patterns(question: String, reference: String) async throws {
        try await Self.withLibrary { database, index in
            let reading = await Reading.probed(question, index, on: database)
            let printed = reading.status == .answered ? reading.statement?.printed(for: .sqlite) : nil
            let sql = try #require(printed, "\(question): \(reading.reason ?? "")")
            let bounds = CallBounds.patient
            let isRight = try await ResultRows(reference, on: database, bounds).agree(with: ResultRows(sql, on: database, bounds))
            #expect(isRight, "\(question): \(sql)")
        }
    }

    @Test("An unknown name is never ignored, even if its word usually has no meaning")
    func contentWords() async throws {
        try await Self.withLibrary { _, index in
            let engine = QuestionEngine(index, today: CalendarDay(2025, 6, 30))
            for question in [
                "How many orders per name?", "How many visits are there?", "purchases per town", "Show all orders", "the number of orders of Anna",
            ] {
                #expect(engine.read(question).status != .answered, "\(question)")
            }
        }
    }

    @Test("Requested rows that a join duplicates are listed once")
    func listedOnce() async throws {
        try await Self.withLibrary { database, index in
            let reading = await Reading.probed("Names of readers with a loan of a book on shelf 1", index, on: database)
            #expect(reading.statement?.printed(for: .sqlite).hasPrefix("SELECT DISTINCT") == true, "\(reading.interpretation)")
        }
    }

    private static func withLibrary(_ body: (any Database, SourceIndex) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "library.sqlite"))
        try await database.write(.patient) { connection in
            let statements: [Statement] = [
                "CREATE TABLE readers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT)",
                "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER, shelf INTEGER)",
                "CREATE TABLE loans (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), "
                    + "book_id INTEGER NOT NULL REFERENCES books (id), taken_on DATE)",
                "INSERT INTO readers VALUES (1, 'Anna', 'Graz'), (2, 'Bela', 'Linz'), (3, 'Cleo', 'Graz')",
                "INSERT INTO books VALUES (1, 'Rye', 100, 1), (2, 'Spelt', 250, 1), (3, 'Corn', 90, 2)",
                "INSERT INTO loans VALUES (1, 1, 1, '2025-01-02'), (2, 1, 2, '2025-02-03'), (3, 2, 3, '2025-02-04')",
            ]
            for statement in statements { try connection.execute(statement) }
        }
        let index = try await SourceReader.whole(database, .patient)
        try await body(database, index)
        await database.close()
    }
}
