import ArgumentParser
import Ask
import Foundation
import JSON

struct Eval: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Put questions to the built-in question engine.",
        discussion: """
            With --serve, reads JSON lines {"id","database","question"} (database: the path of an SQLite file) from standard input and writes a line
            {"id","status","sql","confidence","interpretation","alternatives"} for each.
            Example: gatehouse eval --serve --today 2025-06-30
            """)

    @Flag(help: "Read questions from standard input until it ends.") var serve = false
    @Option(help: "The day that counts as today, as 2025-06-30; the real one unless given.") var today: String?

    func run() async throws {
        guard serve else { throw Failure.usage("eval: --serve is expected") }
        let server = EvaluationServer(today: try day())
        while let line = readLine() {
            guard !line.isEmpty else { continue }
            let answer = await server.answer(line)
            // Written at once: whoever asks waits for this line.
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
