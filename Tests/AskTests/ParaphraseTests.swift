import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import SampleCompany
import Testing

@Suite("Interpretations")
struct ParaphraseTests {
    /// Of the answered business questions, in percent; may only rise.
    private static let pinned = 97

    @Test("How a question was read, asked again, gives the same logical form")
    func again() async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "company.sqlite"))
        try await SampleCompany().load(into: database)
        let engine = QuestionEngine(try await SourceReader.whole(database, .patient), today: CalendarDay(2026, 6, 30))
        await database.close()
        var (same, answered) = (0, 0)
        var others: [String] = []
        for question in try BusinessQuestion.all() {
            let reading = engine.read(question.text)
            guard reading.status == .answered else { continue }
            answered += 1
            if engine.read(reading.interpretation).form == reading.form { same += 1 } else { others.append(reading.interpretation) }
        }
        #expect(same * 100 >= Self.pinned * answered, "\(same) of \(answered)\n\(others.joined(separator: "\n"))")
    }
}
