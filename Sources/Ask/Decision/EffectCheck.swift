/// Finds the names, values, numbers and times of a question that became no part of its form, whatever the parser made of them.
///
/// The parser decides by what stands before and after; this looks at what came out. A word that it finds keeps the question from being answered.
struct EffectCheck {
    let question: ChunkedQuestion
    let form: LogicalForm
    private let contents: FormContents
    private let display: DisplayColumns

    init(_ question: ChunkedQuestion, _ form: LogicalForm) {
        (self.question, self.form) = (question, form)
        contents = FormContents(of: form)
        display = DisplayColumns(question.index)
    }

    private var index: SourceIndex { question.index }
    private var tokens: [WordToken] { question.tokens }

    func itemsWithoutEffect() -> [LinkedItem] { question.items.filter { !hasEffect($0) } }

    private func hasEffect(_ item: LinkedItem) -> Bool {
        if asksForDifference(item) { return form.spans != nil }
        if isInexact(item) { return false }
        return switch question.reading(item) {
        case .table: isRead(item) || isTableRead(item) || isBesideRead(item) || relates(item)
        case .column: isRead(item) || isColumnImplied(item) || relates(item) || saysKind(item) || saysState(item)
        case .value: isCompared(item) || isRead(item) || relates(item)
        case .number: isCounted(item) || isRead(item)
        case .date: !contents.spans.isEmpty || form.bucket != nil
        case .cue(let cue): isHeard(cue, item)
        case .word, .filler: !question.meansAmount(item) || !contents.aggregates.isEmpty || isRead(item)
        case .quoted: true
        }
    }

    /// What a small word asks for is there.
    private func isHeard(_ cue: Cue, _ item: LinkedItem) -> Bool {
        switch cue {
        case .average: contents.aggregates.contains(.average) || form.isMeanOfGroups || isRead(item) || !showsMeasures
        case .each where tokens[item.start].lower == "per": isGrouped || isRead(item) || measuresRows(after: item)
        case .sum: isSummed || isRead(item) || form.isRunning
        case .running: form.isRunning
        case .not, .without: contents.negates || contents.compares || !contents.texts.isDisjoint(with: ["n", "no", "f", "false"])
        case .superlative: !form.order.isEmpty || form.limit != nil || !contents.aggregates.isEmpty || contents.negates || isRead(item)
        default: true
        }
    }

    /// "how much in total": a number is shown or compared that several rows give.
    private var isSummed: Bool { showsMeasures || !contents.aggregates.isEmpty || !form.having.isEmpty || form.order.contains(where: isMeasured) }

    private func isMeasured(_ ordering: LogicalForm.Ordering) -> Bool { if case .measure = ordering.key { true } else { false } }

    /// "average quantity per order line": each row is a group of its own.
    private func measuresRows(after item: LinkedItem) -> Bool {
        guard let next = question.items.first(where: { $0.start == item.end }), let table = question.bestTable(next) else { return false }
        return form.outputs.allSatisfy { if case .measure(.aggregate(.average, let column)) = $0 { column.table == table } else { false } }
    }

    private var showsMeasures: Bool { form.outputs.contains { if case .measure = $0 { true } else { false } } }

    private var isGrouped: Bool {
        !form.groups.isEmpty || form.bucket != nil || !form.limitGroups.isEmpty || form.isMeanOfGroups || !showsMeasures
    }

    /// "how many more orders in May than in April", "how much less": the difference of two numbers.
    private func asksForDifference(_ item: LinkedItem) -> Bool {
        ["many", "much"].contains(tokens[item.end - 1].lower) && item.end < tokens.count
            && ["more", "fewer", "less"].contains(tokens[item.end].lower) && tokens[item.end...].contains { $0.lower == "than" }
            && !(item.end + 1 < tokens.count && tokens[item.end + 1].lower == "than")
    }

    /// "around 20", "top 10 %", "last but one": no form says this.
    private func isInexact(_ item: LinkedItem) -> Bool {
        let before = item.start > 0 ? tokens[item.start - 1].lower : ""
        if case .number = question.reading(item) {
            let isPart = item.end < tokens.count && ["%", "percent"].contains(tokens[item.end].lower) && form.limit.map(Double.init) == item.number
            return isPart || Self.approximately.contains(before)
        }
        return before == "last" && tokens[item.start].lower == "but"
    }

    private static let approximately: Set<String> = ["around", "approximately", "roughly", "nearly", "almost", "circa", "about"]

    /// One of the columns that it may name is read.
    private func isRead(_ item: LinkedItem) -> Bool {
        let best = item.columns.map(\.score).max() ?? 0
        return isPartOfRead(item)
            || item.columns.contains { link in
                link.score > best - 0.3 && (contents.columns.contains(link.column) || isShownWhole(link.column))
            }
    }

    /// "air date" for the original air date: every word is in the name of one column that is read.
    private func isPartOfRead(_ item: LinkedItem) -> Bool {
        guard !item.columns.isEmpty else { return false }
        let said = Set(tokens[item.start..<item.end].map(\.lemma))
        return contents.columns.contains { said.isSubset(of: index[$0].form.words.map(\.lemma)) }
    }

    private func isShownWhole(_ column: ColumnID) -> Bool { form.outputs.contains(.everything(column.table)) }

    private func isTableRead(_ item: LinkedItem) -> Bool {
        let best = item.tables.map(\.score).max() ?? 0
        return item.tables.contains { link in
            link.score > best - 0.15
                && (contents.tables.contains(link.table) || isPart(link.table) || isKeyRead(of: link.table)
                    || isReferred(link.table) && !isListed(item) && !isPossessed(item))
        }
    }

