import Ask
import Foundation
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import SampleCompany
import Testing

/// Questions that people of a company ask, each with SQL that answers it or none where it is to be declined, on the sample company as of its last day.
@Suite("Business questions")
struct BusinessQuestionTests {
    struct Question {
        let text: String
        /// Nil where the question has no answer in the data.
        let sql: String?
    }

    enum Outcome { case right, wrong, declined, rightlyDeclined }

    /// Figures that may only rise.
    private static let leastRight = 90
    private static let mostWrong = 0

    static func questions() throws -> [Question] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Questions/business.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let value = try JSONValue(parsing: String(line))
            return Question(text: try #require(value["question"]?.string), sql: value["sql"]?.string)
        }
    }

    @Test("Nearly all are answered with the rows of the reference, and none with others")
    func answers() async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "company.sqlite"))
        try await SampleCompany().load(into: database)
        let bounds = CallBounds.within(.seconds(300))
        let engine = QuestionEngine(try await SourceReader.whole(database, bounds), today: CalendarDay(2026, 6, 30))
        var counts: [Outcome: Int] = [:]
        for question in try Self.questions() {
            let reading = engine.read(question.text)
            let made = reading.status == .answered ? reading.statement?.printed(for: .sqlite) : nil
            let outcome: Outcome
            switch (made, question.sql) {
            case (nil, nil): outcome = .rightlyDeclined
            case (nil, _): outcome = .declined
            case (_, nil): outcome = .wrong
            case (let made?, let sql?):
                let (found, expected) = (try await Self.rows(made, database, bounds), try await Self.rows(sql, database, bounds))
                outcome = found == expected ? .right : .wrong
            }
            counts[outcome, default: 0] += 1
            if outcome == .wrong { Issue.record("\(question.text): \(made ?? "")") }
        }
        #expect(counts[.right, default: 0] >= Self.leastRight, "\(counts)")
        #expect(counts[.wrong, default: 0] <= Self.mostWrong, "\(counts)")
        await database.close()
    }

    /// Rows as texts, in no order of rows or columns; numbers to four places.
    private static func rows(_ sql: String, _ database: any Database, _ bounds: CallBounds) async throws -> [String] {
        try await database.read(bounds) { connection in
            try connection.all(Statement(verbatim: sql)) { row in
                (0..<row.columnCount).map { place in
                    if row.isNull(place) { return "null" }
                    return row.double(place).map { String(format: "%.4f", $0) } ?? row.text(place) ?? ""
                }.sorted().joined(separator: " | ")
            }.sorted()
        }
    }
}
