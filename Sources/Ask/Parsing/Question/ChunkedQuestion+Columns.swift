/// Classifies the columns of the source.
extension ChunkedQuestion {
    func isMeasure(_ column: ColumnID) -> Bool {
        let own = index[column]
        return (own.profile.kind == .number || own.profile.kind == .date) && !isKey(column) && own.form.words.last?.lemma != "id"
    }

    func isDisplay(_ column: ColumnID) -> Bool { DisplayColumns(index).columns(of: column.table).contains(column) }

    /// Whether a number can be compared with the column.
    func accepts(_ column: ColumnID, number item: LinkedItem) -> Bool {
        let profile = index[column].profile
        if profile.kind == .number { return true }
        if profile.kind == .date { return profile.holdsYears || item.number.map { $0 >= 1000 } ?? true }
        return profile.kind == .text && item.values.contains { $0.column == column }
    }

    /// The amount column of a table that is named in the singular.
    func amountOfOne(_ table: Int, _ item: LinkedItem) -> ColumnID? {
        let word = tokens[item.end - 1]
        guard word.lower == word.lemma, items.first(where: { $0.start == item.end }).map({ !reading($0).isColumn }) ?? true else { return nil }
        return AmountColumns(index).column(of: table)
    }

    /// Whether it is a measure or metric of the semantic layer, which is an aggregate.
    func showsTotal(_ output: Draft.Output) -> Bool {
        guard case .column(let mention) = output else { return false }
        return mention.candidates.contains { $0.score == 1 && index[$0.column].expression?.total != nil }
    }

    func isKey(_ column: ColumnID) -> Bool { index[column].isPrimaryKey || index[column].isForeignKey }

    /// The time columns, except those that tell when a row was stored.
    var timeLinks: [LinkedItem.ColumnLink] {
        index.tables.indices.filter { index.tables[$0].held == nil }.flatMap { index.columns(of: $0) }.filter { column in
            let own = index[column]
            let first = own.form.words.first?.lemma ?? ""
            return own.profile.kind == .date && !own.isHidden && !["creat", "updat", "modif", "delet", "insert"].contains { first.hasPrefix($0) }
        }.map { LinkedItem.ColumnLink(column: $0, score: 0.76) }
    }

    /// The only numeric column whose name contains a word that names its table: `total_enrollment` of enrollments.
    func ownMeasure(of table: Int, _ item: LinkedItem) -> ColumnID? {
        let stems = Set(tokens[item.start..<item.end].map(\.stem))
        let columns = index.columns(of: table).filter { column in
            isMeasure(column) && index[column].profile.kind == .number && !index[column].profile.holdsYears
                && IdentifierWords.words(of: index[column].name).contains { stems.contains(WordForms.stem($0)) }
        }
        return columns.count == 1 ? columns[0] : nil
    }

    func isNamedAlike(_ column: ColumnID, _ table: Int) -> Bool {
        IdentifierWords.words(of: index[column].name) == IdentifierWords.words(of: index.tables[table].name)
    }

    func measureMention(_ column: ColumnID, _ item: LinkedItem) -> Draft.Mention {
        let link = LinkedItem.ColumnLink(column: column, score: 0.9)
        return Draft.Mention(candidates: [link], owner: column.table, near: column.table, item: item, isName: false)
    }

    /// Whether a word means money and is not part of a name.
    func meansAmount(_ item: LinkedItem) -> Bool {
        item.end - item.start == 1 && Self.meansAmount(tokens[item.start].lemma) && item.tables.isEmpty
            && (item.columns.map(\.score).max() ?? 0) < 0.7 && !isBesideMeasure(item)
    }

    /// "gross sales": whether the column next to it selects the number.
    func isBesideMeasure(_ item: LinkedItem) -> Bool {
        items.contains { other in
            (other.start == item.end || other.end == item.start) && other.cue == nil && other.tables.isEmpty
                && other.columns.contains { $0.score > 0.8 && isMeasure($0.column) && index[$0.column].profile.kind == .number }
        }
    }

    /// Whether a word is one of ``AmountColumns/words``, also with one typing error.
    private static func meansAmount(_ word: String) -> Bool {
        AmountColumns.words.contains(word)
            || (word.utf8.count >= 5 && AmountColumns.words.contains { $0.utf8.count >= 5 && Spelling.isNear(word, $0) })
    }

