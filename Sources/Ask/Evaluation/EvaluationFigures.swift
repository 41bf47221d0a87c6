/// Measures how well a set of questions was answered.
package struct EvaluationFigures: Sendable {
    package enum Outcome: String, Sendable, CaseIterable {
        /// Answered with the rows of a reference.
        case right
        /// Answered with other rows.
        case wrong
        /// Not answered, although there is a reference.
        case declined
        /// Answered, although no statement answers it.
        case falseAnswer = "false_answer"
        /// Correctly not answered.
        case silent
        /// The question or its reference could not be run.
        case failed
    }

    private var counts: [Outcome: Int] = [:]
    private var times: [Duration] = []

    package init() {}

    package mutating func add(_ outcome: Outcome, after time: Duration) {
        counts[outcome, default: 0] += 1
        times.append(time)
    }

    package func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }
    package var questions: Int { times.count }
    private var answerable: Int { count(.right) + count(.wrong) + count(.declined) + count(.failed) }
    private var answered: Int { count(.right) + count(.wrong) }

    /// The share of right answers among the answerable questions. Nil without such questions.
    package var accuracy: Double? { Self.share(count(.right), of: answerable) }
    /// The share of answered questions among the answerable ones.
    package var coverage: Double? { Self.share(answered, of: answerable) }
    /// The share of right answers among all answers, including false ones.
    package var precision: Double? { Self.share(count(.right), of: answered + count(.falseAnswer)) }

    /// A percentile of the answer times. Unit: milliseconds.
    package func latency(percent: Int) -> Double? {
        guard !times.isEmpty else { return nil }
        let sorted = times.sorted()
        return sorted[min(sorted.count - 1, sorted.count * percent / 100)] / .milliseconds(1)
    }

    private static func share(_ part: Int, of all: Int) -> Double? { all == 0 ? nil : Double(part) / Double(all) }
}
