import SQLSyntax

/// Reads questions on one source. It needs neither a model nor a network, and the same question always gets the same result.
package struct QuestionEngine: Sendable {
    package let index: SourceIndex
    package let today: CalendarDay

    package init(_ index: SourceIndex, today: CalendarDay) {
        self.index = index
        self.today = today
    }

    package func read(_ question: String) -> Reading {
        var reading = understood(question, alternatives: Self.maximumAlternatives)
        reading.sayInterpretation(as: self)
        return reading
    }

    /// The sentence that describes a form: the most natural one that is read as the same form again.
    func interpretation(of form: LogicalForm, in index: SourceIndex) -> String {
        let texts = FormWording.texts(of: form, in: index)
        return texts.first { understood($0).form == form } ?? texts[0]
    }

    private func understood(_ question: String, alternatives: Int = 0) -> Reading {
        let english = AsianQuestion.english(String(question.prefix(QuestionText.maximumLength)), in: index) ?? question
        let words = WordRepair(index: index).repaired(PlainWords.of(QuestionText(english).tokens))
        let tokens = ComparativeOrder.arranged(CalendarWords.joined(words, in: index))
        let engine = QuestionEngine(index.naming(tokens), today: today)
        var reading = engine.read(tokens, Linker(index: engine.index, tokens: tokens, today: today).items(), alternatives)
        reading.index = engine.index
        return reading
    }

    /// Most alternative readings.
    private static let maximumAlternatives = 2

    private func read(_ tokens: [WordToken], _ items: [LinkedItem], _ alternatives: Int) -> Reading {
        let draft = QuestionParser.draft(of: ChunkedQuestion(index: index, tokens: tokens, items: items, today: today))
        guard !draft.asksForChange else { return declined(Sentence(.asksForChange)) }
        var (reading, choices) = self.reading(of: draft, tokens, items)
        for choice in choices.prefix(alternatives) where reading.form != nil {
            let other = self.reading(of: draft, tokens, items, taking: choice).reading
            if other.form != nil, other.form != reading.form { reading.alternatives.append(other) }
        }
        if reading.form == nil, alternatives > 0, let suggestion = suggestion(items) { reading.alternatives = [suggestion] }
        return reading
    }

    /// A question that can be answered with the names in the original question: how many rows have the value, or how many rows there are.
    /// Nil if it contains no name.
    private func suggestion(_ items: [LinkedItem]) -> Reading? {
        let values = items.flatMap(\.values).filter { index[$0.column].profile.kind == .text && index[$0.column].expression == nil }
        let value = values.max { $0.score < $1.score }
        let named = items.flatMap(\.tables).max { $0.score < $1.score }?.table
        let owner = items.flatMap(\.columns).max { $0.score < $1.score }?.column.table
        guard let table = value?.column.table ?? named ?? owner, !index.tables[table].isHidden else { return nil }
        var form = LogicalForm(entity: table)
        form.outputs = [.measure(.rows(table))]
        form.filter = value.map { [.compare($0.column, .equal, .text($0.text))] } ?? []
        var reading = Reading(status: .declined)
        reading.form = form
        reading.index = index
        reading.statement = QueryBuilder.statement(of: form, in: index)
        return reading.statement == nil ? nil : reading
    }

    private func reading(
        of draft: Draft, _ tokens: [WordToken], _ items: [LinkedItem], taking choice: DraftResolver.Choice? = nil
    ) -> (reading: Reading, choices: [DraftResolver.Choice]) {
        let named = Set(tokens.filter { $0.kind == .word && $0.lower.count > 2 }.map(\.stem))
        var resolver = DraftResolver(index, draft, named: named, today: today, taking: choice)
        var form = resolver.resolve()
        let asksForValues = Self.asksForValues(tokens, draft)
        if draft.entity == nil || asksForValues, let plain = form,
            FormTraits.notes(of: plain, in: index, isEntityNamed: false).contains(.attributeList)
        {
            if asksForValues || asksForEach(tokens, plain) {
                // "Which towns …": each value that many rows share is listed once.
                form?.isDistinct = true
                resolver.notes.insert(.attributeList)
            } else {
                resolver.notes.insert(.mayRepeat)
            }
        }
        if draft.entity != nil, ["which", "who"].contains(tokens[0].lower) { resolver.notes.insert(.asksForEach) }
        let unused = draft.unused.map { tokens[$0.start..<$0.end].map(\.text).joined(separator: " ") }
        form = form.map(namingColumns)
        guard let form else {
            let failure = resolver.failure ?? Sentence(.notRead)
            let isWords = !unused.isEmpty && [Sentence(.nothingShown), Sentence(.notRead)].contains(failure)
            var reading = declined(isWords ? Sentence(.notUnderstood, unused.joined(separator: ", ")) : failure)
            reading.unused = unused
            return (reading, [])
        }
        let preference = self.preference(named, DirectionWords.roles(in: tokens))
        guard let statement = QueryBuilder.statement(of: form, in: index, preference: preference) else {
            return (declined(Sentence(JoinTree.over(form.neededTables, in: index.joins) == nil ? .noJoin : .notRead)), [])
        }
        var reading = Reading(status: .answered)
        reading.index = index
        reading.form = form
        reading.amount = ColumnTitles.amount(in: tokens, items)
        reading.statement = ColumnTitles(form, in: index, amount: reading.amount).titling(statement)
        reading.unused = unused + withoutEffect(form, tokens, items, beside: draft.unused)
        reading.links = links(tokens, items)
        resolver.notes.formUnion(FormTraits.notes(of: form, in: index, isEntityNamed: draft.entity != nil, named: named, preference: preference))
        reading.notes = resolver.notes
        if !reading.notes.isDisjoint(with: [.countedOnce, .numberInText]) {
            reading.plain = QueryBuilder.plain(of: form, in: index, preference: preference)
        }
        reading.isEntityNamed = draft.entity != nil
        reading.weakest = resolver.weakest
        reading.words = tokens.count { $0.kind != .mark }
        reading.judge()
        return (reading, resolver.choices)
    }

    /// Words of the question that the parser took for something, and of which nothing came.
    private func withoutEffect(_ form: LogicalForm, _ tokens: [WordToken], _ items: [LinkedItem], beside unused: [LinkedItem]) -> [String] {
        let question = ChunkedQuestion(index: index, tokens: tokens, items: items, today: today)
        return EffectCheck(question, form).itemsWithoutEffect().filter { !unused.contains($0) }
            .map { tokens[$0.start..<$0.end].map(\.text).joined(separator: " ") }
    }

    /// "Which towns do the owners live in?", "What makes of car are there?": the question asks for the values, not for the rows that have
    /// them.
    private static func asksForValues(_ tokens: [WordToken], _ draft: Draft) -> Bool {
        guard draft.shown.count == 1, case .column(let mention) = draft.shown[0].output, mention.item.start == 1, !mention.isName else {
            return false
        }
        return ["which", "what"].contains(tokens[0].lower)
    }

    /// Replaces `*` for the first rows of each group by the names of the columns, because an inner query returns them by name.
    private func namingColumns(_ form: LogicalForm) -> LogicalForm {
        guard !form.limitGroups.isEmpty else { return form }
        var out = form
        out.outputs = form.outputs.flatMap { output -> [LogicalForm.Output] in
            guard case .everything(let table) = output else { return [output] }
            return index.columns(of: table).filter { !index[$0].isHidden && index[$0].expression == nil }.map { .column($0) }
        }
        return out
    }

    /// "Which towns", "who", "all towns": the question asks for each of them once.
    private func asksForEach(_ tokens: [WordToken], _ form: LogicalForm) -> Bool {
        if tokens.prefix(3).contains(where: { ["which", "who"].contains($0.lower) }) { return true }
        return form.filter.isEmpty && tokens.contains { $0.lower == "all" } || tokens.count { $0.kind != .mark } <= 2
    }

    /// A preference for joins whose keys and tables are named in the question.
    /// - Parameters:
    ///   - said: stems of the question's words.
    ///   - roles: stems that its verbs of motion imply.
    private func preference(_ said: Set<String>, _ roles: Set<String>) -> (JoinGraph.Edge) -> Double {
        let named = said.union(roles)
        return { edge in
            let words = self.index[edge.from].form.words.filter { $0.weight >= 0.5 && $0.lemma != "id" }
            let table = self.index.tables[edge.from.table].form.words.filter { $0.weight >= 0.5 }
            return 0.1 * Double(min(2, words.count { named.contains($0.stem) })) + (words.contains { named.contains($0.stem) } ? 0.1 : 0)
                + 0.15 * Double(table.count { named.contains($0.stem) })
        }
    }

    private func declined(_ reason: Sentence) -> Reading {
        var reading = Reading(status: .declined)
        reading.why = reason
        return reading
    }

    private func links(_ tokens: [WordToken], _ items: [LinkedItem]) -> [Reading.Link] {
        items.flatMap { item -> [Reading.Link] in
            let text = tokens[item.start..<item.end].map(\.text).joined(separator: " ")
            var out: [Reading.Link] = []
            if let table = item.tables.max(by: { $0.score < $1.score }) {
                out.append(Reading.Link(text: text, kind: .table, target: index.tables[table.table].name, score: table.score))
            }
            for column in item.columns.sorted(by: { $0.score > $1.score }).prefix(3) {
                out.append(
                    Reading.Link(
                        text: text, kind: .column, target: "\(index.tables[column.column.table].name).\(index[column.column].name)",
                        score: column.score))
            }
            for value in item.values.sorted(by: { $0.score > $1.score }).prefix(3) {
                out.append(
                    Reading.Link(
                        text: text, kind: .value, target: "\(index.tables[value.column.table].name).\(index[value.column].name) = \(value.text)",
                        score: min(1, value.score)))
            }
            return out
        }
    }
}
