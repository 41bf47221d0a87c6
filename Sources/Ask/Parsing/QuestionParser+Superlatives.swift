extension QuestionParser {
    mutating func handleSuperlative(_ superlative: Superlative, _ item: LinkedItem) {
        var limit = superlativeLimit ?? topLimit
        superlativeLimit = nil
        topLimit = nil
        var adjective = superlative.adjective ?? question.plainAdjective(item)
        let isDescending = superlative.isDescending
        let word = tokens[item.start].lower
        if let known = superlative.adjective, Adjectives.superlatives[tokens[item.start].lower] != nil || item.end - item.start == 1 {
            // "youngest": more of the adjective.
            _ = known
        }
        if let number = question.item(position), number.number != nil, case .number = question.reading(number),
            let count = Int(exactly: number.number ?? 0),
            tokens[number.start].text.count < 4
        {
            limit = count
            position += 1
        }
        if ["first", "last"].contains(word), item.end < tokens.count, tokens[item.end].lemma == "name" {
            draft.unused.append(item)
            return
        }
        if limit == nil, takeRange(superlative, adjective, item) { return }
        if word == "first", let limit, !draft.order.isEmpty, draft.limit == nil, takeFirstRows(limit) { return }
        if limit != nil, case .superlative? = question.cue(at: question.next(from: position, limit: 2)) {
            // "top 3 largest"
            superlativeLimit = limit
            return
        }
        if item.end - item.start == 1, ["top", "best", "bottom", "worst"].contains(word), isRankedLater {
            topLimit = limit ?? 1
            topIsDescending = isDescending
            draft.isTop = true
            topItem = item
            return
        }
        if ["best", "worst", "bottom"].contains(word), item.end - item.start == 1 {
            draft.unused.append(item)
            return
        }
        if word == "top", limit == nil, question.item(position)?.number == nil { adjective = nil }
        if let first = question.item(position), tokens[first.start].lower == "first", first.end - first.start == 1, let adjective, limit == nil {
            // "most expensive first": an order of all rows.
            position += 1
            draft.order.append(Draft.Ordering(key: .adjective(adjective, focus ?? draft.entity), isDescending: isDescending))
            return
        }
        guard let after = question.next(from: position, passing: superlative.counts || isModifier) else {
            return superlativeAlone(adjective, isDescending, limit, item)
        }
        let target = items[after]
        if let aggregate = amount(target) {
            // "the least revenue"
            position = after + 1
            return orderBy(.measure(.amount(aggregate)), isDescending, limit)
        }
        switch question.reading(target) {
        case .cue(.count), .cue(.countTimes):
            position = after + 1
            if case .cue(.countTimes) = question.reading(target) { return orderBy(.measure(.times), isDescending, limit) }
            guard let counted = question.next(from: position) else { return orderBy(.measure(.times), isDescending, limit) }
            return superlativeOf(items[counted], at: counted, counts: true, adjective, isDescending, limit, item)
        case .cue(.average), .cue(.sum):
            let aggregate: LogicalForm.Aggregate = if case .cue(.average) = question.reading(target) { .average } else { .sum }
            guard let column = question.next(from: after + 1) else { return superlativeAlone(adjective, isDescending, limit, item) }
            if case .cue(.count) = question.reading(items[column]) {
                guard let counted = question.next(from: column + 1) else { return superlativeAlone(adjective, isDescending, limit, item) }
                position = column + 1
                return superlativeOf(items[counted], at: counted, counts: true, adjective, isDescending, limit, item)
            }
            if case .table = question.reading(items[column]), let table = question.bestTable(items[column]), let owned = question.item(column + 1),
                owned.start == items[column].end,
                owned.columns.contains(where: { $0.column.table == table && question.isMeasure($0.column) })
            {
                // "the largest total loan amount"
                position = column + 2
                var mention = mention(owned)
                mention.owner = table
                return orderBy(.measure(.aggregate(aggregate, mention)), isDescending, limit)
            }
            guard items[column].columns.contains(where: { question.isMeasure($0.column) }) else {
                return superlativeAlone(adjective, isDescending, limit, item)
            }
            position = column + 1
            return orderBy(.measure(.aggregate(aggregate, mention(items[column]))), isDescending, limit)
        case .cue(.and), .cue(.comma):
            // "the highest and lowest price"
            var second = question.next(from: after + 1)
            if let place = second, case .and? = question.cue(at: place) { second = question.next(from: place + 1) }
            if !isModifier, case .superlative? = question.cue(at: second) {
                aggregates.append(isDescending ? .maximum : .minimum)
                aggregateItem = item
                position = after + 1
                return
            }
            if !isModifier, case .average? = question.cue(at: second) {
                aggregates.append(isDescending ? .maximum : .minimum)
                aggregateItem = item
                position = after + 1
                return
            }
            if !isModifier, case .sum? = question.cue(at: second) {
                aggregates.append(isDescending ? .maximum : .minimum)
                aggregateItem = item
                position = after + 1
                return
            }
            superlativeAlone(adjective, isDescending, limit, item)
        default:
            superlativeOf(target, at: after, counts: superlative.counts, adjective, isDescending, limit, item)
        }
    }

    /// "from the oldest to the youngest": an order of all rows.
    private mutating func takeRange(_ superlative: Superlative, _ adjective: String?, _ item: LinkedItem) -> Bool {
        guard let to = question.item(position), case .cue(.preposition("to")) = question.reading(to), let other = question.next(from: position + 1),
            case .superlative? = question.cue(at: other)
        else { return false }
        position = other + 1
        if draft.order.isEmpty {
            guard superlative.adjective != nil, let adjective else {
                draft.unused.append(item)
                return true
            }
            draft.order = [Draft.Ordering(key: .adjective(adjective, focus ?? draft.entity), isDescending: superlative.isDescending)]
        } else {
            let isUpward = adjective.flatMap { Adjectives.meanings[$0]?.isUpward } ?? true
            for place in draft.order.indices { draft.order[place].isDescending = superlative.isDescending == isUpward }
        }
        return true
    }

    private mutating func superlativeOf(
        _ target: LinkedItem, at place: Int, counts: Bool, _ adjective: String?, _ isDescending: Bool, _ limit: Int?, _ item: LinkedItem
    ) {
        let table = target.tables.map(\.score).max() ?? 0
        let numeric = target.columns.filter { question.isMeasure($0.column) }
        let column = numeric.map(\.score).max() ?? 0
        if takeOrdinal(item, target, at: place, limit) { return }
        if !counts, adjective == "late", question.isParticiple(target), let noun = question.item(place + 1), noun.start == target.end,
            let owner = question.bestTable(noun),
            let time = target.columns.filter({ link in
                link.column.table == owner && (index[link.column].profile.kind == .date || index[link.column].profile.holdsYears)
            }).max(by: { $0.score < $1.score })
        {
            // "the most recently published book": the book's time of that.
            position = place + 1
            var mention = mention(target)
            mention.candidates = [time]
            return orderBy(.column(mention), isDescending, limit)
        }
        let isOwnAdjective = adjective.map { Adjectives.meanings[$0] != nil } ?? false
        if case .table = question.reading(target), table >= 0.6, column < 0.95 || table >= column, let best = question.bestTable(target) {
            // "the highest room price": the table only says whose price.
            if !counts, let after = question.item(place + 1), question.reading(after).isColumn, !question.isVerb(after),
                let owned = after.columns.first(where: { question.isMeasure($0.column) && $0.column.table == best }),
                owned.score > 0.5
            {
                position = place + 2
                focus = best
                var mention = mention(after)
                mention.owner = best
                return measure(mention, isDescending, limit)
            }
            position = place
            if counts, let column = question.ownMeasure(of: best, target), question.isNamedAlike(column, best) {
                position = place + 1
                focus = best
                return measure(question.measureMention(column, target), isDescending, limit)
            }
            if counts {
                position = place + 1
                pending = nil
                return orderBy(.measure(.rows(best)), isDescending, limit, focusing: best)
            }
            if tokens[item.start].lower == "top", let limit {
                // "top 3 films by gross": the column comes later.
                topLimit = limit
                draft.isTop = true
                topItem = item
                return
            }
            if !isOwnAdjective || adjective == "high", !counts, tokens[item.start].lower != "first", let column = question.amountOfOne(best, target) {
                // "the highest fine": by what it amounts to.
                position = place + 1
                focus = best
                if draft.entity == nil, !isModifier { draft.entity = best }
                return measure(question.measureMention(column, target), isDescending, limit)
            }
            guard isOwnAdjective, let adjective else {
                draft.unused.append(item)
                return
            }
            return orderBy(.adjective(adjective, best), isDescending, limit)
        }
        if !counts, place + 1 < items.count, items[place + 1].start == target.end, question.isParticiple(target), !items[place + 1].tables.isEmpty,
            let date = target.columns.first(where: { index[$0.column].profile.kind == .date })
        {
            // "first hired employee": the employee's first.
            position = place + 1
            var mention = mention(target)
            mention.candidates = [date]
            return orderBy(.column(mention), isDescending, limit)
        }
        if column >= 0.55 {
            position = place + 1
            var mention = mention(target)
            mention.candidates = numeric
            return measure(mention, isDescending, limit)
        }
        if counts, question.reading(target).isColumn, !target.columns.isEmpty {
            position = place + 1
            if let best = numeric.max(by: { $0.score < $1.score }), target.columns.allSatisfy({ $0.score <= best.score }) {
                // "the most residents" where a column says how many there are.
                var mention = mention(target)
                mention.candidates = numeric
                return orderBy(.column(mention), isDescending, limit)
            }
            return orderBy(.measure(.distinct(mention(target))), isDescending, limit)
        }
        if !counts, question.reading(target).isColumn,
            let date = target.columns.first(where: { index[$0.column].profile.kind == .date || index[$0.column].profile.holdsYears })
        {
            position = place + 1
            var mention = mention(target)
            mention.candidates = [date]
            return measure(mention, isDescending, limit)
        }
        superlativeAlone(adjective, isDescending, limit, item)
    }

    /// "sorted by price, the first 5", "the first 5 of all".
    private mutating func takeFirstRows(_ limit: Int) -> Bool {
        let end = items[position - 1].end
        if end + 1 < tokens.count, tokens[end].lower == "of", tokens[end + 1].lower == "all" {
            while let after = question.item(position), after.start < end + 2 { position += 1 }
            draft.ranksAll = true
        } else {
            guard question.next(from: position).map({ question.cue(at: $0) == .sentenceEnd }) ?? true else { return false }
        }
        draft.limit = limit
        return true
    }

    /// "first grade": the grade of that number, not the least of all.
    private mutating func takeOrdinal(_ item: LinkedItem, _ target: LinkedItem, at place: Int, _ limit: Int?) -> Bool {
        guard item.end - item.start == 1, tokens[item.start].lower == "first", target.start == item.end, limit == nil, !question.isPlural(target)
        else {
            return false
        }
        let numbers = target.columns.filter { link in
            let profile = index[link.column].profile
            return profile.kind == .number && !profile.holdsYears && !question.isKey(link.column)
                && profile.minimum.map { $0 >= 0 && $0 <= 1 } ?? false
        }
        guard !numbers.isEmpty, question.reading(target).isColumn else { return false }
        position = place + 1
        var mention = mention(target)
        mention.candidates = numbers
        add(.compare(mention, negates ? .notEqual : .equal, .number(1)))
        return true
    }

    /// A column under a superlative: shown as its maximum in the head, an order in a modifier.
    private mutating func measure(_ mention: Draft.Mention, _ isDescending: Bool, _ limit: Int?) {
        if !isModifier, limit == nil, !isRowWanted {
            for aggregate in aggregates + [isDescending ? .maximum : .minimum] { show(.aggregate(aggregate, mention)) }
            if !listContinues { aggregates.removeAll() } else { aggregates = [isDescending ? .maximum : .minimum] }
            return
        }
        orderBy(.column(mention), isDescending, limit)
    }

    /// The head has named what to show already, and the superlative says of which row.
    private var isRowWanted: Bool {
        guard let last = draft.shown.last, last.sentence == sentence else { return false }
        if aggregates.isEmpty == false { return false }
        if case .entity = last.output, draft.shown.count == 1, let first = tokens.first?.lower, ["which", "what", "who"].contains(first) {
            return true
        }
        switch last.output {
        case .column, .entity, .everything:
            return lastPreposition == "of" || lastPreposition == "for" || lastPreposition == "in" || lastPreposition == "from"
        default: return false
        }
    }

    private var listContinues: Bool {
        guard let and = question.next(from: position, passing: false), let cue = question.cue(at: and) else { return false }
        switch cue {
        case .and, .comma:
            guard let more = question.next(from: and + 1, passing: false) else { return false }
            return question.reading(items[more]).isColumn
        default: return false
        }
    }

    private mutating func superlativeAlone(_ adjective: String?, _ isDescending: Bool, _ limit: Int?, _ item: LinkedItem) {
        if case .superlative(let superlative)? = item.cue, superlative.counts, pending.map({ question.isVerb($0.item) }) ?? true,
            let verb = tokens[..<item.start].last(where: { $0.lower != "the" }), Self.moneyVerbs.contains(verb.lower), !draft.shown.isEmpty
        {
            // "who paid the most": by an amount, not by how often or when.
            return orderBy(.measure(.amount(.sum)), isDescending, limit)
        }
        if let mention = pending, mention.candidates.contains(where: { question.isMeasure($0.column) }) {
            if let aggregate = pendingAggregate {
                pendingAggregate = nil
                return orderBy(.measure(.aggregate(aggregate, mention)), isDescending, limit)
            }
            return orderBy(.column(mention), isDescending, limit)
        }
        if let adjective, Adjectives.meanings[adjective] != nil, !(item.cue == .superlative(Superlative(true, counts: true))) {
            return orderBy(.adjective(adjective, focus ?? draft.entity), isDescending, limit)
        }
        // "… the most", "… most often": how many rows.
        if case .superlative(let superlative)? = item.cue, superlative.counts {
            if draft.shown.isEmpty && draft.entity == nil {
                // "most of the": nothing that orders.
                draft.unused.append(item)
                return
            }
            return orderBy(.measure(.times), isDescending, limit)
        }
        draft.unused.append(item)
    }

    private static let moneyVerbs: Set<String> = ["pay", "pays", "paid", "spend", "spends", "spent", "earn", "earns", "earned", "cost", "costs"]

    private mutating func orderBy(_ key: Draft.OrderKey, _ isDescending: Bool, _ limit: Int?, focusing table: Int? = nil) {
        draft.order.append(Draft.Ordering(key: key, isDescending: isDescending))
        draft.limit = limit ?? 1
        pending = nil
        if let table { focus = table }
    }

    /// "the most common X": groups of X by their size.
    mutating func handlePopular(_ isLeast: Bool) {
        let limit = superlativeLimit
        superlativeLimit = nil
        let ordering = Draft.Ordering(key: .measure(.times), isDescending: !isLeast)
        draft.limit = limit ?? 1
        draft.popularity = ordering
        draft.order.append(ordering)
    }
}
