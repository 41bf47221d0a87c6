import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import SampleCompany
import Testing

@Suite("Wording of interpretations")
struct WordingTests {
    static let sentences = [
        ("top 3 products by revenue", "name of the 3 products with the highest sum of order line total"),
        ("customers without an order since January 2026", "names of customers without orders ordered since January 2026"),
        ("What share of the revenue in 2025 came from wholesale?", "percentage of the sum of order total of orders where channel is 'wholesale'"),
        ("customers who spent more than 20000", "names of customers with a sum of order total of more than 20000"),
        ("Which month had the most orders?", "which month had the most orders"),
        ("revenue growth May 2026 over April 2026", "growth of the sum of order total from April 2026 to May 2026"),
        ("revenue per store", "for each store, the sum of order total"),
        ("the 3 stores with the most orders in each region", "the 3 stores with the most orders of each store region"),
        ("Which products are inactive?", "names of products that are not active"),
        ("customers in Vienna or Graz", "names of customers where city is 'Vienna' or 'Graz'"),
        ("products launched per year", "number of products launched in each year"),
        ("second most expensive product", "name of the product with the second highest price"),
        ("average monthly revenue in 2025", "average monthly sum of order total where ordered at is in 2025"),
    ]

    @Test("A form is said as a person would say it")
    func sentences() async throws {
        let engine = try await Self.engine()
        for (question, said) in Self.sentences {
            let found = engine.read(question).interpretation
            #expect(found == said || said.hasSuffix("'wholesale'") && found.hasPrefix(said), "\(question): \(found)")
        }
    }

    @Test(
        "Amount columns are titled with the question's word, others with the computation, and never with a table's column",
        arguments: [
            ("revenue per store", "AS `revenue`"), ("reveune by chanel", "AS `revenue`"), ("sales per month", "AS `sales`"),
            ("average order value per store", "AS `average_total`"), ("total salary per store", "AS `total_salary`"),
            ("min and max price of products", "max(`price`) AS `highest_price`"), ("When was the first order of each customer?", "`ordered_at`"),
        ])
    func titles(question: String, expected: String) async throws {
        let sql = try #require(try await Self.engine().read(question).statement?.printed(for: .sqlite))
        #expect(sql.contains(expected), "\(sql)")
    }

    @Test("Rows without a name of their own are shown whole where the first of each group are asked for")
    func firstRowsWithoutNames() async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "parcels.sqlite"))
        try await database.write(.patient) { connection in
            let statements: [Statement] = [
                "CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE TABLE parcel (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client (id), weight REAL)",
                "INSERT INTO client VALUES (1, 'Anna'), (2, 'Bela')", "INSERT INTO parcel VALUES (1, 1, 4.5), (2, 1, 6), (3, 2, 2.5)",
            ]
            for statement in statements { try connection.execute(statement) }
        }
        let reading = QuestionEngine(try await SourceReader.whole(database, .patient), today: CalendarDay(2026, 6, 30)).read(
            "heaviest parcel of each client")
        let sql = try #require(reading.statement?.printed(for: .sqlite), "\(reading.reason ?? "")")
        let rows = try await ResultRows.texts(sql, on: database, .patient)
        #expect(rows.count == 2 && rows.allSatisfy { $0.contains("6.0") || $0.contains("2.5") }, "\(rows) \(sql)")
        await database.close()
    }

    @Test("A question that names only a value is declined with the word that was not understood and a question that can be answered")
    func suggestion() async throws {
        let engine = try await Self.engine()
        let reading = engine.read("weather in Vienna")
        #expect(reading.status == .declined && reading.reason == "Not understood: weather.")
        let suggested = try #require(reading.alternatives.first)
        #expect(suggested.interpretation.hasSuffix("where city is 'Vienna'"), "\(suggested.interpretation)")
        #expect(engine.read(suggested.interpretation).status == .answered)
    }

    private static func engine() async throws -> QuestionEngine {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "company.sqlite"))
        try await SampleCompany().load(into: database)
        let index = try await SourceReader.whole(database, .patient)
        await database.close()
        return QuestionEngine(index, today: CalendarDay(2026, 6, 30))
    }
}