    /// "which products cost more than 20", "how much does the lamp cost": the columns with the price for buyers, if another column contains
    /// the seller's cost.
    func priced(_ item: LinkedItem) -> [LinkedItem.ColumnLink] {
        guard item.end - item.start == 1, item.start > 0, isVerbOfPrice(item) else {
            return item.columns
        }
        let tables = Set(item.columns.filter { $0.score > 0.8 }.map(\.column.table))
        let prices = tables.flatMap { index.columns(of: $0) }.filter { column in
            index[column].form.words.last?.lemma == "price" && index[column].profile.kind == .number
        }
        return prices.isEmpty ? item.columns : prices.map { LinkedItem.ColumnLink(column: $0, score: 0.9) }
    }

    func isVerbOfPrice(_ item: LinkedItem) -> Bool {
        // "cost us", "cost to make"
        guard ["cost", "costs"].contains(tokens[item.start].lower), !tokens.contains(where: { ["us", "make", "produce", "buy"].contains($0.lower) })
        else {
            return false
        }
        let isLast = item.end == tokens.count || tokens[item.end].kind == .mark
        if isLast, tokens[..<item.start].contains(where: { ["does", "do", "did"].contains($0.lower) }) { return true }
        guard let subject = items.first(where: { $0.end == item.start }),
            let after = next(from: (items.firstIndex { $0.start == item.end }) ?? items.count)
        else { return false }
        let isSubject = if case .table = reading(subject) { isPlural(subject) } else { ["that", "which"].contains(tokens[subject.start].lower) }
        guard isSubject, case .comparison? = cue(at: after) else { return false }
        return true
    }

    /// Columns that tell whether something is true: boolean columns, and times that are null until it is.
    /// - Parameter table: the table of the columns. Nil for all.
    func flags(_ item: LinkedItem, of table: Int?) -> [LinkedItem.ColumnLink] {
        item.columns.filter { link in
            let profile = index[link.column].profile
            return link.score > 0.6 && table.map { link.column.table == $0 } ?? true
                && (index.isFlag(link.column) || profile.kind == .date && profile.hasNulls)
        }
    }

    /// The table directly after or before a word: "unpaid invoices", "invoices unpaid".
    func tableBeside(_ item: LinkedItem) -> Int? {
        let beside = items.filter { $0.start == item.end } + items.filter { $0.end == item.start }
        return beside.first { other in if case .table = reading(other) { true } else { false } }.flatMap(bestTable)
    }

    /// The only column of the table to which an adjective refers. For ages this may be the time of a birth or founding, which is earlier for older rows.
    func adjectiveColumn(_ adjective: String, of table: Int) -> (column: ColumnID, isUpward: Bool)? {
        guard let meaning = Adjectives.meanings[adjective] else { return nil }
        let measures = index.columns(of: table).filter { isMeasure($0) }
        let named = measures.filter { column in index[column].form.words.contains { meaning.columns.contains($0.lemma) } }
        if named.count == 1, !Adjectives.ofTime.contains(adjective) || !isTime(named[0]) { return (named[0], meaning.isUpward) }
        guard Adjectives.ofTime.contains(adjective) else { return nil }
        let times = measures.filter { isTime($0) }
        let beginnings = times.filter { column in index[column].form.words.contains { Self.beginnings.contains($0.stem) } }
        let found = beginnings.isEmpty ? times : beginnings
        return found.count == 1 ? (found[0], Adjectives.ofLaterTime.contains(adjective)) : nil
    }

    /// The only table with the value in a display column.
    func namedTable(_ item: LinkedItem) -> Int? {
        let tables = Set(item.values.filter { isDisplay($0.column) }.map(\.column.table))
        return tables.count == 1 ? tables.first : nil
    }

    private func isTime(_ column: ColumnID) -> Bool { index[column].profile.kind == .date || index[column].profile.holdsYears }
    /// Stems of words for beginnings.
    private static let beginnings: Set<String> = Set(["birth", "founded", "opened", "built", "established", "made", "created"].map(WordForms.stem))

    /// The only column of the table to which an adjective refers.
    func adjectiveMention(_ adjective: String, of table: Int?, _ item: LinkedItem) -> Draft.Mention? {
        guard let words = Adjectives.meanings[adjective]?.columns, let table else { return nil }
        let columns = index.columns(of: table).filter { column in
            isMeasure(column) && index[column].form.words.contains { words.contains($0.lemma) }
        }
        guard columns.count == 1 else { return nil }
        return Draft.Mention(
            candidates: [LinkedItem.ColumnLink(column: columns[0], score: 0.8)], owner: table, near: table, item: item, isName: false)
    }
}
