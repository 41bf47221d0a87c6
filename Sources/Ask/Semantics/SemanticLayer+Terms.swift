extension SemanticLayer {
    /// Replaces the terms in a question by their meanings, and lists the replaced terms. Meanings are not searched for further terms.
    package func expanded(_ question: String) -> (text: String, terms: [Term]) {
        guard !terms.isEmpty else { return (question, []) }
        let known = terms.map { (term: $0, words: Array($0.name.lowercased())) }.filter { !$0.words.isEmpty }.sorted {
            $0.words.count > $1.words.count
        }
        let text = Array(question)
        let small = text.map { Character($0.lowercased().prefix(1).description) }
        var out: [Character] = []
        var used: [Term] = []
        var at = 0
        var isStart = true
        while at < text.count {
            let found =
                !isStart
                ? nil
                : known.first { entry in
                    let end = at + entry.words.count
                    return end <= text.count && small[at..<end].elementsEqual(entry.words) && (end == text.count || !Self.isWord(text[end]))
                }
            if let found {
                out += Array(found.term.text)
                if !used.contains(found.term) { used.append(found.term) }
                at += found.words.count
                isStart = false
                continue
            }
            out.append(text[at])
            isStart = !Self.isWord(text[at])
            at += 1
        }
        return (String(out), used)
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
