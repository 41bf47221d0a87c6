import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import SampleCompany
import Testing

/// Questions that people of a company ask, on the sample company as of its last day. Declining is right where no query answers.
@Suite("Business questions")
struct BusinessQuestionTests {
    /// The outcomes of the questions of a group.
    struct Figures: Equatable {
        var right = 0
        var wrong = 0
        var declined = 0

        /// The least that is right, and the most that is wrong.
        static func pinned(_ right: Int, _ wrong: Int) -> Figures { Figures(right: right, wrong: wrong) }
    }

    enum Outcome { case right, wrong, declined }

    /// By group: the number of right answers may only rise, that of wrong answers only fall.
    private static let pinned: [String: Figures] = [
        "business": .pinned(98, 0),
        "bucket": .pinned(30, 0),
        "period": .pinned(50, 0),
        "negation": .pinned(26, 0),
        "absence": .pinned(27, 0),
        "share": .pinned(20, 0),
        "average": .pinned(19, 0),
        "compare": .pinned(17, 0),
        "growth": .pinned(15, 0),
        "top": .pinned(28, 0),
        "running": .pinned(6, 0),
        "first": .pinned(13, 0),
        "manager": .pinned(10, 0),
        "amount": .pinned(25, 0),
        "trade": .pinned(137, 0),
        "each": .pinned(22, 0),
        "tail": .pinned(20, 0),
        "unanswerable": .pinned(23, 0),
    ]

    @Test("In each group of questions, no fewer are answered with the rows of a reference, and no more with others")
    func answers() async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "company.sqlite"))
        try await SampleCompany().load(into: database)
        let bounds = CallBounds.patient
        let engine = QuestionEngine(try await SourceReader.whole(database, bounds), today: CalendarDay(2026, 6, 30))
        var groups: [String: Figures] = [:]
        var wrong: [String] = []
        for question in try BusinessQuestion.all() {
            let reading = await engine.probed(engine.read(question.text), within: .seconds(60)) { statement, bounds in
                try? await ResultRows.texts(statement.printed(for: .sqlite), on: database, bounds)
            }
            let sql = reading.status == .answered ? reading.statement?.printed(for: .sqlite) : nil
            switch try await Self.outcome(of: sql, question, database, bounds) {
            case .right: groups[question.group, default: Figures()].right += 1
            case .wrong:
                groups[question.group, default: Figures()].wrong += 1
                wrong.append("\(question.text): \(sql ?? "")")
            case .declined: groups[question.group, default: Figures()].declined += 1
            }
        }
        let report = "\(Self.report(groups))\n\(wrong.joined(separator: "\n"))"
        #expect(Set(groups.keys) == Set(Self.pinned.keys))
        for (group, least) in Self.pinned {
            let figures = groups[group, default: Figures()]
            #expect(figures.right >= least.right && figures.wrong <= least.wrong, "\(group)\n\(report)")
        }
        await database.close()
    }

    private static func outcome(of sql: String?, _ question: BusinessQuestion, _ database: any Database, _ bounds: CallBounds) async throws -> Outcome
    {
        guard let sql else { return question.references.isEmpty ? .right : .declined }
        let found = try await ResultRows(sql, on: database, bounds)
        for reference in question.references where try await ResultRows(reference, on: database, bounds).agree(with: found) { return .right }
        return .wrong
    }

    /// A line for each group and one for all: accuracy is right of all, precision right of those answered.
    private static func report(_ groups: [String: Figures]) -> String {
        let all = groups.values.reduce(Figures()) {
            Figures(right: $0.right + $1.right, wrong: $0.wrong + $1.wrong, declined: $0.declined + $1.declined)
        }
        return (groups.sorted { $0.key < $1.key } + [("all", all)]).map { group, figures in
            let answered = figures.right + figures.wrong
            let accuracy = 100 * figures.right / max(answered + figures.declined, 1)
            return "\(group): right \(figures.right), wrong \(figures.wrong), declined \(figures.declined);"
                + " accuracy \(accuracy) %, precision \(100 * figures.right / max(answered, 1)) %"
        }.joined(separator: "\n")
    }
}
