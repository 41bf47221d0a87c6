/// Reads the name after a superlative.
extension SuperlativeReader {
    mutating func of(at place: Int, counts: Bool, _ adjective: String?) {
        let target = items[place]
        if takeOrdinal(target, at: place) || !counts && takeEvent(target, at: place, adjective) { return }
        if counts, let noun = question.item(place + 1), noun.start == target.end, question.isParticiple(target), let table = question.bestTable(noun)
        {
            return mostDone(target, to: table, at: place)
        }
        let numeric = target.columns.filter { question.isMeasure($0.column) }
        let column = numeric.map(\.score).max() ?? 0
        let table = target.tables.map(\.score).max() ?? 0
        if case .table = question.reading(target), table >= 0.6, column < 0.95 || table >= column, let best = question.bestTable(target) {
            return rows(of: best, at: place, counts: counts, adjective)
        }
        if !counts, takeFirstEvent(target, at: place) { return }
        if let best = numeric.max(by: { $0.score < $1.score })?.column, column >= 0.55, describesRows(of: best) {
            // "the most recent repair cost": the column itself follows.
            position = place
            return rows(.adjective(superlative.adjective ?? "late", best.table))
        }
        if column >= 0.55 {
            position = place + 1
            return measure(mention(target, numeric))
        }
        guard question.reading(target).isColumn else { return alone(adjective) }
        if counts, !target.columns.isEmpty {
            position = place + 1
            if let best = numeric.max(by: { $0.score < $1.score }), target.columns.allSatisfy({ $0.score <= best.score }) {
                // "the most residents", if a column contains their number.
                return rows(.column(mention(target, numeric)))
            }
            return rows(.measure(.distinct(mention(target))))
        }
        guard !counts, let date = target.columns.first(where: { isTime($0.column) }) else { return alone(adjective) }
        position = place + 1
        measure(mention(target, [date]))
    }

    /// Reads the rows of a table: "the highest room price", "the most orders", "the oldest dog".
    private mutating func rows(of table: Int, at place: Int, counts: Bool, _ adjective: String?) {
        let target = items[place]
        position = place
        if counts {
            position = place + 1
            clause.focus = table
            if let column = question.ownMeasure(of: table, target), question.isNamedAlike(column, table) {
                return measure(question.measureMention(column, target))
            }
            return rows(.measure(.rows(table)))
        }
        if let after = question.item(place + 1), question.reading(after).isColumn, !question.isVerb(after),
            let owned = after.columns.first(where: { question.isMeasure($0.column) && $0.column.table == table }), owned.score > 0.5,
            !describesRows(of: owned.column)
        {
            // "the highest room price": the table only determines whose price.
            position = place + 2
            clause.focus = table
            var mention = mention(after)
            mention.owner = table
            return measure(mention)
        }
        if word == "top", let limit {
            // "top 3 films by gross": the column follows later.
            clause.meaning = .ranking(limit: limit, isDescending: nil)
            return
        }
        let own = adjective.flatMap { Adjectives.meanings[$0] == nil ? nil : $0 }
        if own == nil || own == "high", word != "first", let column = question.amountOfOne(table, target) {
            // "the highest fine": by its amount.
            position = place + 1
            clause.focus = table
            if before.entity == nil, !isModifier { clause.entity = table }
            return measure(question.measureMention(column, target))
        }
        guard let own else { return clause.unused.append(item) }
        rows(.adjective(own, table))
    }

    /// "most returned products": those with the most rows of the event that the participle names. No effect if pieces may be meant instead.
    private mutating func mostDone(_ participle: LinkedItem, to table: Int, at place: Int) {
        let word = tokens[participle.start]
        let own = participle.columns.filter { $0.column.table == table && question.isMeasure($0.column) && index[$0.column].profile.kind == .number }
        if own.count == 1 {
            // "the most experienced trainer": the trainer's years of experience.
            position = place + 1
            return rows(.column(mention(participle, own)))
        }
        let events = index.tables.indices.filter { other in
            other != table && index.tables[other].form.words.contains { $0.weight >= 0.5 && $0.stem == word.stem }
                && (index.joins.distance(table, other) ?? 9) <= 2
        }
        guard events.count == 1, let event = events.first else { return clause.unused.append(item) }
        position = place + 1
        rows(.measure(.rows(event)))
    }

    /// "the most recently published book": by the book's time of publication.
    private mutating func takeEvent(_ target: LinkedItem, at place: Int, _ adjective: String?) -> Bool {
        guard adjective == "late", question.isParticiple(target), let noun = question.item(place + 1), noun.start == target.end,
            let owner = question.bestTable(noun),
            let time = target.columns.filter({ $0.column.table == owner && isTime($0.column) }).max(by: { $0.score < $1.score })
        else { return false }
        position = place + 1
        rows(.column(mention(target, [time])))
        return true
    }

    /// "first hired employee": by the employee's time of hiring.
    private mutating func takeFirstEvent(_ target: LinkedItem, at place: Int) -> Bool {
        guard place + 1 < items.count, items[place + 1].start == target.end, question.isParticiple(target), !items[place + 1].tables.isEmpty,
            let date = target.columns.first(where: { index[$0.column].profile.kind == .date })
        else { return false }
        position = place + 1
        rows(.column(mention(target, [date])))
        return true
    }

    /// "first grade": the grade with that number, not the lowest grade.
    private mutating func takeOrdinal(_ target: LinkedItem, at place: Int) -> Bool {
        guard isOneWord, word == "first", target.start == item.end, limit == nil, !question.isPlural(target) else { return false }
        let numbers = target.columns.filter { link in
            let profile = index[link.column].profile
            return profile.kind == .number && !profile.holdsYears && !question.isKey(link.column)
                && profile.minimum.map { $0 >= 0 && $0 <= 1 } ?? false
        }
        guard !numbers.isEmpty, question.reading(target).isColumn else { return false }
        position = place + 1
        clause.meaning = .condition(.compare(mention(target, numbers), negates ? .notEqual : .equal, .number(1)))
        return true
    }

    private func mention(_ item: LinkedItem, _ candidates: [LinkedItem.ColumnLink]) -> Draft.Mention {
        var mention = mention(item)
        mention.candidates = candidates
        return mention
    }
}
