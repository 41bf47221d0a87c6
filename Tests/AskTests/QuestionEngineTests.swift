import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("QuestionEngine")
struct QuestionEngineTests {
    @Test(
        "Simple questions on one table become the expected SQL",
        arguments: [
            ("How many bakers are there?", "SELECT count(*) AS `count` FROM `baker`"),
            ("What is the average age of the bakers?", "SELECT avg(`age`) AS `average_age` FROM `baker`"),
            ("Names of bakers older than 30", "SELECT `name` FROM `baker` WHERE `age` > 30"),
            ("Who is the oldest baker?", "SELECT `name` FROM `baker` ORDER BY `age` DESC LIMIT 1"),
            (
                "Which bakers have more than one loaf?",
                "SELECT `t1`.`name` FROM `baker` AS `t1` JOIN `loaf` AS `t2` ON `t2`.`baker_id` = `t1`.`id` GROUP BY `t1`.`id`, `t1`.`name` HAVING count(*) > 1"
            ),
            (
                "How many loaves does each baker have?",
                "SELECT `t2`.`name`, count(*) AS `count` FROM `loaf` AS `t1` JOIN `baker` AS `t2` ON `t1`.`baker_id` = `t2`.`id` GROUP BY `t2`.`id`, `t2`.`name`"
            ),
            (
                "Bakers without a loaf",
                "SELECT `t1`.`name` FROM `baker` AS `t1` WHERE NOT EXISTS (SELECT 1 FROM `loaf` AS `s1` WHERE `s1`.`baker_id` = `t1`.`id`)"
            ),
            ("Top 2 bakers by age", "SELECT `name` FROM `baker` ORDER BY `age` DESC LIMIT 2"),
            ("Which towns have at least two bakers?", "SELECT `town` FROM `baker` GROUP BY `town` HAVING count(*) >= 2"),
            ("How many bakers live in Graz?", "SELECT count(*) AS `count` FROM `baker` WHERE `town` = 'Graz'"),
        ])
    func simple(question: String, sql: String) async throws {
        let index = try await Bakery.index()
        let reading = QuestionEngine(index, today: CalendarDay(2025, 6, 30)).read(question)
        #expect(reading.statement?.printed(for: .sqlite) == sql)
        #expect(reading.status == .answered)
    }

    @Test(
        "Rows that refer to their own table have a part of their own, that both can be spoken of in one question",
        arguments: [
            (
                "Who is the mentor of Bela?",
                "SELECT `t1`.`name` FROM `baker` AS `t1` JOIN `baker` AS `t2` ON `t2`.`mentor_id` = `t1`.`id` WHERE `t2`.`name` = 'Bela'"
            ),
            (
                "bakers mentored by Anna",
                "SELECT `t1`.`name` FROM `baker` AS `t1` JOIN `baker` AS `t2` ON `t1`.`mentor_id` = `t2`.`id` WHERE `t2`.`name` = 'Anna'"
            ),
            (
                "oldest baker of each town",
                "SELECT `town`, `name` FROM (SELECT `town` AS `town`, `name` AS `name`, row_number() OVER (PARTITION BY `town` ORDER BY `age` DESC, `id` ASC) AS `place` FROM `baker`) AS `ranked` WHERE `place` <= 1 ORDER BY `town` ASC, `place` ASC"
            ),
        ])
    func ownTable(question: String, sql: String) async throws {
        let reading = QuestionEngine(try await Bakery.index(hasMentors: true), today: CalendarDay(2025, 6, 30)).read(question)
        #expect(reading.statement?.printed(for: .sqlite) == sql)
        #expect(reading.status == .answered)
    }

    @Test("Where it is not said whose it is, nothing is answered")
    func unclearPart() async throws {
        let engine = QuestionEngine(try await Bakery.index(hasMentors: true), today: CalendarDay(2025, 6, 30))
        #expect(engine.read("revenue growth of bakers").status != .answered)
        #expect(engine.read("number of bakers compared with the month before").status != .answered)
    }

    @Test("The same question gives the same SQL, byte for byte")
    func deterministic() async throws {
        let question = "What is the average price of loaves for each baker from Graz?"
        let first = QuestionEngine(try await Bakery.index(), today: CalendarDay(2025, 6, 30)).read(question)
        let second = QuestionEngine(try await Bakery.index(), today: CalendarDay(2025, 6, 30)).read(question)
        #expect(first.statement != nil)
        #expect(first.statement?.printed(for: .sqlite) == second.statement?.printed(for: .sqlite))
    }

    @Test("A question that asks to change data is declined")
    func change() async throws {
        let reading = QuestionEngine(try await Bakery.index(), today: CalendarDay(2025, 6, 30)).read("Delete all bakers from Graz")
        #expect(reading.status == .declined)
        #expect(reading.statement == nil)
    }

    @Test("An unknown question is declined, and the unknown words are listed")
    func declined() async throws {
        let index = try await Bakery.index()
        let reading = QuestionEngine(index, today: CalendarDay(2025, 6, 30)).read("How many bakers have submarines?")
        #expect(reading.status == .declined)
        #expect(reading.unused == ["submarines"])
    }
}

/// A small made-up database.
enum Bakery {
    static func index(hasMentors: Bool = false) async throws -> SourceIndex {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "bakery.sqlite"))
        try await database.write(.patient) { connection in
            let statements: [Statement] = [
                "CREATE TABLE baker (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, town TEXT)",
                "CREATE TABLE loaf (id INTEGER PRIMARY KEY, title TEXT, price REAL, baker_id INTEGER REFERENCES baker (id))",
                "INSERT INTO baker VALUES (1, 'Anna', 31, 'Graz'), (2, 'Bela', 45, 'Linz'), (3, 'Cleo', 27, 'Graz')",
                "INSERT INTO loaf VALUES (1, 'Rye', 4.5, 1), (2, 'Spelt', 5.25, 1), (3, 'Corn', 3.75, 2)",
            ]
            for statement in statements { try connection.execute(statement) }
            if hasMentors {
                try connection.execute("ALTER TABLE baker ADD COLUMN mentor_id INTEGER REFERENCES baker (id)")
                try connection.execute("UPDATE baker SET mentor_id = 1 WHERE id > 1")
            }
        }
        let index = try await SourceReader.whole(database, .patient)
        await database.close()
        return index
    }
}
