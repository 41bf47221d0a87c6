extension QuestionParser {
    mutating func handleColumn(_ item: LinkedItem, owner: Int? = nil) {
        if owner == nil, passKind(item) { return }
        if owner != nil || question.reading(item).isColumn { position += 1 }
        passClassNoun(of: item)
        var mention = mention(item)
        mention.owner = owner
        mention.isCompound = owner != nil
        let preposition = lastPreposition
        lastPreposition = nil
        if owner == nil, describesAnother(item) || passName(item, mention) { return }
        if owner == nil {
            tie(&mention, item)
            if let table = tableOfList(item, mention) { mention.near = table }
        }
        if mention.isName, isModifier, let named = pending ?? relativeColumn, named.candidates.allSatisfy({ index[$0.column].profile.kind == .text })
        {
            // "a studio whose name contains": the column itself.
            mention = named
        }
        if isModifier, compareAggregated(mention) { return }
        pendingAggregate = nil
        if owner == nil, takeShownTable(item, after: preposition ?? headPreposition) { return }
        if isShown(item, mention) || takeCondition(item, mention) { return }
        if isModifier { return restrict(by: mention, item, after: preposition) }
        if takeMeasured(mention) || takeVerb(item, mention, after: preposition) || takeGroup(item, mention, after: preposition) { return }
        if let preposition, !["of", "for", "as"].contains(preposition), !draft.shown.isEmpty {
            pending = mention
            isGroupLost = preposition == "by"
            return
        }
        if preposition == "of", takeReferrer(mention) { return }
        if preposition == "of" && isHolder(mention) || isObject(item) {
            pending = mention
            return
        }
        draft.isDistinct = draft.isDistinct || isDistinctNext
        isDistinctNext = false
        show(.column(mention))
    }

    /// "in cancelled state", "how many types of products": skips a word that only says that there are kinds.
    private mutating func passKind(_ item: LinkedItem) -> Bool {
        if isKindNoun(item) {
            position += 1
        } else if let table = tableOfKinds(item) {
            position = table
        } else {
            return false
        }
        draft.notes.insert(.softWord)
        return true
    }

    /// "enrollment size", "page titles": the word adds nothing to the name before or after it.
    private mutating func describesAnother(_ item: LinkedItem) -> Bool {
        if item.end - item.start == 1, ChunkedQuestion.measureNouns.contains(tokens[item.start].lemma), let before = question.item(position - 2),
            before.end == item.start, question.reading(before).isColumn,
            before.columns.contains(where: { index[$0.column].profile.kind == .number && $0.score > 0.8 })
        {
            return true
        }
        guard (item.columns.map(\.score).max() ?? 0) < 0.75, let after = question.item(position), after.start == item.end,
            max(after.columns.map(\.score).max() ?? 0, after.tables.map(\.score).max() ?? 0) > 0.9
        else { return false }
        draft.notes.insert(.softWord)
        return true
    }

    /// "names of studios", "city name", if studio or city is a column: its values are the names.
    private mutating func passName(_ item: LinkedItem, _ mention: Draft.Mention) -> Bool {
        guard mention.isName else { return false }
        if let column = columnAfterOf() {
            position = column
            return true
        }
        guard let before = question.item(position - 2), before.end == item.start, question.reading(before).isColumn else { return false }
        return !before.columns.contains { question.isKey($0.column) }
    }

    /// Ties "name" to its table: "names of dogs" if "dog" is a value, "its name".
    private func tie(_ mention: inout Draft.Mention, _ item: LinkedItem) {
        if mention.isName, let table = tableOfValueAfterOf() { mention.owner = table }
        if mention.isName, let table = countedForEach() { mention.owner = table }
        if question.isPronoun(before: item) { mention.owner = focus ?? draft.entity }
    }

    /// "whose average price": the aggregate of the column is compared, now or later.
    private mutating func compareAggregated(_ mention: Draft.Mention) -> Bool {
        guard let aggregate = aggregates.popLast() else { return false }
        aggregates.removeAll()
        if compareAggregate(aggregate, mention) { return true }
        pending = mention
        pendingAggregate = aggregate
        return true
    }

    /// "the age of the pilot", if the column `pilot` shows the rows of its table.
    private mutating func takeShownTable(_ item: LinkedItem, after preposition: String?) -> Bool {
        guard !isModifier, !counting.isOpen, aggregates.isEmpty, let table = shownTable(by: item, after: preposition) else { return false }
        if draft.entity == nil { draft.entity = table }
        own(table)
        focus = table
        return true
    }

    /// "How many viewings did each agent have? Show the name": that of the agent.
    private func countedForEach() -> Int? {
        guard sentence > 0, case .table(let table)? = draft.groups.first, draft.groups.count == 1, question.cue(at: position) != .preposition("of"),
            draft.shown.contains(where: { $0.sentence < sentence && $0.output.isComputed })
        else { return nil }
        return table
    }

    /// "maker name, id and the number": the id in a list is that of the row whose column stands before it.
    private func tableOfList(_ item: LinkedItem, _ mention: Draft.Mention) -> Int? {
        guard mention.isBareId, item.start > 0, [",", "and"].contains(tokens[item.start - 1].lower), let last = draft.shown.last,
            last.sentence == sentence, case .column(let before) = last.output,
            items.last(where: { $0.end <= item.start - 1 && $0.start >= before.item.start }) == before.item
        else { return nil }
        return before.owner ?? before.candidates.max { $0.score < $1.score }?.column.table
    }

    /// "when was it founded": the column is shown already.
    private func isShown(_ item: LinkedItem, _ mention: Draft.Mention) -> Bool {
        guard question.isVerb(item) || question.isVerbOfPrice(item), case .column(let last)? = draft.shown.last?.output, last.isImplied else {
            return false
        }
        return last.candidates.contains { link in mention.candidates.contains { $0.column == link.column } }
    }

    /// Reads a comparison that follows, or a boolean column.
    private mutating func takeCondition(_ item: LinkedItem, _ mention: Draft.Mention) -> Bool {
        if takeEarning(item, mention) || compare(mention) { return true }
        if isFlag(item) {
            var mention = mention
            let own = question.flags(item, of: question.tableBeside(item) ?? focus ?? draft.entity)
            if !own.isEmpty { mention.candidates = own }
            add(.flag(mention, isNegated: negation.isOpen))
            return true
        }
        guard isFlagOfAnother(item) else { return false }
        draft.unused.append(item)
        return true
    }

    /// After "with", "whose" and similar words, a column waits for its comparison.
    private mutating func restrict(by mention: Draft.Mention, _ item: LinkedItem, after preposition: String?) {
        if preposition == "by", !isDone(by: item) {
            if isGroupedBy(item), draft.shown.allSatisfy(\.output.isComputed) {
                // "the number of rooms with a king bed by price"
                draft.groups.append(.column(mention))
                draft.sumsUp = true
                return
            }
            isGroupLost = true
        }
        isDistinctNext = false
        pending = mention
    }

    /// "how many towns", "the highest price": counts or aggregates the column.
    private mutating func takeMeasured(_ mention: Draft.Mention) -> Bool {
        if counting.isOpen {
            // "the number of left handed winners": a name before the counted one has no meaning of its own.
            guard describesCounted(mention) else {
                countColumn(mention)
                return true
            }
            // "school locations": the rows whose locations are counted.
            let isOwner = mention.candidates.contains { DisplayColumns(index).columns(of: $0.column.table) == [$0.column] }
            if !isOwner { draft.unused.append(mention.item) }
            return true
        }
        if case .aggregate? = draft.shown.last?.output, draft.shown.last?.sentence == sentence,
            mention.candidates.allSatisfy({ index[$0.column].profile.kind == .text })
        {
            // "the longest delay and the kind": texts are not aggregated.
            aggregates.removeAll()
        }
        guard !aggregates.isEmpty else { return false }
        for aggregate in aggregates { show(.aggregate(aggregate, mention)) }
        // "maximum price and score": the aggregate also applies to the column after "and".
        if !continuesAggregate() { aggregates.removeAll() }
        isDistinctNext = false
        return true
    }

    /// Whether another column's name directly follows, which is the counted one.
    private func describesCounted(_ mention: Draft.Mention) -> Bool {
        guard let after = question.item(position), after.start == mention.item.end, question.reading(after).isColumn, !question.isVerb(after),
            !question.isParticiple(after), !mention.isName, !question.isPlural(mention.item), question.isPlural(after)
        else { return false }
        return !question.mention(after, near: nil).isName
    }

    /// Reads the column's name as a verb of the clause, which is not shown.
    private mutating func takeVerb(_ item: LinkedItem, _ mention: Draft.Mention, after preposition: String?) -> Bool {
        guard question.isVerb(item) else { return false }
        if draft.shown.isEmpty, draft.entity == nil {
            guard item.start > 0, tokens[item.start - 1].lower == "who" else { return false }
            // "Who scored the most goals?": the goals determine who.
            isModifier = true
        } else {
            // "films directed by"
            guard preposition == nil, !isListed() else { return false }
            pending = mention
        }
        verbColumns = item.columns.map(\.column)
        return true
    }

    private mutating func takeGroup(_ item: LinkedItem, _ mention: Draft.Mention, after preposition: String?) -> Bool {
        guard preposition == "by", isGroupedBy(item) else { return false }
        draft.groups.append(.column(mention))
        draft.sumsUp = true
        return true
    }

    /// "produced by the studio": whether the item follows a participle and "by".
    private func isDone(by item: LinkedItem) -> Bool {
        guard let by = tokens[..<item.start].lastIndex(where: { $0.lower == "by" }), by > 0 else { return false }
        let word = tokens[by - 1].lower
        return word.hasSuffix("ed") || WordForms.isPastForm(word)
    }

    /// "how many types of products", if products have no type: each row is another type. Returns the position of the table.
    private func tableOfKinds(_ item: LinkedItem) -> Int? {
        guard counting.isOpen, item.end - item.start == 1, ["type", "kind", "sort"].contains(tokens[item.start].lemma),
            question.cue(at: position + 1) == .preposition("of"), let place = question.next(from: position + 2),
            case .table = question.reading(items[place]), let table = question.bestTable(items[place]),
            !item.columns.contains(where: { (index.joins.distance(table, $0.column.table) ?? 9) < 2 })
        else { return nil }
        return place
    }

    /// "Which vehicles carried goods …": the object of the verb, for rows that are shown already.
    private func isObject(_ item: LinkedItem) -> Bool {
        guard draft.shown.count == 1, case .entity = draft.shown[0].output, draft.shown[0].sentence == sentence,
            let verb = question.meant(before: position - 2), case .word = question.reading(items[verb]), items[verb].end - items[verb].start == 1
        else { return false }
        let word = tokens[items[verb].start].lower
        return word.hasSuffix("ed") || WordForms.isPastForm(word)
    }

    /// "phone number", "e-mail address": skips the noun if the column's name has only the first word.
    mutating func passClassNoun(of column: LinkedItem) {
        guard let noun = question.item(position), noun.start == column.end, ["number", "address"].contains(tokens[noun.start].lemma),
            let best = column.columns.max(by: { $0.score < $1.score }), best.score > 0.8
        else { return }
        let isNumbered = Self.numberedThings.contains(tokens[column.end - 1].lemma)
        guard isNumbered || index[best.column].profile.kind == .text else { return }
        switch question.reading(noun) {
        case .cue where noun.end - noun.start == 2 && tokens[noun.start + 1].lower == "of":
            // "phone number of the owner"; a table or an amount before it would be counted.
            guard isNumbered else { return }
            (lastPreposition, headPreposition) = ("of", "of")
            position += 1
        case .cue, .word, .filler: if noun.end - noun.start == 1 { position += 1 }
        case .column where isNumbered && noun.end - noun.start == 1 && noun.columns.allSatisfy({ $0.column.table != best.column.table }):
            // "phone number", if another table has a column with that name.
            position += 1
        default: return
        }
    }

    /// Words for things that are identified by a number.
    private static let numberedThings: Set<String> = [
        "phone", "telephone", "tel", "fax", "mobile", "cell", "license", "licence", "passport", "account", "card", "room", "flight", "serial",
        "registration", "tax", "plate", "contract", "invoice", "order", "policy", "seat",
    ]

    /// "last name of the manager": the column of the row that the key references. That column is shown already.
    private mutating func takeReferrer(_ mention: Draft.Mention) -> Bool {
        guard !mention.isPlural, !mention.saysId, let best = mention.candidates.max(by: { $0.score < $1.score })?.column, index[best].isForeignKey,
            !index[best].isPrimaryKey, case .column(var shown)? = draft.shown.last?.output, !shown.saysId,
            let target = index.joins.partners(of: best).first(where: { partner in
                partner.table != best.table && shown.candidates.contains { $0.column.table == partner.table && $0.score > 0.8 }
            })?.table
        else { return false }
        shown.owner = target
        draft.shown[draft.shown.count - 1].output = .column(shown)
        focus = best.table
        if draft.entity == nil { draft.entity = best.table }
        return true
    }

    /// "state and country of all the cities": the column names rows whose values are listed already.
    private func isHolder(_ mention: Draft.Mention) -> Bool {
        guard mention.isPlural, !isListed(), case .column(let last)? = draft.shown.last?.output,
            let best = mention.candidates.max(by: { $0.score < $1.score })?.column, index[best].profile.kind == .text
        else { return false }
        return last.candidates.contains { $0.column.table == best.table && $0.column != best && $0.score > 0.8 }
    }

    private func shownTable(by item: LinkedItem, after preposition: String?) -> Int? {
        guard !draft.shown.isEmpty, !isValueNext(of: item.columns) else { return nil }
        if case .column(let mention)? = draft.shown.last?.output, mention.isImplied, draft.entity == nil {
            // "when was the school founded"
        } else {
            guard let preposition, ["of", "for", "across", "in", "from", "among"].contains(preposition) else { return nil }
        }
        let display = DisplayColumns(index)
        return item.columns.first { $0.score > 0.9 && display.columns(of: $0.column.table) == [$0.column] }?.column.table
    }

    /// The position of a column directly after "of". Nil if a table stands there.
    func columnAfterOf() -> Int? {
        guard let of = question.item(position), case .cue(.preposition("of")) = question.reading(of), let after = question.next(from: position + 1),
            question.reading(items[after]).isColumn,
            items[after].columns.contains(where: { $0.score > 0.8 && index[$0.column].profile.kind == .text })
        else { return nil }
        return after
    }

    /// "names of dogs", if "dog" is a value: the table whose rows have it.
    private func tableOfValueAfterOf() -> Int? {
        guard question.cue(at: position) == .preposition("of"), let after = question.next(from: position + 1), question.reading(items[after]).isValue
        else { return nil }
        let tables = Set(items[after].values.map(\.column.table))
        return tables.count == 1 ? tables.first : nil
    }

}
