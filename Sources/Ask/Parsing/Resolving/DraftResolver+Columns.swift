extension DraftResolver {
    func narrowed(_ mention: Draft.Mention, _ holds: (ColumnID) -> Bool) -> Draft.Mention {
        let kept = mention.candidates.filter { holds($0.column) }
        guard !kept.isEmpty else { return mention }
        var out = mention
        out.candidates = kept
        return out
    }

    /// The column of a mention.
    mutating func column(for mention: Draft.Mention) -> ColumnID? { columns(for: mention)?.first }

    /// The column of a mention, or the columns that identify a row together.
    mutating func columns(for mention: Draft.Mention) -> [ColumnID]? {
        let owner = mention.owner
        if mention.isName, let table = owner ?? mention.near ?? entity {
            if let columns = nameColumns(of: table, mention) { return columns }
        }
        let words = mention.item.columns.isEmpty ? [] : Set(mention.candidates.map { index[$0.column].form.words.last?.lemma ?? "" })
        if words == ["id"] || mention.candidates.isEmpty, mention.isBareId, let table = owner ?? entity, index.tables[table].primaryKey.count == 1 {
            return [ColumnID(table, index.tables[table].primaryKey[0])]
        }
        if let taken, taken.words == .mention(mention.item.start), mention.candidates.contains(where: { $0.column == taken.column }) {
            return [taken.column]
        }
        var best: (column: ColumnID, score: Double, link: Double)?
        var second: (column: ColumnID, score: Double)?
        for candidate in withoutFarOnes(mention) {
            let score = 2 * candidate.score + fit(candidate.column, owner: owner, near: mention.near)
            if let current = best, score <= current.score + 1e-9 {
                if second.map({ score > $0.score }) ?? true { second = (candidate.column, score) }
            } else {
                if let current = best { second = (current.column, current.score) }
                best = (candidate.column, score, candidate.score)
            }
        }
        guard var best else { return fail(.noColumn) }
        if let own = sameName(as: best.column, for: mention) { best.column = own }
        if isUnrelated(best.column, mention) { return fail(.noColumn) }
        if let second, best.score - second.score < 0.05, !areLinked(best.column, second.column) {
            notes.insert(.ambiguousColumn)
            choices.append(Choice(words: .mention(mention.item.start), column: second.column))
        }
        if best.link < 0.95, mention.candidates.contains(where: { $0.score > best.link + 0.02 && !areLinked(best.column, $0.column) }) {
            notes.insert(.weakerName)
        }
        weakest = min(weakest, best.link)
        if best.link < 0.75 { notes.insert(.partialName) }
        if let entity, let distance = index.joins.distance(entity, best.column.table), distance > 1 { notes.insert(.farColumn) }
        return [best.column]
    }

    /// Removes columns of unnamed tables that are two or more joins away, if the question's table has a column that the words name in part: "cities
    /// where auctions are held".
    private func withoutFarOnes(_ mention: Draft.Mention) -> [LinkedItem.ColumnLink] {
        guard let table = mention.owner ?? entity ?? onlyNamed, mention.candidates.contains(where: { $0.column.table == table && $0.score >= 0.6 })
        else {
            return mention.candidates
        }
        let near = mention.candidates.filter { link in
            link.column.table == table || anchors.subtracting(guessed).contains(link.column.table)
                || (index.joins.distance(table, link.column.table) ?? 9) < 2
        }
        return near.isEmpty ? mention.candidates : near
    }

    /// Whether no word names the column's table, and three or more joins separate it from the question's table.
    private func isUnrelated(_ column: ColumnID, _ mention: Draft.Mention) -> Bool {
        guard let table = mention.owner ?? entity ?? onlyNamed, !anchors.subtracting(guessed).contains(column.table) else { return false }
        let isNamed = index.tables[column.table].form.words.contains { $0.weight >= 0.5 && named.contains($0.stem) }
        return !isNamed && (index.joins.distance(table, column.table) ?? 0) >= 3
    }

    /// The named table, if the question names only one.
    private var onlyNamed: Int? {
        let measured = draft.order.compactMap { ordering -> Int? in if case .measure(.rows(let table)) = ordering.key { table } else { nil } }
        let named = Set(draft.required + draft.mentioned + measured)
        return named.count == 1 ? named.first : nil
    }

    /// The column with the same name in the table to which the words tie the mention, or in the table that the question is about.
    private func sameName(as column: ColumnID, for mention: Draft.Mention) -> ColumnID? {
        for table in [mention.owner, mention.owner == nil ? entity : nil].compactMap({ $0 }) where table != column.table {
            let own = mention.candidates.first { $0.column.table == table && index[$0.column].name.lowercased() == index[column].name.lowercased() }
            if let own, own.score > 0.5 { return own.column }
        }
        return nil
    }

    /// Whether the name is that of the row to which it refers: the college in a list of applicants.
    private func namesAnother(_ column: ColumnID) -> Bool {
        index.joins.edges(at: column.table).contains { $0.from == column && $0.isDeclared && $0.to.table != column.table }
            && index.tables[column.table].primaryKey != [column.column]
    }

    /// "name" of a table: its column with that name, the display columns of a row, or those of the only table that it references.
    private mutating func nameColumns(of table: Int, _ mention: Draft.Mention) -> [ColumnID]? {
        if let own = mention.candidates.filter({ $0.column.table == table }).max(by: { $0.score < $1.score }), own.score > 0.85,
            !namesAnother(own.column)
        {
            return [own.column]
        }
        let columns = display.columns(of: table)
        let isNamed =
            columns.first.map { column in
                guard !namesAnother(column) else { return false }
                let words = index[column].form.words.map(\.lemma)
                return words.contains("name") || words.contains("title") || Set(words) == Set(index.tables[table].form.words.map(\.lemma))
            } ?? false
        if isNamed { return columns }
        // The name may be in a referenced table, for example that of a person.
        let near = mention.candidates.filter { candidate in
            candidate.score > 0.9 && index.joins.edges(at: table).contains { $0.from.table == table && $0.to.table == candidate.column.table }
        }
        if near.count == 1 { return [near[0].column] }
        guard !columns.isEmpty else { return nil }
        notes.insert(.displayColumn)
        return columns
    }

    /// "the head of the department": a number that references a row of another table is shown as that row's name.
    func namesReferred(by column: ColumnID) -> [ColumnID]? {
        let own = index[column]
        let edges = index.joins.edges(at: column.table).filter { $0.from.table == column.table }
        guard own.profile.kind == .number, !own.isPrimaryKey, !["id", "number", "code", "key"].contains(own.form.words.last?.lemma ?? ""),
            let edge = edges.first(where: { $0.from == column && $0.isDeclared }), edge.to.table != column.table,
            edges.count(where: { $0.to.table == edge.to.table }) == 1
        else { return nil }
        let shown = display.columns(of: edge.to.table)
        return shown.isEmpty || shown.contains(edge.to) ? nil : shown
    }

    /// How well the position of a column fits.
    func fit(_ column: ColumnID, owner: Int?, near: Int?) -> Double {
        var out = 0.0
        if let owner {
            if column.table == owner { out += 0.27 } else { out -= 0.05 * Double(index.joins.distance(owner, column.table) ?? 6) }
        }
        if let near { if column.table == near { out += 0.14 } else { out -= 0.03 * Double(index.joins.distance(near, column.table) ?? 6) } }
        if let entity { if column.table == entity { out += 0.12 } else { out -= 0.04 * Double(index.joins.distance(entity, column.table) ?? 6) } }
        if anchors.contains(column.table) { out += 0.07 }
        if anchors.contains(where: { index.joins.distance(column.table, $0) == nil }) { out -= 0.5 }
        if index[column].isForeignKey && !index[column].isPrimaryKey { out -= 0.02 }
        return out
    }

    /// Whether a join makes two columns equal.
    func areLinked(_ left: ColumnID, _ right: ColumnID) -> Bool {
        if index.joins.partners(of: left).contains(right) { return true }
        let others = Set(index.joins.partners(of: right))
        return index.joins.partners(of: left).contains { others.contains($0) }
    }

    /// The column to which an adjective refers.
    mutating func column(of adjective: String, near table: Int?) -> (column: ColumnID, isUpward: Bool)? {
        guard let meaning = Adjectives.meanings[adjective] else { return nil }
        var tables: [Int] = []
        for candidate in [table, entity, draft.required.first] { if let candidate, !tables.contains(candidate) { tables.append(candidate) } }
        for start in tables {
            let referred = index.joins.edges(at: start).filter { $0.from.table == start }.map(\.to.table)
            for candidate in referred where !tables.contains(candidate) { tables.append(candidate) }
        }
        for table in tables {
            for word in meaning.columns {
                let found = index.columns(of: table).filter { column in
                    let own = index[column]
                    return own.form.words.contains { $0.lemma == word } && (own.profile.kind == .number || own.profile.kind == .date)
                        && !own.isForeignKey && !own.isPrimaryKey
                }
                if found.count > 1 { notes.insert(.ambiguousColumn) }
                if let column = found.first { return (column, meaning.isUpward) }
            }
            if Adjectives.ofTime.contains(adjective) {
                let all = index.columns(of: table).filter { index[$0].profile.kind == .date || index[$0].profile.holdsYears }
                let dates = all.contains { !isBookkeeping($0) } ? all.filter { !isBookkeeping($0) } : all
                if dates.count > 1, chosenTime(of: table) == nil { notes.insert(.ambiguousColumn) }
                let born = dates.first { column in
                    index[column].form.words.contains { ["birth", "found", "founded", "open", "opening", "built"].contains($0.lemma) }
                }
                if let column = born ?? chosenTime(of: table) ?? dates.first {
                    return (column, Adjectives.ofLaterTime.contains(adjective))
                }
            }
        }
        if ["large", "small"].contains(adjective), let first = tables.first, let column = AmountColumns(index).column(of: first) {
            // "the largest order"
            return (column, adjective == "large")
        }
        return nil
    }
}
