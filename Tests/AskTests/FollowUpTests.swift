import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("Follow-ups")
struct FollowUpTests {
    @Test(
        "Independent questions that begin like a change are recognized",
        arguments: [
            ("and by region?", true), ("only 2024", true), ("as a percentage", true), ("without Graz", true), ("sort by name", true), ("why?", true),
            ("what about Linz?", true), ("and in 2023?", true), ("top 5", true), ("per month", true), ("monthly", true),
            ("the other way round", true),
            ("How many bakers are there?", false), ("top 5 bakers by age", false), ("bakers without a loaf", false), ("and", false), ("by", false),
            ("Which towns have bakers?", false), ("", false), ("why are sales down", false),
        ])
    func recognized(question: String, isFollowUp: Bool) {
        #expect((FollowUp(question) != nil) == isFollowUp)
    }

    @Test(
        "A change of the question before changes its logical form",
        arguments: [
            (["How many loaves are there?", "by town?"], [["Graz", "3"], ["Linz", "1"]]),
            (["How many loaves per town?", "and by baker?"], [["Graz", "Anna", "2"], ["Graz", "Cleo", "1"], ["Linz", "Bela", "1"]]),
            (["How many loaves are there?", "only 2024"], [["2"]]), (["How many loaves are there?", "and in 2025?"], [["2"]]),
            (["How many loaves are there?", "only 2024", "what about 2025?", "by town"], [["Graz", "1"], ["Linz", "1"]]),
            (["How many loaves per town?", "as a percentage"], [["Graz", "75.0"], ["Linz", "25.0"]]),
            (["How many loaves per town?", "without Graz"], [["Linz", "1"]]),
            (["How many loaves in Graz?", "what about Linz?"], [["1"]]), (["How many loaves in Graz?", "and Linz?"], [["1"]]),
            (["How many loaves are there?", "only the town Graz"], [["3"]]), (["How many loaves are there?", "only Graz bakers"], [["3"]]),
            (["How many loaves per baker?", "top 1"], [["Anna", "2"]]),
            (["Names of bakers", "sort by name descending"], [["Cleo"], ["Bela"], ["Anna"]]),
            (["Names of bakers sorted by age", "the other way round"], [["Bela"], ["Anna"], ["Cleo"]]),
            (["Names of bakers", "only Graz"], [["Anna"], ["Cleo"]]),
            (["How many loaves are there?", "per year"], [["2024", "2"], ["2025", "2"]]),
            (["What is the total price of loaves?", "by baker", "sort by price"], [["Anna", "9.75"], ["Bela", "3.75"], ["Cleo", "2.0"]]),
        ])
    func changed(turns: [String], rows: [[String]]) async throws {
        let (reading, found) = try await Self.answer(turns)
        #expect(reading.status == .answered, "\(reading.reason ?? "")")
        let isOrdered = reading.form?.order.isEmpty == false
        // Keys of groups are not shown.
        #expect(isOrdered ? found == rows : found.sorted { $0.description < $1.description } == rows, "\(reading.interpretation)")
    }

    @Test(
        "A change that makes no sense is declined with the reason, and nothing is guessed",
        arguments: [
            (["Names of bakers", "by town"], "lists rows"), (["Names of bakers", "as a percentage"], "percentage"),
            (["How many loaves in Graz?", "without Graz"], "Nothing would be left"), (["Names of bakers", "top 3"], "by what to order"),
            (["Names of bakers", "the other way round"], "no order"),
            (["What is the average price of loaves per town?", "as a percentage"], "Only counts and sums"),
        ])
    func declined(turns: [String], reason: String) async throws {
        let (reading, _) = try await Self.answer(turns)
        #expect(reading.status == .declined && reading.reason?.contains(reason) == true, "\(reading.reason ?? "") \(reading.interpretation)")
        #expect(reading.statement == nil)
    }

    @Test("Words that the change does not explain make it a question of its own, and without a question before nothing is changed")
    func own() async throws {
        let submarine = try await Self.answer(["How many loaves are there?", "only submarines"]).reading
        #expect(submarine.status != .answered)
        let alone = try await Self.answer(["only 2024"]).reading
        #expect(alone.status != .answered)
        let whole = try await Self.answer(["Names of bakers", "For each baker, the number of loaves"]).reading
        #expect(whole.status == .answered && whole.interpretation.contains("number of"))
    }

    @Test("Why shows how the question before was read")
    func why() async throws {
        let before = try await Self.answer(["How many loaves per town?"]).reading
        let why = try await Self.answer(["How many loaves per town?", "why?"]).reading
        #expect(why.form == before.form && why.interpretation == before.interpretation && !why.links.isEmpty)
    }

    private static func answer(_ turns: [String]) async throws -> (reading: Reading, rows: [[String]]) {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "bakery.sqlite"))
        try await database.write(.patient) { connection in
            let statements: [Statement] = [
                "CREATE TABLE baker (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, town TEXT)",
                "CREATE TABLE loaf (id INTEGER PRIMARY KEY, title TEXT, price REAL, baked_on DATE, baker_id INTEGER REFERENCES baker (id))",
                "INSERT INTO baker VALUES (1, 'Anna', 31, 'Graz'), (2, 'Bela', 45, 'Linz'), (3, 'Cleo', 27, 'Graz')",
                """
                INSERT INTO loaf VALUES (1, 'Rye', 4.5, '2024-01-05', 1), (2, 'Spelt', 5.25, '2025-01-05', 1), (3, 'Corn', 3.75, '2025-02-05', 2),
                (4, 'Oat', 2.0, '2024-03-01', 3)
                """,
            ]
            for statement in statements { try connection.execute(statement) }
        }
        let index = try await SourceReader.whole(database, .patient)
        let conversation = Conversation(index: index, today: CalendarDay(2025, 3, 31))
        let reading = conversation.read(turns.last ?? "", after: Array(turns.dropLast())).reading
        var rows: [[String]] = []
        if let sql = reading.statement?.printed(for: .sqlite) {
            rows = try await database.read(.patient) { connection in
                try connection.all(Statement(verbatim: sql)) { row in (0..<row.columnCount).map { row.text($0) ?? "" } }
            }
        }
        await database.close()
        return (reading, rows)
    }
}
