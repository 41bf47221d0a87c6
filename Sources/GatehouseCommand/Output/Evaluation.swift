import Ask
import Identity
import JSON

/// Asks a set of questions in a workspace, and compares the rows with those of the reference statements.
struct Evaluation {
    let terminal: Terminal
    let workspace: String?
    let source: String?
    let user: QualifiedName?
    let details: Bool

    func run(_ questions: [EvaluationQuestion]) async throws {
        var figures = EvaluationFigures()
        for question in questions {
            let start = ContinuousClock.now
            let answer = await asked(question)
            let time = start.duration(to: .now)
            let outcome = await outcome(question, answer)
            figures.add(outcome, after: time)
            if details {
                print(
                    JSONValue.object([
                        "id": .string(question.id), "outcome": .string(outcome.rawValue), "question": .string(question.question),
                        "sql": answer?["sql"] ?? .null, "message": answer?["message"] ?? .null,
                    ]))
            }
        }
        show(figures)
    }

    /// Nil if the call failed.
    private func asked(_ question: EvaluationQuestion) async -> JSONValue? {
        let arguments: JSONObject = ["question": .string(question.question), "dataSource": .string(source ?? question.database ?? "main")]
        // A failed call counts as a failed question.
        return try? await terminal.call("ask_question", arguments, in: workspace, as: user)
    }

    private func outcome(_ question: EvaluationQuestion, _ answer: JSONValue?) async -> EvaluationFigures.Outcome {
        guard let answer else { return .failed }
        let isAnswered = answer["status"]?.string == Reading.Status.answered.rawValue
        guard !question.references.isEmpty else { return isAnswered ? .falseAnswer : .silent }
        guard isAnswered else { return .declined }
        let names = answer["data"]?["fields"]?.array?.compactMap(\.string) ?? []
        let rows = (answer["data"]?["data"]?.array ?? []).map { row in names.map { row[$0] ?? .null } }
        let found = EvaluationRows(rows)
        var ran = false
        for reference in question.references {
            let arguments: JSONObject = ["sql": .string(reference), "dataSource": .string(source ?? question.database ?? "main")]
            // Another reference statement may succeed.
            guard let result = try? await terminal.call("run_sql", arguments, in: workspace, as: user) else { continue }
            ran = true
            let rows = (result["rows"]?.array ?? []).compactMap(\.array)
            if EvaluationRows(rows, sql: reference).agree(with: found) { return .right }
        }
        return ran ? .wrong : .failed
    }

    private func show(_ figures: EvaluationFigures) {
        func percent(_ share: Double?) -> String { share.map { "\(($0 * 1_000).rounded() / 10) %" } ?? "-" }
        func milliseconds(_ time: Double?) -> String { time.map { "\(($0 * 10).rounded() / 10) ms" } ?? "-" }
        func number(_ value: Double?) -> JSONValue { value.flatMap { JSONNumber(($0 * 10_000).rounded() / 10_000) }.map { .number($0) } ?? .null }
        var object: JSONObject = ["questions": .number(JSONNumber(Int64(figures.questions)))]
        for outcome in EvaluationFigures.Outcome.allCases { object[outcome.rawValue] = .number(JSONNumber(Int64(figures.count(outcome)))) }
        object["accuracy"] = number(figures.accuracy)
        object["coverage"] = number(figures.coverage)
        object["precision"] = number(figures.precision)
        object["p50_ms"] = number(figures.latency(percent: 50))
        object["p95_ms"] = number(figures.latency(percent: 95))
        terminal.show(.object(object)) { _ in
            """
            questions \(figures.questions): right \(figures.count(.right)), wrong \(figures.count(.wrong)), declined \(figures.count(.declined)), \
            failed \(figures.count(.failed))
            without an answer: answered all the same \(figures.count(.falseAnswer)), rightly silent \(figures.count(.silent))
            accuracy \(percent(figures.accuracy)), coverage \(percent(figures.coverage)), precision \(percent(figures.precision))
            time of an answer: half within \(milliseconds(figures.latency(percent: 50))), 95 % within \(milliseconds(figures.latency(percent: 95)))
            """
        }
    }
}
