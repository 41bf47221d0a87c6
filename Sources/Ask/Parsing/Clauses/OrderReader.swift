/// Reads the keys of an order: "name and price", "industry and then limit from high to low", "the number of visits".
struct OrderReader {
    let question: ChunkedQuestion
    /// The index of the next item.
    private(set) var position: Int
    /// The table mentioned last.
    let focus: Int?
    /// "average" or "total", which waits for its column.
    private(set) var aggregates: [LogicalForm.Aggregate]
    private let isDescending: Bool
    /// The keys in their order.
    private(set) var keys: [Draft.Ordering] = []
    /// The index of the first key to which the next direction applies.
    private var directed = 0

    private var items: [LinkedItem] { question.items }

    init(_ question: ChunkedQuestion, at position: Int, near focus: Int?, aggregates: [LogicalForm.Aggregate], isDescending: Bool) {
        self.question = question
        self.position = position
        self.focus = focus
        self.aggregates = aggregates
        self.isDescending = isDescending
    }

    /// The keys at this position, each with its direction, and the index of the item after them.
    func read() -> (keys: [Draft.Ordering], end: Int) {
        var reader = self
        while let place = question.next(from: reader.position), reader.takeKey(at: place) {}
        return (reader.keys, reader.position)
    }

    /// Reads one key. False at the end of the keys.
    private mutating func takeKey(at place: Int) -> Bool {
        switch question.reading(items[place]) {
        case .column:
            add(aggregated(question.mention(items[place], near: focus)), end: place + 1)
            return true
        case .table: return takeTable(at: place)
        case .cue(.count), .cue(.countTimes):
            takeCount(at: place)
            return true
        case .word, .filler, .value:
            guard question.meansAmount(items[place]) else { return false }
            add(.measure(.amount(aggregates.last ?? .sum)), end: place + 1)
            return true
        case .cue(.average):
            aggregates.append(.average)
            position = place + 1
            return true
        case .cue(.sum):
            aggregates.append(.sum)
            position = place + 1
            return true
        case .cue(.and), .cue(.comma): return takeAnd(at: place)
        case .cue(.ascending(let isAscending)):
            for key in directed..<keys.count { keys[key].isDescending = !isAscending }
            position = place + 1
            directed = keys.count
            return isNextKey
        case .cue(.alphabetical):
            position = place + 1
            return false
        default: return false
        }
    }

    private mutating func add(_ key: Draft.OrderKey, end: Int) {
        keys.append(Draft.Ordering(key: key, isDescending: isDescending))
        position = end
    }

    private mutating func aggregated(_ mention: Draft.Mention) -> Draft.OrderKey {
        aggregates.popLast().map { .measure(.aggregate($0, mention)) } ?? .column(mention)
    }

    /// "course counts", "customer name", or the display columns of the table.
    private mutating func takeTable(at place: Int) -> Bool {
        let table = question.bestTable(items[place])
        if let count = question.item(place + 1), count.start == items[place].end,
            ["count", "number"].contains(question.tokens[count.start].lemma), let table
        {
            add(.measure(.rows(table)), end: place + 2)
        } else if let column = question.item(place + 1), case .column = question.reading(column), let table {
            var mention = question.mention(column, near: focus)
            mention.owner = table
            add(aggregated(mention), end: place + 2)
        } else if let column = items[place].columns.max(by: { $0.score < $1.score }), column.score > 0.8 {
            add(.column(question.mention(items[place], near: focus)), end: place + 1)
        } else {
            return false
        }
        return true
    }

    /// "the number of visits"
    private mutating func takeCount(at place: Int) {
        position = place + 1
        let target = question.next(from: position)
        if let target, case .table = question.reading(items[target]), let table = question.bestTable(items[target]) {
            add(.measure(.rows(table)), end: target + 1)
        } else if let target, case .column = question.reading(items[target]) {
            add(.column(question.mention(items[target], near: focus)), end: target + 1)
        } else {
            add(.measure(.times), end: position)
        }
    }

    /// Another column with its own direction: "by industry and then by limit from high to low".
    private mutating func takeAnd(at place: Int) -> Bool {
        guard let more = question.next(from: place + 1), case .column = question.reading(items[more]), !keys.isEmpty else { return false }
        if question.tokens[items[place].end..<items[more].start].contains(where: { $0.lower == "then" }) { directed = keys.count }
        position = place + 1
        return true
    }

    /// "by year descending, then by name": another key follows.
    private var isNextKey: Bool {
        guard [.and, .comma].contains(question.cue(at: position)), let more = question.next(from: position + 1),
            question.reading(items[more]).isColumn
        else { return false }
        return question.tokens[items[position].end..<items[more].start].contains { ["then", "by"].contains($0.lower) }
    }
}
