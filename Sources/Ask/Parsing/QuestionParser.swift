/// Parses the items of a question from left to right into a draft.
///
/// The head names the outputs. Names after a relative word ("whose", "that have") restrict instead.
struct QuestionParser {
    let question: ChunkedQuestion

    var draft = Draft()
    /// The index of the next item.
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
    /// The item of the last of ``aggregates``.
    var aggregateItem: LinkedItem?
    /// Whether it parses a clause about rows that must not exist.
    var readsAbsence = false
    /// A column that waits for its comparison.
    var pending: Draft.Mention?
    /// The aggregate of the waiting column: "whose total price".
    var pendingAggregate: LogicalForm.Aggregate?
    /// Whether the waiting column followed "by". Without a comparison, it would have grouped or ordered.
    var isGroupLost = false
    /// Whether the next condition is an alternative to the last.
    var isAlternative = false
    var lastPreposition: String?
    /// The preposition after the last output: "of the newest public school".
    var headPreposition: String?
    /// Columns whose names share a stem with the last verb: "opened".
    var verbColumns: [ColumnID] = []
    /// The column before "whose": "a studio whose name".
    var relativeColumn: Draft.Mention?
    var isDistinctNext = false
    /// Whether the question began with "sort".
    var isSortCommand = false
    /// Before this place stands a list of what to show.
    var tailEnd = 0
    /// "new", which needs a period to be clear.
    var newItem: LinkedItem?
    /// "… and who placed it": a second question, and how much had been read before it.
    var further: (item: LinkedItem, shown: Int, conditions: Int)?

    /// "how many", which waits for the counted things.
    struct Counting {
        var isOpen = false
        var isDistinct = false
        /// "the total number of": a number is summed up.
        var isTotal = false
        /// "how many people": the counted persons, unless a verb determines their table.
        var person: LinkedItem?
    }

    /// The limit of a superlative.
    struct Ranking {
        var limit: Int?
        /// The item of the limit.
        var limitItem: LinkedItem?
        /// "top 3 …" that waits for "by", with its direction and item.
        var waitingLimit: Int?
        var isDescending = true
        var item: LinkedItem?
    }

    /// "not", which waits for the negated condition.
    struct Negation {
        var isOpen = false
        /// The item of the negation.
        var item: LinkedItem?
        /// Whether a condition was negated. The rest of the clause may repeat it.
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
        if takeTail(item) || takeAside(item) { return }
        if takeReachedAmount(item) || tokens[item.start].isNegated && takeNegated(item) { return }
        if takeStateOfAbsent(item) || takeStateButNot(item) || takeState(item) || takeDoer(item) || takeHowAdjective(item) || takeSpanBefore(item)
            || takeUnitOverUnit(item)
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
            if tokens[item.start].text == ":", startTailSentence(at: position + 1) { return }
            position += 1
            if tokens[item.start].isNegated { draft.unused.append(item) }
            if isContent(item) || isExclusive(item) || isBareHow(item) || isKindAsked(item) || isAnotherRow(item) { draft.unused.append(item) }
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
