/// Finds nouns that are not part of a name, if everything else in the question refers to the rows of one table.
extension ChunkedQuestion {
    /// The question with such nouns as names of that table. Nil if there are none.
    func namingRows() -> Self? {
        let places = items.indices.filter { isNoun($0) }
        guard let first = places.first, Set(places.map { tokens[items[$0].start].lemma }).count == 1 else { return nil }
        let lemma = tokens[items[first].start].lemma
        let isPerson = Self.persons.contains(lemma)
        let named = Set(items.compactMap { item in if case .table = reading(item) { bestTable(item) } else { nil } })
        guard
            let table = named.isEmpty
                ? spokenOf(isPerson) ?? (isPerson ? listOfPersons() : nil)
                : isPerson && (!Self.anybody.contains(lemma) || ownsMembers(first))
                    ? personTable(besides: named, atMost: Self.anybody.contains(lemma) ? 1 : 2) : nil
        else { return nil }
        var renamed = items
        for place in places {
            if lemma == "member", place > 0, items[place - 1].end == items[place].start, case .table = reading(items[place - 1]) {
                // "team members": the question is about the members.
                renamed[place - 1].tables = []
                renamed[place - 1].columns = []
                renamed[place - 1].isFiller = true
            }
            renamed[place].tables = [LinkedItem.TableLink(table: table, score: 0.72)]
            renamed[place].isFiller = false
        }
        return ChunkedQuestion(index: index, tokens: tokens, items: renamed, today: today)
    }

    /// Prepositions before a place, time or manner, which do not name rows: "on Tuesdays".
    private static let placing: Set<String> = ["on", "in", "at", "with", "by", "from", "under", "during", "within", "via", "near", "than"]

    /// Whether a word without a link is in the position of a noun for rows: "the names of …", "how many …", "each …".
    func isNoun(_ place: Int) -> Bool {
        let item = items[place]
        guard item.end - item.start == 1, item.start > 0, !item.isLinked, item.partialValues.isEmpty, !item.isFiller, case .word = reading(item)
        else { return false }
        let word = tokens[item.start]
        guard word.kind == .word, word.lower.count > 3,
            word.lemma != word.lower || ["each", "every", "which"].contains(tokens[item.start - 1].lower),
            !Self.placing.contains(tokens[item.start - 1].lower),
            !["ed", "ing", "ly"].contains(where: { word.lower.hasSuffix($0) }), !Self.measureNouns.contains(word.lemma)
        else { return false }
        if let before = self.item(place - 1), before.end == item.start, case .table = reading(before), !Self.persons.contains(word.lemma) {
            return false
        }
        guard let after = self.item(place + 1), after.start == item.end else { return true }
        switch reading(after) {
        case .table, .column: return isVerb(after)
        default: return true
        }
    }

    /// The only table to which at least two names or values of the question belong.
    func spokenOf(_ isPerson: Bool) -> Int? {
        var tables: Set<Int>?
        var evidence: Set<Set<ColumnID>> = []
        for item in items {
            let columns: [ColumnID]
            switch reading(item) {
            case .column:
                let best = item.columns.map(\.score).max() ?? 0
                guard best > 0.85 else { continue }
                columns = item.columns.filter { $0.score > best - 0.05 }.map(\.column)
                if columns.contains(where: { isGeneral($0) }) { continue }
            case .value: columns = item.values.filter { $0.score > 0.9 }.map(\.column)
            default: continue
            }
            guard !columns.isEmpty else { continue }
            let own = Set(columns.map(\.table))
            tables = tables.map { $0.intersection(own) } ?? own
            evidence.insert(Set(columns))
        }
        guard let tables, tables.count == 1, evidence.count > 1, let table = tables.first, !isPerson || holdsPersons(table) else { return nil }
        return table
    }

    /// The only table of persons whose name means only that it is a list.
    func listOfPersons() -> Int? {
        let lists = index.tables.indices.filter { table in
            holdsPersons(table) && index.tables[table].form.words.allSatisfy { NameForm.containers.contains($0.lemma) }
        }
        return lists.count == 1 ? lists[0] : nil
    }

    /// The only table of persons that is not named, next to a named table.
    func personTable(besides named: Set<Int>, atMost distance: Int) -> Int? {
        let persons = index.tables.indices.filter { !named.contains($0) && holdsPersons($0) }
        guard persons.count == 1, let table = persons.first,
            named.contains(where: { (index.joins.distance(table, $0) ?? 9) <= distance })
        else { return nil }
        return table
    }

    /// "Who placed the order": the persons that a row references. If there are several, those that match the verb.
    func person(of table: Int, for verb: String) -> Int? {
        let persons = Set(index.joins.edges(at: table).filter { $0.from.table == table && holdsPersons($0.to.table) }.map(\.to.table))
        if persons.isEmpty { return personBeyond(table) }
        let meant = persons.count < 2 ? persons : persons.filter { Persons.areMeant(by: verb, index.tables[$0].form) }
        return meant.count == 1 && meant.first != table ? meant.first : nil
    }

    /// The only table of persons that a third table relates to the table.
    private func personBeyond(_ table: Int) -> Int? {
        let between = Set(index.joins.edges(at: table).filter { $0.to.table == table && $0.from.table != table }.map(\.from.table))
        let persons = between.flatMap { link in
            index.joins.edges(at: link).filter { $0.from.table == link && $0.to.table != table && holdsPersons($0.to.table) }.map(\.to.table)
        }
        return Set(persons).count == 1 ? persons.first : nil
    }

    /// "bands that have members": whether each row has persons.
    func ownsMembers(_ place: Int) -> Bool {
        let item = items[place]
        guard tokens[item.start].lemma == "member" else { return false }
        if place > 0, items[place - 1].end == item.start, case .table = reading(items[place - 1]) { return true }
        return ["have", "has", "whose", "of", "with"].contains(tokens[item.start - 1].lower)
    }

    func holdsPersons(_ table: Int) -> Bool {
        if DisplayColumns(index).columns(of: table).count == 2 { return true }
        if index.tables[table].form.words.contains(where: { $0.weight >= 0.5 && Self.persons.contains($0.lemma) }) { return true }
        return index.columns(of: table).contains { column in
            index[column].form.words.contains { ["gender", "sex", "birth", "birthday", "age"].contains($0.lemma) }
        }
    }

    /// Whether most tables have such a column.
    func isGeneral(_ column: ColumnID) -> Bool {
        index[column].form.words.filter { $0.weight >= 0.5 }.allSatisfy { Self.generalWords.contains($0.lemma) }
    }

    private static let generalWords: Set<String> = [
        "name", "title", "id", "number", "code", "date", "time", "year", "type", "status", "description", "detail", "amount", "value", "first",
        "last",
    ]

    private static let anybody: Set<String> = ["person", "people", "member", "staff", "user"]

    private static let persons: Set<String> = Set(
        """
        person people member agent clerk representative salesperson student pupil customer client employee worker staff teacher player user owner patient doctor driver passenger guest visitor
        author actor artist director manager citizen resident child kid adult donor participant candidate tenant renter borrower buyer seller
        bidder astronaut judge attorney researcher scientist critic reviewer chef pilot captain engineer technician mechanic employer founder politician
        senator voter candidate contestant competitor winner applicant editor composer conductor dancer painter photographer writer scholar speaker
        trainee volunteer prisoner witness victim soldier farmer investor lender borrower landlord sponsor referee farmer inspector consultant
        musician singer athlete coach nurse lawyer officer instructor professor man woman boy girl subscriber reader rider tutor trainer
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
