/// Links cues, numbers and dates.
extension Linker {
    func linkCues(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        for start in tokens.indices where tokens[start].kind != .quoted {
            for phrase in CuePhrases.byFirstWord[tokens[start].lower] ?? [] {
                guard start + phrase.words.count <= tokens.count,
                    zip(phrase.words, tokens[start...]).allSatisfy({ $0 == $1.lower && $1.kind != .quoted })
                else { continue }
                let end = start + phrase.words.count
                if case .orMore = phrase.cue, tokens[end..<min(tokens.count, end + 4)].contains(where: { $0.kind == .number }) {
                    // "before 2000 or after 2010" are two comparisons.
                    continue
                }
                if phrase.cue == .share, index.lexicon.isWholeColumn(phrase.words.first { !["the", "of", "what"].contains($0) } ?? "") { continue }
                at(start, end) { if $0.cue == nil { $0.cue = phrase.cue } }
            }
            if let adjective = Adjectives.comparatives[tokens[start].lower], start + 1 < tokens.count, tokens[start + 1].lower == "than" {
                let meaning = Adjectives.meanings[adjective]
                at(start, start + 2) {
                    if $0.cue == nil { $0.cue = .comparison(meaning?.isUpward == false ? .less : .greater, adjective: adjective) }
                }
            }
            if tokens[start].lower == "than", start > 1, tokens[start - 2].lower == "more" { continue }
        }
    }

    func linkNumbers(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        let phrases = DatePhrases(today: today, tokens: tokens)
        for (position, token) in tokens.enumerated() {
            if let date = phrases.span(at: position) { at(position, position + date.count) { $0.date = date.span } }
            if let number = token.number {
                at(position, position + 1) { $0.number = number }
                if position + 1 < tokens.count,
                    let factor = ["million": 1e6, "billion": 1e9, "thousand": 1e3, "hundred": 100][tokens[position + 1].lower]
                {
                    at(position, position + 2) { $0.number = number * factor }
                }
            } else if token.kind == .number, token.number == nil {
                at(position, position + 1) { if $0.quoted == nil { $0.quoted = token.text } }
            } else if let ordinal = NumberWords.ordinal(token.lower) {
                at(position, position + 1) { if $0.cue == nil { $0.number = ordinal } }
            }
        }
    }
}
