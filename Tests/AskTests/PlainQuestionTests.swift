import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// Rules of English and of schemas, each on a small fictional library: a question returns the rows of the reference, and an unknown
/// question none.
@Suite("Plain questions")
struct PlainQuestionTests {
    @Test(
        "A question gives the rows of its reference",
        arguments: [
            ("Which towns do the readers live in?", "SELECT DISTINCT town FROM readers"),
            ("Please, which towns do the readers live in?", "SELECT DISTINCT town FROM readers"),
            ("What genres of books are there?", "SELECT DISTINCT genre FROM books"),
            ("List the titles of books, newest first", "SELECT title FROM books ORDER BY published_year DESC"),
            (
                "List the titles and published years of books by authors from Linz, newest first",
                "SELECT b.title, b.published_year FROM books b JOIN authors a ON a.id = b.author_id WHERE a.town = 'Linz' ORDER BY b.published_year DESC"
            ),
            ("How many books are in the library's catalogue?", "SELECT count(*) FROM books"),
            ("Who wrote \"Spelt\"?", "SELECT a.name FROM authors a JOIN books b ON b.author_id = a.id WHERE b.title = 'Spelt'"),
            ("Which books have never been borrowed?", "SELECT title FROM books WHERE id NOT IN (SELECT book_id FROM loans)"),
            (
                "Which books have been borrowed at least twice?",
                "SELECT b.title FROM books b JOIN loans l ON l.book_id = b.id GROUP BY b.id HAVING count(*) >= 2"
            ),
            ("Which readers have no phone recorded?", "SELECT name FROM readers WHERE phone IS NULL"),
            (
                "Which readers have neither loans nor quizzes?",
                "SELECT name FROM readers WHERE id NOT IN (SELECT reader_id FROM loans) AND id NOT IN (SELECT reader_id FROM quizzes)"
            ),
            ("Which towns are home to both an author and a reader?", "SELECT town FROM authors INTERSECT SELECT town FROM readers"),
            ("Show the names of readers along with their phones", "SELECT name, phone FROM readers"),
            (
                "Find the number of books with more than 95 pages by genre",
                "SELECT genre, count(*) FROM books WHERE pages > 95 GROUP BY genre"
            ),
            ("Count how many books there are", "SELECT count(*) FROM books"),
            ("How many loans have not been returned yet please", "SELECT count(*) FROM loans WHERE returned_on IS NULL"),
            (
                "Which readers failed a quiz?",
                "SELECT name FROM readers WHERE id IN (SELECT reader_id FROM quizzes WHERE outcome = 'Fail')"
            ),
            ("How many loans were returned in 2025?", "SELECT count(*) FROM loans WHERE returned_on LIKE '2025%'"),
            ("How many types of books has Anna borrowed?", "SELECT count(DISTINCT book_id) FROM loans WHERE reader_id = 1"),
        ])
    func patterns(question: String, reference: String) async throws {
        try await Self.withLibrary { database, index in
            let reading = await Reading.probed(question, index, on: database)
            let printed = reading.status == .answered ? reading.statement?.printed(for: .sqlite) : nil
            let sql = try #require(printed, "\(question): \(reading.reason ?? "")")
            let isRight = try await ResultRows(reference, on: database, .patient).agree(with: ResultRows(sql, on: database, .patient))
            #expect(isRight, "\(question): \(sql)")
        }
    }

    @Test(
        "An unknown word prevents an answer",
        arguments: [
            "Which genre has the most stolen books?", "What are the median pages of books?", "How many books does each author have on Tuesdays?",
            "Which readers never complained?", "How many readers do not have loans in Zanzibar?", "What is the most common kind of author?",
            "Which books have never been borrowed by readers who never complained?",
        ])
    func declined(question: String) async throws {
        try await Self.withLibrary { database, index in
            let reading = await Reading.probed(question, index, on: database)
            #expect(reading.status != .answered, "\(question): \(reading.interpretation)")
        }
    }

    private static func withLibrary(_ body: (any Database, SourceIndex) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "library.sqlite"))
        try await database.write(.patient) { connection in
            let statements: [Statement] = [
                "CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT)",
                "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES authors (id), "
                    + "genre TEXT, published_year INTEGER, pages INTEGER)",
                "CREATE TABLE readers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, phone TEXT)",
                "CREATE TABLE loans (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), "
                    + "book_id INTEGER NOT NULL REFERENCES books (id), taken_on DATE, returned_on DATE)",
                "CREATE TABLE quizzes (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), outcome TEXT)",
                "INSERT INTO authors VALUES (1, 'Ida', 'Linz'), (2, 'Jan', 'Steyr')",
                "INSERT INTO books VALUES (1, 'Rye', 1, 'crime', 2001, 100), (2, 'Spelt', 2, 'crime', 1999, 250), (3, 'Corn', 1, 'travel', 2010, 90)",
                "INSERT INTO books VALUES (4, 'Oats', 2, 'poetry', 2005, 120)",
                "INSERT INTO readers VALUES (1, 'Anna', 'Graz', '12'), (2, 'Bela', 'Linz', NULL), (3, 'Cleo', 'Graz', '34'), (4, 'Dora', 'Wels', '56')",
                "INSERT INTO loans VALUES (1, 1, 1, '2024-12-02', '2025-01-02'), (2, 1, 2, '2025-02-03', NULL), (3, 2, 3, '2025-02-04', '2025-02-09')",
                "INSERT INTO loans VALUES (4, 3, 1, '2025-03-01', '2025-03-05')",
                "INSERT INTO quizzes VALUES (1, 1, 'Pass'), (2, 2, 'Fail'), (3, 2, 'Fail'), (4, 3, 'Pass')",
            ]
            for statement in statements { try connection.execute(statement) }
        }
        let index = try await SourceReader.whole(database, .patient)
        try await body(database, index)
        await database.close()
    }
}
