/// Interprets numbers.
extension ChunkedQuestion {
    /// "orders 2025": whether the number is a year, if the rows have a time.
    func isLikeYear(_ item: LinkedItem) -> Bool {
        tokens[item.start].text.count == 4 && (item.number.map { (1900...2100).contains($0) } ?? false)
    }

    func isOrdinal(_ item: LinkedItem) -> Bool {
        let text = tokens[item.start].text
        return NumberWords.ordinal(tokens[item.start].lower) != nil || text.last?.isLetter == true && text.first?.isNumber == true
    }

    /// Of adjacent names of tables, the last one is counted: "more than one movie theater".
    func headOfTables(_ place: Int) -> Int {
        guard case .table = reading(items[place]), let after = item(place + 1), after.start == items[place].end, case .table = reading(after),
            (after.tables.map(\.score).max() ?? 0) >= 0.7
        else { return place }
        return place + 1
    }

    func comparedAdjective(_ item: LinkedItem) -> String? {
        let word = tokens[item.start].lower
        return word == "bigger" ? "large" : Adjectives.comparatives[word]
    }

    func isUnit(_ item: LinkedItem) -> Bool {
        item.end - item.start == 1
            && ["$", "%", "dollar", "dollars", "euro", "euros", "eur", "pounds", "gbp", "chf", "percent", "usd", "different", "distinct"].contains(
                tokens[item.start].lower)
            && item.columns.allSatisfy { $0.score < 0.9 }
    }
}
