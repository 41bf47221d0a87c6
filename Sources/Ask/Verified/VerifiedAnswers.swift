import SQLSyntax

/// Answers questions with the verified queries of one data source.
struct VerifiedAnswers {
    let queries: [VerifiedQuery]
    let index: SourceIndex
    let today: CalendarDay

    /// The query that fixes most of the question's words, filled with what its slots take; nil where none has the question's words.
    func reading(of question: String) -> (reading: Reading, query: VerifiedQuery)? {
        guard !queries.isEmpty else { return nil }
        let tokens = VerifiedPattern.tokens(question)
        var best: (pattern: VerifiedPattern, query: VerifiedQuery, values: [String: Constant])?
        for query in queries {
            // What was approved was checked; a pattern that is not one matches nothing.
            guard let pattern = try? VerifiedPattern(query.content.pattern) else { continue }
            let slots = query.content.slots.compactMapValues(VerifiedSlot.init)
            guard pattern.words > best?.pattern.words ?? -1, let values = pattern.match(tokens, slots, in: index, today: today) else { continue }
            best = (pattern, query, values)
        }
        // SQL that this program no longer reads answers nothing, and the engine reads the question itself.
        guard let best, let statement = try? VerifiedStatement(best.query.content.sql, in: index.dialect) else { return nil }
        var reading = Reading(status: .answered)
        reading.statement = statement.filled(with: best.values)
        reading.confidence = 1
        reading.interpretation = Self.said(best.query.content.pattern, best.values)
        return (reading, best.query)
    }

    /// The pattern with the values in its slots.
    private static func said(_ pattern: String, _ values: [String: Constant]) -> String {
        var out = pattern
        for (mark, value) in values.sorted(by: { $0.key < $1.key }) {
            let text =
                switch value {
                case .number(let number): QueryBuilder.digits(number)
                case .text(let text): text
                case .flag(let flag): "\(flag)"
                }
            let name = mark.split(separator: ".").first.map(String.init) ?? mark
            out = out.replacing("{\(name)}", with: mark.hasSuffix(".end") ? "{\(name)} until before \(text)" : text)
        }
        return out
    }
}
