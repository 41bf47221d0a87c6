/// Reads the comparison of a column or number: "above 90", "between 2 and 4", "that starts with A", "than the average".
///
/// It begins at a position of the question, with the state of the clauses before, and returns a ``ComparisonClause``.
struct ComparisonReader {
    let question: ChunkedQuestion
    /// The index of the next item.
    var position: Int
    /// The last table mentioned, and the table of the requested rows.
    var focus: Int?
    let entity: Int?
    /// Whether names restrict: after "whose", "that", "with".
    let isModifier: Bool
    let negates: Bool
    /// A column that waits for its comparison.
    var pending: Draft.Mention?
    /// The draft of the text before.
    let before: Draft
    /// Columns whose names share a stem with the last verb.
    let verbColumns: [ColumnID]
    /// Whether "average" or "total" waits for its column.
    let isAggregate: Bool
    var clause: ComparisonClause
    /// Whether an alternative to the previous condition follows.
    var isAlternative = false
    /// The item of the current comparison.
    var comparisonItem: LinkedItem?

    var index: SourceIndex { question.index }
    var tokens: [WordToken] { question.tokens }
    var items: [LinkedItem] { question.items }

    /// The clause that one of the functions below reads.
    func reading(_ read: (inout Self) -> Bool) -> ComparisonClause {
        var reader = self
        let isRead = read(&reader)
        var clause = reader.clause
        (clause.isRead, clause.end, clause.focus, clause.pending) = (isRead, reader.position, reader.focus, reader.pending)
        return clause
    }

    func mention(_ item: LinkedItem) -> Draft.Mention { question.mention(item, near: focus) }

    mutating func add(_ condition: Draft.Condition) {
        clause.conditions.append(ComparisonClause.Joined(condition: condition, isAlternative: isAlternative))
        isAlternative = false
        pending = nil
    }

    /// Reads a comparison that follows a column. False if none follows.
    mutating func compare(_ mention: Draft.Mention) -> Bool {
        var at = position
        var isNegated = negates
        var passed = 0
        var sawBe = false
        while let item = question.item(at), passed < 6 {
            switch question.reading(item) {
            case .filler where tokens[item.start].isCapital && question.constantValue(item, for: mention) != nil:
                // "room C"
                return equals(mention, isNegated, at: at, isDirect: true)
            case .filler: at += 1
            case .cue(.be):
                sawBe = true
                at += 1
            case .cue(.preposition(let word)) where word != "for" && word != "from" && word != "by" && word != "across": at += 1
            case .cue(.relative) where sawBe == false && ["that", "which", "who"].contains(tokens[item.start].lower):
                // "score that is higher than 90"
                guard let after = question.item(at + 1), case .cue(.be) = question.reading(after), isModifier else { return false }
                at += 1
            case .cue(.not):
                isNegated = true
                at += 1
            case .cue(.either), .cue(.same): at += 1
            case .cue(.comparison(let comparison, _)):
                return compare(mention, isNegated ? comparison.negated : comparison, from: at + 1, cue: item)
            case .cue(.between): return between(mention, isNegated, from: at + 1)
            case .cue(.contains(let match)): return self.match(mention, match, isNegated, from: at + 1)
            case .cue(.isNull):
                add(.null(mention, isNegated: isNegated))
                position = at + 1
                return true
            case .value where question.isFollowedByItsColumn(at, besides: mention): return false
            case .number
            where question.isYearAside(items[at], of: mention) && (!isModifier || mention.candidates.allSatisfy { question.isKey($0.column) }):
                return false
            case .date
            where items[at].date != nil
                && mention.candidates.contains(where: {
                    index[$0.column].profile.kind == .date || index[$0.column].profile.holdsYears && items[at].number == nil
                }):
                // "hired this year"
                guard let span = items[at].date, !isNegated else { return false }
                position = at + 1
                add(.days(mention, span, near: focus))
                return true
            case .number where question.isLimit(at): return false
            case .number, .value, .quoted, .date: return equals(mention, isNegated, at: at, isDirect: passed == 0 || sawBe)
            case .word:
                // "named X" with an unknown verb in between.
                return false
            default:
                return false
            }
            passed += 1
        }
        return false
    }
}
