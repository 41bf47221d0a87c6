import ArgumentParser
import Ask
import Foundation
import Identity
import JSON

struct Eval: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Measure how well questions are answered.",
        discussion: """
            FILE has JSON lines {"id","question","db","gold"}: db is a data source of the workspace (main when absent), gold the right SQL, a list of
            statements of which each is right, or null where no statement answers the question.
            With --serve, reads JSON lines {"id","database","question"} (database: the path of an SQLite file) from standard input and writes a line
            {"id","status","sql","confidence","interpretation","alternatives"} for each.
            Example: gatehouse eval questions.jsonl --workspace sales
            """)

    @Argument(help: "The questions.") var file: String?
    @Flag(help: "Read questions from standard input until it ends.") var serve = false
    @Option(help: "With --serve: the day that counts as today, such as 2025-06-30; the real one unless given.") var today: String?
    @Flag(help: "With --serve: use no English synonyms besides the built-in ones.") var withoutWordnet = false
    @Option(help: "The workspace.") var workspace: String?
    @Option(help: "Ask all questions of this data source.") var source: String?
    @Option(help: "Ask with the rights of this user, as organization/name.") var user: String?
    @Flag(help: "Print a JSON line for each question.") var details = false
    @OptionGroup var state: StateOptions

    func run() async throws {
        if serve { return try await answerLines() }
        guard let file else { throw Failure.usage("eval: a file of questions, or --serve, is expected") }
        guard today == nil else { throw Failure.usage("--today goes with --serve") }
        let text = try Terminal.text(of: file)
        let questions: [EvaluationQuestion]
        do throws(EvaluationQuestion.Failure) {
            questions = try EvaluationQuestion.read(text)
        } catch {
            throw Failure.failed("\(file): \(error.reason)")
        }
        try await Terminal.run(state) { terminal in
            let evaluation = Evaluation(
                terminal: terminal, workspace: workspace, source: source, user: try user.map { try QualifiedName(parsing: $0, argument: "user") },
                details: details)
            try await evaluation.run(questions)
        }
    }

    private func answerLines() async throws {
        // WordNet is read from its installed files, not from a cache on this machine, so that an earlier run cannot change a result.
        let server = EvaluationServer(today: try day(), words: withoutWordnet ? nil : WordNet.open(in: nil))
        while let line = readLine() {
            guard !line.isEmpty else { continue }
            let answer = await server.answer(line)
            // Written without buffering, because the reader waits for this line.
            try FileHandle.standardOutput.write(contentsOf: answer.serialized + [0x0A])
        }
    }

    private func day() throws -> CalendarDay {
        guard let today else {
            let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
            return CalendarDay(parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
        }
        guard let day = CalendarDay(today) else { throw Failure.usage("--today: a day such as 2025-06-30 is expected") }
        return day
    }
}
