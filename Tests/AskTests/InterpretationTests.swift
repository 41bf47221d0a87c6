import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@testable import Ask

@Suite("Interpretations in other languages")
struct InterpretationTests {
    @Test("Every word is there in every language, with the same places to fill", arguments: Interpretation.Word.allCases)
    func complete(word: Interpretation.Word) {
        let (simplified, traditional, korean) = Interpretation.row(word)
        let places = [simplified, traditional, korean].map { form in (1...9).filter { form.contains("%\($0)") } }
        #expect(Set(places).count == 1, "\(word)")
        #expect([simplified, traditional].allSatisfy { $0.unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) } })
        #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
    }

    @Test(
        "A reading is said in the language asked, with names and values as the data has them",
        arguments: [
            ("How many loaves per town?", "baker.town、loaf 数量；数据表：baker、loaf；分组：baker.town"),
            ("Names of bakers older than 30 sorted by age descending", "name；数据表：baker；条件：age > 30；排序：age 降序"),
            ("What is the average price of loaves in Graz?", "loaf.price 平均值；数据表：loaf、baker；条件：baker.town = 'Graz'"),
            ("How many loaves per month?", "loaf 数量；数据表：loaf；分组：baked_on（按月）"),
            ("top 2 bakers by age", "前 2 行"), ("bakers without a loaf", "没有 loaf"),
            ("Names of bakers in Graz or older than 40", "(town = 'Graz' 或 age > 40)"),
            ("Names of bakers whose name starts with A", "name 以 'A' 开头"),
        ])
    func simplified(question: String, expected: String) async throws {
        let reading = try await Self.engine().read(question)
        let said = reading.interpretation(in: .simplifiedChinese)
        #expect(said.contains(expected), "\(said)")
        // A value of the data is never taken for a place to fill.
        #expect(!said.contains("%1") && !said.contains("%2"))
        #expect(reading.interpretation(in: .english) == reading.interpretation)
        #expect(reading.interpretation(in: .korean) != said && reading.interpretation(in: .traditionalChinese) != reading.interpretation)
    }

    @Test("Reasons, assumptions and column titles are in the requested language")
    func messages() async throws {
        let engine = try await Self.engine()
        let declined = engine.read("How many submarines per town?")
        #expect(declined.why?.text(in: .simplifiedChinese).hasPrefix("无法理解：submarines。baker") == true)
        #expect(declined.reason == "Not understood: submarines. Columns of bakers are: name, age, town.")
        #expect(declined.why?.text(in: .korean).hasPrefix("이해하지 못했습니다: submarines.") == true)
        let read = engine.read("Names of bakers in Graz or older than 40")
        #expect(read.sentences.contains { $0.text(in: .simplifiedChinese) == "满足其中一个条件即可" })
        let form = try #require(engine.read("What is the average price of loaves per town?").form)
        let labels = QuestionLanguage.allCases.map { Interpretation(engine.index, $0).labels(of: form) }
        #expect(labels == ["price 平均值", "price 平均值", "Average price", "price 평균"].map { [nil, $0] })
    }

    @Test("A title says what was computed: a share, an average of groups, a running total, the period of a number")
    func titles() async throws {
        let index = try await Self.engine().index
        let town = ColumnID(0, 3)
        let day = ColumnID(1, 3)
        func titles(_ change: (inout LogicalForm) -> Void) -> [[String?]] {
            var form = LogicalForm(entity: 1)
            form.outputs = [.column(town), .measure(.rows(1))]
            form.groups = [town]
            change(&form)
            return [QuestionLanguage.english, .simplifiedChinese].map { Interpretation(index, $0).labels(of: form) }
        }
        let spans = LogicalForm.Spans(
            column: day, later: DateSpan(start: nil, end: nil, label: "2025"), earlier: DateSpan(start: nil, end: nil, label: "2024"))
        #expect(titles { $0.isShare = true } == [[nil, "Percent of loaf"], [nil, "loaf 占比（%）"]])
        #expect(titles { $0.part = [.null(town, isNegated: true)] } == [[nil, "Percent of loaf"], [nil, "loaf 占比（%）"]])
        #expect(titles { $0.isMeanOfGroups = true } == [["Average number of loaf"], ["loaf 数量 平均值"]])
        #expect(titles { $0.isRunning = true } == [[nil, "Running total of number of loaf"], [nil, "loaf 数量 累计"]])
        #expect(
            titles { $0.spans = spans } == [
                [nil, "Number of loaf (2025)", "Number of loaf (2024)", "Growth in percent"], [nil, "2025 的 loaf 数量", "2024 的 loaf 数量", "增长（%）"],
            ])
        var sold = LogicalForm(entity: 1)
        sold.outputs = [.measure(.aggregate(.sum, ColumnID(1, 2)))]
        sold.isShare = true
        #expect(Interpretation(index, .english).labels(of: sold) { _ in "revenue" } == ["Percent of revenue"])
        #expect(Interpretation(index, .english).labels(of: sold) == ["Percent of sum of price"])
    }

    private static func engine() async throws -> QuestionEngine {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "bakery.sqlite"))
        try await database.write(.within(.seconds(300))) { connection in
            let statements: [Statement] = [
                "CREATE TABLE baker (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, town TEXT)",
                "CREATE TABLE loaf (id INTEGER PRIMARY KEY, title TEXT, price REAL, baked_on DATE, baker_id INTEGER REFERENCES baker (id))",
                "INSERT INTO baker VALUES (1, 'Anna', 31, 'Graz'), (2, 'Bela', 45, 'Linz'), (3, 'Cleo', 27, 'Graz')",
                "INSERT INTO loaf VALUES (1, 'Rye', 4.5, '2024-01-05', 1), (2, 'Spelt', 5.25, '2025-01-05', 1), (3, 'Corn', 3.75, '2025-02-05', 2)",
            ]
            for statement in statements { try connection.execute(statement) }
        }
        let index = try await SourceReader.whole(database, .within(.seconds(300)))
        await database.close()
        return QuestionEngine(index, today: CalendarDay(2025, 3, 31))
    }
}
