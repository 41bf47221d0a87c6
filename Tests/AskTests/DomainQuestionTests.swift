import Ask
import Foundation
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing

/// Questions on small made-up databases of other domains than the sample company's. They were written before the rules that answer them, and a good
/// part of them is answered by rules that were made for others. A question without SQL asks for more than is read, and is wrong when it is answered.
@Suite("Questions of other domains")
struct DomainQuestionTests {
    struct Domain: CustomTestStringConvertible, Sendable {
        let name: String
        /// The least that is right, and the most that is wrong.
        let right: Int
        let wrong: Int

        var testDescription: String { name }
    }

    private static let domains = [
        Domain(name: "clinic", right: 47, wrong: 1), Domain(name: "festival", right: 45, wrong: 1), Domain(name: "freight", right: 44, wrong: 2),
        Domain(name: "harbor", right: 29, wrong: 1),
        Domain(name: "league", right: 45, wrong: 1), Domain(name: "library", right: 48, wrong: 2), Domain(name: "museum", right: 29, wrong: 1),
        Domain(name: "office", right: 50, wrong: 0), Domain(name: "payroll", right: 35, wrong: 1), Domain(name: "pets", right: 25, wrong: 0),
        Domain(name: "retail", right: 35, wrong: 1),
    ]

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Questions/domains")

    @Test("In each domain, no fewer questions are answered with the rows of the reference, and no more with others", arguments: domains)
    func answers(_ domain: Domain) async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "\(domain.name).sqlite"))
        let script = try String(contentsOf: Self.folder.appendingPathComponent("\(domain.name).sql"), encoding: .utf8)
        try await database.write(.patient) { connection in
            for statement in script.split(separator: ";\n") where statement.contains(" ") {
                try connection.execute(Statement(verbatim: String(statement)))
            }
        }
        let engine = QuestionEngine(try await SourceReader.whole(database, .patient), today: CalendarDay(2026, 6, 30))
        var right = 0
        var wrong: [String] = []
        var declined: [String] = []
        let lines = try String(contentsOf: Self.folder.appendingPathComponent("\(domain.name).jsonl"), encoding: .utf8).split(separator: "\n")
        for line in lines {
            let value = try JSONValue(parsing: String(line))
            let question = try #require(value["question"]?.string)
            let reading = await engine.probed(engine.read(question), within: .seconds(60)) { statement, bounds in
                try? await ResultRows.texts(statement.printed(for: .sqlite), on: database, bounds)
            }
            guard reading.status == .answered, let sql = reading.statement?.printed(for: .sqlite) else {
                declined.append(question)
                continue
            }
            if let reference = value["sql"]?.string,
                try await ResultRows(reference, on: database, .patient).agree(with: ResultRows(sql, on: database, .patient))
            {
                right += 1
            } else {
                wrong.append("\(question): \(sql)")
            }
        }
        let report = "\(right) right\nwrong:\n\(wrong.joined(separator: "\n"))\ndeclined:\n\(declined.joined(separator: "\n"))"
        #expect(right >= domain.right && wrong.count <= domain.wrong, "\(report)")
        await database.close()
    }
}
