/// Replaces phrases for a calendar unit by one word: "day of the week", "hour of the day".
enum CalendarWords {
    private static let phrases: [(words: [String], unit: String)] = [
        (["day", "of", "the", "week"], "weekday"), (["days", "of", "the", "week"], "weekday"), (["day", "of", "week"], "weekday"),
        (["week", "day"], "weekday"), (["hour", "of", "the", "day"], "hour"), (["hour", "of", "day"], "hour"),
        (["hours", "of", "the", "day"], "hour"),
    ]

    /// - Returns: the words unchanged if a column has such a name.
    static func joined(_ tokens: [WordToken], in index: SourceIndex) -> [WordToken] {
        let tokens = sayingRates(tokens, in: index)
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

    /// The adjectives of calendar units.
    private static let rates = [
        "hour": "hourly", "day": "daily", "week": "weekly", "month": "monthly", "year": "yearly", "annum": "annual",
    ]

    /// Replaces "per hour" by "hourly" if a column has such a name.
    private static func sayingRates(_ tokens: [WordToken], in index: SourceIndex) -> [WordToken] {
        guard let per = tokens.dropLast().firstIndex(where: { $0.lower == "per" }), let rate = rates[tokens[per + 1].lower],
            index.lexicon.knows(rate) || rate == "yearly" && index.lexicon.knows("annual")
        else { return tokens }
        return tokens[..<per] + [WordToken(.word, text: rate, lower: rate)] + tokens[(per + 2)...]
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
