/// Finds all possible meanings of the spans of a question, and selects the spans.
struct Linker {
    let index: SourceIndex
    let tokens: [WordToken]
    let today: CalendarDay

    /// The lowest score of a link that is considered.
    static let minimumScore = 0.44

    private struct Span: Hashable {
        var start: Int
        var end: Int
    }

    /// The items of a question from left to right: linked spans, fillers, and unknown words.
    func items() -> [LinkedItem] {
        var found: [Span: LinkedItem] = [:]
        func at(_ start: Int, _ end: Int, _ change: (inout LinkedItem) -> Void) {
            change(&found[Span(start: start, end: end), default: LinkedItem(start, end)])
        }
        linkNames(at)
        linkCountedThings(at)
        linkPhrases(at)
        for span in found.keys.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            linkReferred(&found[span, default: LinkedItem(span.start, span.end)])
        }
        linkValues(at)
        linkCues(at)
        linkNumbers(at)
        return cover(found.filter { !splitsAtLeast($0.key) })
    }

    /// "ordered at least twice" does not name a column `ordered_at`.
    private func splitsAtLeast(_ span: Span) -> Bool {
        span.end - span.start > 1 && span.end < tokens.count && tokens[span.end - 1].lower == "at"
            && ["least", "most"].contains(tokens[span.end].lower)
    }

    // MARK: Choice

    private func weight(_ item: LinkedItem) -> Double {
        let width = Double(tokens[item.start..<item.end].count { $0.kind != .mark })
        let names = max(item.tables.map(\.score).max() ?? 0, item.columns.map(\.score).max() ?? 0)
        let value = item.values.map(\.score).max() ?? 0
        var best = max(names, value) > 0 ? width * max(names, value) + 0.22 * (width - 1) : 0
        if let cue = item.cue {
            let all = Double(item.end - item.start)
            best = max(best, cueWeight(cue, item) * all + 0.1 * (all - 1))
        }
        if item.number != nil { best = max(best, 0.85 * width + 0.2 * (width - 1)) }
        if item.date != nil { best = max(best, width + 0.3) }
        if item.quoted != nil { best = max(best, 1) }
        if !item.partialValues.isEmpty { best = max(best, 0.4) }
        return best
    }

    private func cueWeight(_ cue: Cue, _ item: LinkedItem) -> Double {
        switch cue {
        case .command: isSentenceStart(item.start) ? 1.6 : 0.8
        case .preposition, .be, .comma, .and: 0.4
        default: 0.8
        }
    }

    private func isSentenceStart(_ position: Int) -> Bool { position == 0 || [".", "?", "!", "please"].contains(tokens[position - 1].lower) }

    /// "the year of 2010", "the amount of money requested"
    private func isYearWord(_ position: Int) -> Bool {
        if position > 0, tokens[position - 1].kind == .number || tokens[position - 1].number != nil,
            ["dollar", "euro", "eur", "pound", "gbp", "chf", "usd", "percent", "unit", "time"].contains(tokens[position].lemma)
        {
            return true
        }
        if ChunkedQuestion.measureNouns.contains(tokens[position].lemma), position + 1 < tokens.count, tokens[position + 1].lower == "of" {
            return true
        }
        if tokens[position].lower == "far", position > 0, tokens[position - 1].lower == "so" { return true }
        return tokens[position].lemma == "year" && tokens[position + 1..<min(tokens.count, position + 3)].contains { $0.kind == .number }
    }

    /// The sequence of non-overlapping spans with the highest weight.
    private func cover(_ found: [Span: LinkedItem]) -> [LinkedItem] {
        var byEnd: [Int: [LinkedItem]] = [:]
        for item in found.values { byEnd[item.end, default: []].append(item) }
        var best: [(weight: Double, item: LinkedItem?)] = [(0, nil)]
        for end in stride(from: 1, through: tokens.count, by: 1) {
            var choice: (weight: Double, item: LinkedItem?) = (best[end - 1].weight, nil)
            for item in (byEnd[end] ?? []).sorted(by: { $0.start > $1.start }) {
                let sum = best[item.start].weight + weight(item)
                if sum > choice.weight + 1e-9 { choice = (sum, item) }
            }
            best.append(choice)
        }
        var out: [LinkedItem] = []
        var position = tokens.count
        while position > 0 {
            if let item = best[position].item {
                out.append(item)
                position = item.start
            } else {
                position -= 1
                var item = LinkedItem(position, position + 1)
                let token = tokens[position]
                item.isFiller =
                    token.kind == .mark || isYearWord(position) || Fillers.words.contains(token.lower) || Fillers.words.contains(token.lemma)
                out.append(item)
            }
        }
        return out.reversed()
    }
}
