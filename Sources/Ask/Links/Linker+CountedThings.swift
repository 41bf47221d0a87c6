/// Links nouns to columns that contain their number under another name: "more than 5000 students" to the enrollment of colleges.
extension Linker {
    /// The words in the names of such columns, by the noun.
    private static let columns: [String: Set<String>] = [
        "student": ["enrollment"], "pupil": ["enrollment"], "person": ["capacity", "occupancy"], "passenger": ["capacity"],
        "guest": ["capacity", "occupancy"],
        "seat": ["capacity"], "spectator": ["attendance", "capacity"], "viewer": ["attendance"], "visitor": ["attendance"],
    ]
    private static let likeness = 0.7

    func linkCountedThings(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        for (place, token) in tokens.enumerated() {
            guard let words = Self.columns[token.lemma], isCounted(place, words), index.lexicon.uses(of: token).isEmpty else { continue }
            let found = index.tables.indices.flatMap { index.columns(of: $0) }.filter { column in
                let form = index[column].form
                return index[column].profile.kind == .number && form.words.indices.contains(form.head) && words.contains(form.words[form.head].lemma)
            }
            guard !found.isEmpty else { continue }
            at(place, place + 1) { item in
                item.columns += found.map { LinkedItem.ColumnLink(column: $0, score: Self.likeness) }
            }
        }
    }

    /// Whether a number, or a word such as "more", precedes the noun. After "how many", the question must also have a word of the column's family, such as "enrolled".
    private func isCounted(_ place: Int, _ words: Set<String>) -> Bool {
        guard place > 0 else { return false }
        let before = tokens[place - 1]
        if before.number != nil && before.kind == .number || ["more", "most", "fewer", "fewest"].contains(before.lower) { return true }
        let stems = Set(words.map(WordForms.stem))
        guard before.lower == "many" || before.lower == "of" && place > 1 && tokens[place - 2].lemma == "number" else { return false }
        return tokens.contains { stems.contains($0.stem) }
    }
}
