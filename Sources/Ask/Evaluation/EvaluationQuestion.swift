import JSON

/// A question with its expected result, for measuring how well questions are answered.
package struct EvaluationQuestion: Hashable, Sendable {
    package let id: String
    package let question: String
    /// The data source, or the database of the set. Nil for the default of the set.
    package let database: String?
    /// Reference statements, each of which returns the right answer. Empty if declining is right.
    package let references: [String]

    /// Most questions in a file.
    package static let maximumCount = 100_000

    /// The reason why a file is invalid.
    package struct Failure: Error {
        package let reason: String
    }

    /// Reads JSON lines `{"id", "question", "db"?, "gold"}`, where `gold` is a statement, a list of them, or null.
    package static func read(_ text: String) throws(Failure) -> [EvaluationQuestion] {
        var out: [EvaluationQuestion] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.allSatisfy(\.isWhitespace) {
            // A line that is not JSON is reported with its number.
            guard let value = try? JSONValue(parsing: String(line)), let question = value["question"]?.string else {
                throw Failure(reason: "line \(number + 1): expected a JSON object with question and gold")
            }
            guard out.count < maximumCount else { throw Failure(reason: "at most \(maximumCount) questions") }
            let gold = value["gold"]
            out.append(
                EvaluationQuestion(
                    id: value["id"]?.string ?? value["id"]?.description ?? "\(number + 1)", question: question,
                    database: value["db"]?.string ?? value["source"]?.string,
                    references: gold?.array?.compactMap(\.string) ?? gold?.string.map { [$0] } ?? []))
        }
        return out
    }
}
