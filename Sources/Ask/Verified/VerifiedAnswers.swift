import SQLSyntax

/// Answers questions with the verified queries of one data source.
struct VerifiedAnswers {
    let queries: [VerifiedQuery]
    let index: SourceIndex
    let today: CalendarDay

    /// The reading by the verified query that matches the question with the most fixed words, with the values of its slots. Nil if none
    /// matches.
    /// - Parameter changes: later questions that replace the value of a slot, oldest first: "only 2024". The result is nil if one of them
    ///   does not.
    func reading(of question: String, changedBy changes: [FollowUp] = []) -> (reading: Reading, query: VerifiedQuery)? {
        guard !queries.isEmpty else { return nil }
        var tokens = VerifiedPattern.tokens(question)
        guard var best = match(tokens) else { return nil }
        for change in changes {
            guard let changed = self.tokens(tokens, of: best, changedBy: change), let match = match(changed), match.query.id == best.query.id else {
                return nil
            }
            (tokens, best) = (changed, match)
        }
        // SQL that this version no longer accepts does not answer; the engine then reads the question itself.
        guard let statement = try? VerifiedStatement(best.query.content.sql, in: index.dialect) else { return nil }
        var reading = Reading(status: .answered)
        reading.statement = statement.filled(with: best.found.values)
        reading.confidence = 1
        reading.interpretation = Self.said(best.query.content.pattern, best.found.values)
        return (reading, best.query)
    }

    private struct Best {
        let pattern: VerifiedPattern
        let query: VerifiedQuery
        let slots: [String: VerifiedSlot]
        let found: VerifiedPattern.Match
    }

    private func match(_ tokens: [WordToken]) -> Best? {
        var best: Best?
        for query in queries {
            // Approved patterns were checked. An invalid one matches nothing.
            guard let pattern = try? VerifiedPattern(query.content.pattern) else { continue }
            let slots = query.content.slots.compactMapValues(VerifiedSlot.init)
            guard pattern.words > best?.pattern.words ?? -1, let found = pattern.match(tokens, slots, in: index, today: today) else { continue }
            best = Best(pattern: pattern, query: query, slots: slots, found: found)
        }
        return best
    }

    /// The question with the words of the change in the only slot that accepts all of them. Nil if no slot or several slots do.
    private func tokens(_ tokens: [WordToken], of best: Best, changedBy change: FollowUp) -> [WordToken]? {
        guard change.change == .keep else { return nil }
        let words = change.words.filter { $0.kind != .mark }
        let reader = VerifiedSlotReader(tokens: words, slots: best.slots, index: index, today: today)
        let taking = best.found.ranges.filter { name, _ in reader.values(of: name, at: 0).contains { $0.count == words.count } }
        guard taking.count == 1, let range = taking.first?.value else { return nil }
        var out = tokens
        out.replaceSubrange(range, with: words)
        return out
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