    private func isKeyRead(of table: Int) -> Bool {
        contents.columns.contains { column in index.joins.partners(of: column).contains { $0.table == table } }
    }

    /// One of several things to show, or what rows are compared within.
    private func isListed(_ item: LinkedItem) -> Bool {
        item.start > 0 && ["and", ",", "with", ":"].contains(tokens[item.start - 1].lower)
    }

    private func isPossessed(_ item: LinkedItem) -> Bool {
        item.start > 0 && ["their", "its", "his", "her", "own", "same"].contains(tokens[item.start - 1].lower)
    }

    /// "movie theater": a noun right before the one that says which rows.
    private func isBesideRead(_ item: LinkedItem) -> Bool {
        guard let next = question.items.first(where: { $0.start == item.end }), case .table = question.reading(next) else { return false }
        return next.tables.contains { contents.tables.contains($0.table) }
    }

    /// A verb, or a word of the family of a name that is read: "scored", "returned something", "does X advise".
    private func relates(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, !isListed(item) else { return false }
        let token = tokens[item.start]
        if question.isParticiple(item) || question.isVerb(item) || question.isVerbOfPrice(item) || isBareVerb(item) { return true }
        return contents.tables.contains { index.tables[$0].form.words.contains { $0.stem == token.stem } }
    }

    /// "did we pay each vendor", "In which cities do teams play?"
    private func isBareVerb(_ item: LinkedItem) -> Bool {
        tokens[item.start].lemma == tokens[item.start].lower && tokens[..<item.start].contains { ["do", "does", "did"].contains($0.lower) }
    }

    /// "phone number", "discharge date", "30 years": a word that says only of what kind the one beside it is.
    private func saysKind(_ item: LinkedItem) -> Bool {
        guard item.end - item.start == 1, Self.kinds.contains(tokens[item.start].lemma) else { return false }
        if item.end < tokens.count, tokens[item.end].lower == "of" { return true }
        if item.start > 0, ["all", "any"].contains(tokens[item.start - 1].lower), TimeUnit(word: tokens[item.start].lemma) != nil { return true }
        if TimeUnit(word: tokens[item.start].lemma) != nil, form.bucket != nil { return true }
        return question.items.contains { other in
            (other.end == item.start || other.start == item.end)
                && (question.reading(other).isName || question.reading(other).isValue || other.number != nil || other.date != nil)
        }
    }

    private static let kinds: Set<String> = [
        "number", "date", "year", "month", "week", "day", "time", "type", "kind", "state", "status", "amount", "location", "place", "size",
        "category",
        "class", "level", "value", "code", "address",
    ]

    private func saysState(_ item: LinkedItem) -> Bool { question.isStateWord(item) || isDisplayRead(item) }

    /// The name of rows that are read: "the school with the largest enrollment".
    private func isDisplayRead(_ item: LinkedItem) -> Bool {
        !isListed(item)
            && item.columns.contains {
                $0.score > 0.8 && contents.tables.contains($0.column.table) && display.columns(of: $0.column.table) == [$0.column]
            }
    }

    /// Each row that is read belongs to one of the table.
    private func isReferred(_ table: Int) -> Bool {
        index.joins.edges(at: table).contains { $0.to.table == table && contents.tables.contains($0.from.table) }
    }

    private func isPart(_ table: Int) -> Bool { index.tables[table].held.map { contents.tables.contains($0) } ?? false }

    /// The name stands for columns that show a row, for the row that a key refers to, or is a verb that relates tables.
    private func isColumnImplied(_ item: LinkedItem) -> Bool {
        let mention = question.mention(item, near: nil)
        if mention.isName || mention.saysId { return true }
        let best = item.columns.map(\.score).max() ?? 0
        return item.columns.contains { link in
            guard link.score > best - 0.15 else { return false }
            let partners = index.joins.partners(of: link.column)
            if partners.contains(where: { contents.columns.contains($0) || contents.tables.contains($0.table) }) { return true }
            let isVerb = question.isVerb(item) || question.isParticiple(item)
            return isVerb && contents.tables.contains(link.column.table)
        }
    }

    /// "longer than 6 nights" beside a column that only speaks of nights: no number of days is kept there.
    private func isOfTime(_ item: LinkedItem) -> Bool {
        guard let unit = question.items.first(where: { $0.start == item.end }), Self.units.contains(tokens[unit.start].lemma),
            question.reading(unit).isColumn, let best = unit.columns.max(by: { $0.score < $1.score }), best.score < 0.9
        else { return false }
        return contents.columns.contains(best.column) && index[best.column].form.words.last.map { !Self.units.contains($0.lemma) } ?? false
    }

    private static let units: Set<String> = ["night", "day", "week", "month", "hour", "minute", "year"]

    private func isCompared(_ item: LinkedItem) -> Bool {
        if contents.flags { return true }
        return item.values.contains { contents.texts.contains($0.text.lowercased()) || contents.numbers.contains(Double($0.text) ?? .nan) }
    }

    /// A number is compared with, limits the rows, or is the year of a span.
    private func isCounted(_ item: LinkedItem) -> Bool {
        guard let number = item.number else { return true }
        if number == 1 { return true }
        if isOfTime(item) { return false }
        if contents.numbers.contains(where: { $0 == number || number >= 1000 && $0 * 1000 == number || $0 * 1e6 == number || $0 * 1e9 == number }) {
            return true
        }
        return !contents.spans.isEmpty || contents.texts.contains { $0.contains(tokens[item.start].lower) }
    }
}
