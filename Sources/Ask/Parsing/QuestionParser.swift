/// Parses the items of a question from left to right into a draft.
///
/// The head names what is shown; names after a relative word ("whose", "that have") restrict instead.
struct QuestionParser {
    let question: ChunkedQuestion

    var draft = Draft()
    /// The item that is read next.
    var position = 0
    var sentence = 0
    /// Whether names restrict: after "whose", "that", "with".
    var isModifier = false
    /// The table mentioned last.
    var focus: Int?
    var counting = Counting()
    var ranking = Ranking()
    var negation = Negation()
    var aggregates: [LogicalForm.Aggregate] = []
    /// Where the last of ``aggregates`` was read.
    var aggregateItem: LinkedItem?
    /// It reads what must not be there, apart from the rest.
    var readsAbsence = false
    /// A column that waits for its comparison.
    var pending: Draft.Mention?
    /// Aggregates of the column that waits: "whose total price".
    var pendingAggregate: LogicalForm.Aggregate?
    /// The column that waits stood after "by": left alone, it would have grouped or ordered.
    var isGroupLost = false
    /// The next condition is an alternative to the last.
    var isAlternative = false
    var lastPreposition: String?
    /// The preposition since which nothing was shown: "of the newest public school".
    var headPreposition: String?
    /// Columns whose names share a stem with the verb read last: "opened".
    var verbColumns: [ColumnID] = []
    /// The column before "whose": "a studio whose name".
    var relativeColumn: Draft.Mention?
    var isDistinctNext = false
    /// The question began with "sort".
    var isSortCommand = false
    /// "new", which a time has to make clear.
    var newItem: LinkedItem?
    /// "… and who placed it": a further question, and how much had been read before it.
    var further: (item: LinkedItem, shown: Int, conditions: Int)?

    /// "how many", which waits for what it counts.
    struct Counting {
        var isOpen = false
        var isDistinct = false
        /// "the total number of": a number is added up.
        var isTotal = false
        /// "how many people": what is counted, unless a verb says whose rows these are.
        var person: LinkedItem?
    }

    /// How many rows a superlative leaves.
    struct Ranking {
        var limit: Int?
        /// Where the limit was read.
        var limitItem: LinkedItem?
        /// "top 3 …" that waits for "by", its direction, and where it was read.
        var waitingLimit: Int?
        var isDescending = true
        var item: LinkedItem?
    }

    /// "not", which waits for what it turns.
    struct Negation {
        var isOpen = false
        /// Where it was read.
        var item: LinkedItem?
        /// Some condition was negated: what is left may say it again.
        var wasTaken = false
    }

    init(_ question: ChunkedQuestion) { self.question = question }

    var index: SourceIndex { question.index }
    var tokens: [WordToken] { question.tokens }
    var items: [LinkedItem] { question.items }

    static func draft(of question: ChunkedQuestion) -> Draft {
        let named = question.namingRows()
        var parser = QuestionParser(named ?? question)
        if named != nil { parser.draft.notes.insert(.impliedTable) }
        return parser.parse()
    }

    private mutating func parse() -> Draft {
        while position < items.count {
            let before = position
            step()
            if position == before { position += 1 }
        }
        settleQuestion()
        nameWho()
        return draft
    }

    mutating func step() {
        let item = items[position]
        let preposition = lastPreposition
        defer { if lastPreposition == preposition, !question.keepsPreposition(item) { lastPreposition = nil } }
        if takeReachedAmount(item) || tokens[item.start].isNegated && takeNegated(item) { return }
        if takeStateButNot(item) || takeState(item) || takeDoer(item) || takeHowAdjective(item) || takeSpanBefore(item) || takeUnitOverUnit(item)
            || takeVersus(item) || takeFirstEvent(item)
            || takeBestSeller(item) || takeHeadcount(item) || takeGroupCondition(item)
            || takeHeadPeriod(item) || takePieces(item) || takeValueOf(item)
            || takeAmount(item)
            || takeAdverb(item) || take(comparisons.reading { $0.split(item) }) || takeLightVerb(item)
        {
            return
        }
        switch question.reading(item) {
        case .cue(let cue): handle(cue, item)
        case .table: handleTable(item)
        case .column: handleColumn(item)
        case .value: handleValue(item)
        case .quoted: handleQuoted(item)
        case .number: handleNumber(item)
        case .date: handleDate(item)
        case .filler:
            position += 1
            if isContent(item) || isExclusive(item) || isBareHow(item) || isKindAsked(item) { draft.unused.append(item) }
            if question.namesOwnReference(item) { draft.unused.append(item) }
            if tokens[item.start].lemma == "name" { handleBareName(item) }
            if tokens[item.start].lemma == "id" { handleBareId(item) }
        case .word:
            if !handleWord(item) && !isSoft(item) { draft.unused.append(item) }
            position += 1
        }
    }

    func mention(_ item: LinkedItem) -> Draft.Mention { question.mention(item, near: focus) }

    mutating func add(_ condition: Draft.Condition) {
        if isAlternative, let last = draft.conditions.popLast() {
            if case .any(let parts) = last {
                draft.conditions.append(.any(parts + [condition]))
            } else {
                draft.conditions.append(.any([last, condition]))
            }
        } else {
            draft.conditions.append(condition)
        }
        isAlternative = false
        negation.wasTaken = negation.wasTaken || negation.isOpen
        negation.isOpen = false
        pending = nil
    }

    mutating func show(_ output: Draft.Output) {
        draft.shown.append(Draft.Shown(output: output, sentence: sentence))
        headPreposition = nil
    }

}
