import Ask
import Foundation
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing

/// Questions in Chinese (simplified and traditional), Japanese and Korean on schemas whose names are in that language.
@Suite("Questions in Chinese, Japanese and Korean")
struct AsianQuestionTests {
    @Test(
        "Each question gives the rows of its reference or, where that is said, is declined; none gives others",
        arguments: ["zh-Hans", "zh-Hant", "ja", "ko"])
    func answers(language: String) async throws {
        let lines = try Self.lines().filter { $0["language"]?.string == language }
        let scripts = lines.compactMap { line in line["script"]?.array?.compactMap { $0.string } }
        let script = try #require(scripts.first)
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "shop.sqlite"))
        let bounds = CallBounds.patient
        try await database.write(bounds) { connection in for statement in script { try connection.execute(Statement(verbatim: statement)) } }
        let engine = QuestionEngine(try await SourceReader.whole(database, bounds), today: CalendarDay(2025, 6, 30))
        let questions = lines.filter { $0["question"] != nil }
        #expect(questions.count >= 40)
        var right = 0
        for line in questions {
            let text = try #require(line["question"]?.string)
            let reading = engine.read(text)
            guard reading.status == .answered, let sql = reading.statement?.printed(for: .sqlite) else {
                #expect(line["sql"]?.string == nil || line["expect"] == "declined", "\(text): \(reading.reason ?? "") \(reading.unused)")
                continue
            }
            let reference = try #require(line["sql"]?.string, "\(text) was answered: \(sql)")
            let isRight = try await ResultRows(reference, on: database, bounds).agree(with: ResultRows(sql, on: database, bounds))
            #expect(isRight, "\(text): \(sql)")
            if isRight { right += 1 }
        }
        #expect(right * 10 >= questions.count * 7, "\(language): \(right) of \(questions.count)")
        await database.close()
    }

    @Test("A question of these languages that nothing explains is declined, and one of 2,000 letters ends")
    func declined() async throws {
        let engine = QuestionEngine(try await Bakery.index(), today: CalendarDay(2025, 6, 30))
        for text in ["有多少潜水艇？", "潜水艦はいくつありますか", "잠수함은 몇 개입니까", String(repeating: "有多少潜水艇", count: 333)] {
            #expect(engine.read(text).status != .answered, "\(text.prefix(20))")
        }
    }

    private static func lines() throws -> [JSONValue] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Questions/asian.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }
}
