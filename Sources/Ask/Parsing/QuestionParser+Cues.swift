extension QuestionParser {
    mutating func handle(_ cue: Cue, _ item: LinkedItem) {
        position += 1
        switch cue {
        case .command: if item.start > 0, startsClause(item) { startHead() }
        case .question(let word): handleQuestion(word, item)
        case .count: handleCount(item)
        case .countTimes: handleTimes(item)
        case .average: aggregate(.average)
        case .sum: aggregate(.sum)
        case .superlative(let superlative): handleSuperlative(superlative, item)
        case .popular(let isLeast): handlePopular(isLeast)
        case .comparison(let comparison, let adjective):
            if !separatesTimes(item) {
                take(
                    comparisons.reading {
                        $0.withoutColumn(comparison, adjective, item); return true
                    })
            }
        case .be: if draft.isShare, draft.wholeConditions == 0 { draft.wholeConditions = draft.conditions.count }
        case .orMore, .than, .averageValue, .top: break
        case .same: draft.unused.append(item)
        case .each: handleEach()
        case .not: handleNot(item)
        case .without: handleNot(item)
        case .relative: handleRelative(item)
        case .having: if !draft.shown.isEmpty || draft.entity != nil || counting.isOpen { isModifier = true }
        case .preposition(let word):
            lastPreposition = word
            headPreposition = word
            if word == "by", ranking.waitingLimit == nil, takePeriod() || takeGroupTable() { return }
            if let limit = ranking.waitingLimit, word == "by" || word == "in" {
                if takeSoldPieces(limit) { return }
                let before = draft.order.count
                orderKeys(isDescending: ranking.isDescending)
                if draft.order.count > before, draft.order.last?.key != .display {
                    draft.limit = limit
                    ranking.waitingLimit = nil
                } else {
                    draft.order.removeLast(draft.order.count - before)
                }
                return
            }
            if isSortCommand, word == "by", !draft.shown.isEmpty {
                isSortCommand = false
                handleOrder()
            }
        case .and:
            headPreposition = nil
            if draft.sumsUp || draft.period != nil { _ = takePeriod() }
        case .or: if !draft.conditions.isEmpty { isAlternative = true }
        case .both: (draft.isBoth, draft.saysBoth) = (true, true)
        case .either: break
        case .but where question.meansExcept(item): handleNot(item)
        case .but: if !question.endsClause(item) { negation.isOpen = false }
        case .comma: headPreposition = nil
        case .orderBy: handleOrder()
        case .ascending(let isAscending): handleDirection(isAscending)
        case .alphabetical: handleAlphabetical()
        case .distinct:
            if item.end - item.start > 1 { draft.isDistinct = true } else { isDistinctNext = true }
        case .everything: handleEverything(item)
        case .contains(let match):
            if match == .starts, takeStartingOrder() { return }
            if tokens[item.start].lower == "that" { isModifier = true }
            if take(comparisons.reading({ $0.matchInColumn(match) })) { return }
            if includesValue(item) { return }
            if let mention = pending ?? relativeColumn ?? shownName(item),
                take(comparisons.reading({ $0.match(mention, match, $0.negates, from: $0.position) }))
            {
                return
            }
            if item.end - item.start == 1, let after = question.next(from: position, limit: 3) {
                // "orders that contain more than one product"
                if case .comparison? = question.cue(at: after) {
                    isModifier = true
                    return
                }
            }
            draft.unused.append(item)
        case .between:
            take(
                comparisons.reading {
                    $0.between(item); return true
                })
        case .isNull: if let mention = pending { add(.null(mention, isNegated: negation.isOpen)) } else { draft.unused.append(item) }
        case .sentenceEnd:
            sentence += 1
            settlePending()
            focus = draft.entity ?? focus
            isModifier = false
            settleNegation()
            isAlternative = false
            isDistinctNext = false
            if position < items.count { _ = startTailSentence(at: position) }
        case .share: if !isSharing(item) { draft.isShare = true }
        case .running: draft.isRunning = true
        case .growth: draft.comparesTimes = true
        case .change where item.start > 0 && tokens[item.start].lower == "change" && draft.shown.contains { $0.output.isComputed }:
            // "revenue change from April to May"
            draft.comparesTimes = true
        case .change: if item.start == 0 { draft.asksForChange = true } else { draft.unused.append(item) }
        }
    }

    /// Whether a clause starts here. "get" in the middle of a clause is an ordinary verb.
    private func startsClause(_ item: LinkedItem) -> Bool {
        item.end - item.start > 1 || [".", "?", "!", ",", "and", "then", "please", "also", "or"].contains(tokens[item.start - 1].lower)
    }

    private mutating func handleEverything(_ item: LinkedItem) {
        guard !isModifier else {
            draft.unused.append(item)
            return
        }
        show(.everything(nil))
    }

}
