extension Linker {
    /// Values for other names of a place: "Florida" if a column of states contains FL, "Irish players" if a column of countries contains
    /// Ireland.
    func places(_ name: String, at start: Int, to end: Int) -> [ValueIndex.Entry] {
        let named = (Places.others[name] ?? []).flatMap { other in
            index.entries(other.text).filter { holds(other, $0) }
        }
        guard named.isEmpty, let countries = Places.peoples[name], speaksOfRows(end) else { return named }
        return countries.flatMap { index.entries($0) }.filter { has($0, Places.countryWords) }
    }

    private func holds(_ name: Places.Name, _ entry: ValueIndex.Entry) -> Bool {
        if name.isState { return has(entry, Places.stateWords) }
        return !name.isCode || has(entry, Places.countryWords)
    }

    private func has(_ entry: ValueIndex.Entry, _ words: Set<String>) -> Bool {
        index[entry.column].form.words.contains { words.contains($0.lemma) }
    }

    /// Whether the name of rows follows, as after both adjectives in "English and Irish players". An adjective before another noun may be a
    /// language.
    private func speaksOfRows(_ end: Int) -> Bool {
        var next = end
        while next < tokens.count, next < end + 3, ["and", "or", ","].contains(tokens[next].lower) || Places.peoples[tokens[next].lower] != nil {
            next += 1
        }
        guard next < tokens.count else { return false }
        return index.lexicon.uses(of: tokens[next]).contains { use, likeness, _ in
            if case .table = use.owner { likeness >= 0.7 } else { false }
        }
    }
}
