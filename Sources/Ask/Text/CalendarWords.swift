/// Replaces phrases for a calendar unit by one word: "day of the week", "hour of the day".
enum CalendarWords {
    private static let phrases: [(words: [String], unit: String)] = [
        (["day", "of", "the", "week"], "weekday"), (["days", "of", "the", "week"], "weekday"), (["day", "of", "week"], "weekday"),
        (["week", "day"], "weekday"), (["hour", "of", "the", "day"], "hour"), (["hour", "of", "day"], "hour"),
        (["hours", "of", "the", "day"], "hour"),
    ]

    /// - Returns: the words unchanged if a column has such a name.
    static func joined(_ tokens: [WordToken], in index: SourceIndex) -> [WordToken] {
        guard tokens.contains(where: { ["day", "days", "hour", "hours"].contains($0.lower) }), !hasColumn(index) else { return tokens }
        var out: [WordToken] = []
        var place = 0
        while place < tokens.count {
            let phrase = phrases.first { tokens[place...].prefix($0.words.count).map(\.lower) == $0.words }
            out.append(phrase.map { WordToken(.word, text: $0.unit, lower: $0.unit) } ?? tokens[place])
            place += phrase?.words.count ?? 1
        }
        return out
    }

    private static func hasColumn(_ index: SourceIndex) -> Bool {
        index.tables.contains { table in
            table.columns.contains { column in
                let words = Set(column.form.words.map(\.lemma))
                return words.isSuperset(of: ["day", "week"]) || words.contains("weekday") || words == ["hour"]
            }
        }
    }
}
