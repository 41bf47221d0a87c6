package import Access
package import Catalog
package import SQL
package import SQLGuard
import SQLSyntax
package import Store

/// Answers plain-language questions on a data source, within the caller's rights.
package struct Questions: Sendable {
    /// Longest question. Unit: characters.
    package static let maximumLength = 2_000
    /// If the newest date in the data is older than this, "last month" is counted from that date. Unit: days.
    static let staleAfter = 31

    private let catalog: Catalog
    private let rules: RuleStore
    private let sqlGuard: Guard
    private let layers: SemanticLayers
    private let verified: VerifiedQueries
    private let indexes = SourceIndexes()
    private let failing = FailingSources()
    private let models: ModelAnswers
    private let words: WordNetFile?
    private let kept: KeptSamples?

    /// - Parameters:
    ///   - words: English synonyms. Nil for only the engine's own synonyms.
    ///   - kept: samples from before a restart. Nil if samples are not stored.
    package init(
        catalog: Catalog, rules: RuleStore, sqlGuard: Guard, layers: SemanticLayers, verified: VerifiedQueries, models: LanguageModels,
        words: WordNetFile? = nil, kept: KeptSamples? = nil
    ) {
        self.kept = kept
        self.words = words
        self.layers = layers
        self.verified = verified
        self.catalog = catalog
        self.rules = rules
        self.sqlGuard = sqlGuard
        self.models = ModelAnswers(models: models, sqlGuard: sqlGuard)
    }

    /// Checks that a text can be a question, before anything is looked up.
    package static func check(_ question: String) throws(Refusal) {
        guard !question.allSatisfy(\.isWhitespace) else { throw Refusal(.invalidArgument, "question: expected a question in words") }
        guard question.count <= maximumLength else {
            throw Refusal(.invalidArgument, "question: at most \(maximumLength) characters, found \(question.count)")
        }
    }

    /// Reads a question. If it is answered, the reading contains the statement, which has not been executed.
    /// - Parameters:
    ///   - rows: most rows.
    ///   - today: the day from which "last month" is counted, unless the data ended before.
    ///   - turns: answered questions of the same chat on the source, oldest first. The question may change the reading of the last.
    ///   - assistant: replaces the source's own semantic layer. Nil for none.
    package func read(
        _ question: String, on source: String, after turns: [String] = [], as assistant: Assistant? = nil, grant: Grant, rows: Int,
        today: CalendarDay, _ bounds: CallBounds
    ) async throws -> QuestionReading {
        try Self.check(question)
        let layer = try await layer(of: source, as: assistant, in: grant.caller.workspace.id)
        let index = try await index(of: source, layer, grant: grant, bounds)
        let (words, terms) = layer?.layer.expanded(question) ?? (question, [])
        if let answer = try await verifiedReading(of: words, in: index, on: source, grant: grant, rows: rows, today: today, bounds) { return answer }
        let before = turns.map { layer?.layer.expanded($0).text ?? $0 }
        if let change = FollowUp(words), let position = before.lastIndex(where: { FollowUp($0) == nil }) {
            let last = before[position]
            let changes = before[(position + 1)...].compactMap { FollowUp($0) } + [change]
            let changed = try await verifiedReading(
                of: last, changedBy: changes, in: index, on: source, grant: grant, rows: rows, today: today, bounds)
            if let changed { return changed }
            guard try await verifiedReading(of: last, in: index, on: source, grant: grant, rows: rows, today: today, bounds) == nil else {
                return QuestionReading(.afterVerified, prepared: nil, assumptions: [], index: index)
            }
        }
        var (reading, assumptions, isFollowUp) = Self.reading(of: words, after: before, in: index, today: today)
        let probed = await QuestionEngine(index, today: today).probed(reading) { statement, probe in
            let bounds = bounds.within(ContinuousClock.now.duration(to: probe.deadline), doing: probe.work)
            // Values that cannot be looked up in time stay unknown.
            return try? await Self.rows(of: statement, sqlGuard, grant, source, RowLimits(maximumRows: QuestionEngine.probedRows), bounds)
        }
        if probed.rows != nil { assumptions += probed.sentences.filter { !assumptions.contains($0) } }
        reading = probed
        assumptions += terms.map { Sentence(.standsFor, $0.name, $0.text) }
        var read = QuestionReading(reading, prepared: nil, assumptions: assumptions, index: index, isFollowUp: isFollowUp)
        if reading.status == .answered, let statement = reading.statement {
            read.ordered = OrderedList(reading)
            let shown = read.ordered?.statement ?? statement
            read.prepared = try await sqlGuard.prepare(shown, grant: grant, source: source, rows: rows, bounds)
            read.written = .byEngine(shown)
        }
        return read
    }

    /// The answer of an approved query for such a question, if the caller's rights permit the query.
    private func verifiedReading(
        of question: String, changedBy changes: [FollowUp] = [], in index: SourceIndex, on source: String, grant: Grant, rows: Int,
        today: CalendarDay, _ bounds: CallBounds
    ) async throws -> QuestionReading? {
        let queries = try await verified.approved(of: source, in: grant.caller.workspace.id)
        let day = Self.end(of: index, before: today) ?? today
        guard let (reading, query) = VerifiedAnswers(queries: queries, index: index, today: day).reading(of: question, changedBy: changes),
            let statement = reading.statement
        else { return nil }
        do throws(Refusal) {
            let prepared = try await sqlGuard.prepare(statement, grant: grant, source: source, rows: rows, bounds)
            var read = QuestionReading(
                reading, prepared: prepared, assumptions: [], index: index, query: query, isFollowUp: !changes.isEmpty)
            read.written = .byEngine(statement)
            return read
        } catch {
            guard [.forbidden, .invalidArgument, .notFound].contains(error.code) else { throw error }
            // Callers who may not see everything that the query reads do not get it.
            return nil
        }
    }

    /// Asks a language model in addition to the engine.
    /// - Parameters:
    ///   - model: its name or id. Nil for the assistant's or the workspace's default model, which is asked only if the engine has no answer.
    ///     ``LanguageModels/builtIn`` means the engine alone.
    ///   - assistant: adds its instructions to the prompt. Nil for none.
    ///   - read: the engine's reading of the question.
    ///   - writes: receives the model's text as it arrives.
    /// - Throws: ``Refusal`` `not_found` for a model that does not exist.
    package func ask(
        _ model: String?, as assistant: Assistant? = nil, beside read: QuestionReading, _ question: String, on source: String, grant: Grant,
        rows: Int, today: CalendarDay, _ bounds: CallBounds, writes: @escaping ModelWriting = { _ in }
    ) async throws -> QuestionReading {
        let chosen = try await models.chosen(
            model, orElse: assistant?.model, in: grant.caller.workspace.id, isAnswered: read.prepared != nil)
        guard let chosen else { return read }
        let request = ModelAnswers.Request(
            question: question, reading: read.reading, index: read.index, grant: grant, source: source, rows: rows, today: today,
            instructions: assistant?.instructions ?? "", writes: writes)
        return try await models.joined(read, chosen, request, bounds)
    }

    /// - Throws: ``Refusal`` `not_found` for a language model that does not exist.
    package func check(_ model: String?, in workspace: WorkspaceID) async throws {
        _ = try await models.chosen(model, in: workspace, isAnswered: true)
    }

    /// The semantic layer that applies to a question, with its version.
    private struct Layer {
        let version: SourceIndexes.LayerVersion
        let layer: SemanticLayer
    }

    private func layer(of source: String, as assistant: Assistant?, in workspace: WorkspaceID) async throws -> Layer? {
        if let assistant, let layer = assistant.layer, assistant.sources == [source] {
            return Layer(version: .ofAssistant(assistant.id, assistant.changed), layer: layer)
        }
        return try await layers.current(of: source, in: workspace).map { Layer(version: .ofSource($0.number), layer: $0.layer) }
    }

    /// Checks the statement of an answered question again, for a call that had to wait: a key may have been revoked, or a role removed, in
    /// the meantime.
    package func prepareAnew(
        _ read: QuestionReading, on source: String, grant: Grant, rows: Int, _ bounds: CallBounds
    ) async throws(Refusal) -> QuestionReading {
        var anew = read
        switch read.written {
        case .none: break
        case .byEngine(let statement): anew.prepared = try await sqlGuard.prepare(statement, grant: grant, source: source, rows: rows, bounds)
        case .byModel(let sql): anew.prepared = try await sqlGuard.prepare(fromModel: sql, grant: grant, source: source, rows: rows, bounds)
        }
        return anew
    }

    /// Sends a short test request to a language model.
    /// - Returns: why it does not reply. Nil if it replies.
    package func tryModel(_ model: LanguageModel, _ bounds: CallBounds) async throws -> String? { try await models.test(model, bounds) }

    /// - Throws: the recent failure of the data source for this caller, so that not every question waits for the source.
    package func checkAnswers(_ source: String, for caller: Caller) throws(Refusal) { try failing.check(source, for: caller) }

    package func note(_ source: String, for caller: Caller, failed refusal: Refusal) { failing.note(source, for: caller, refusal) }

    /// The engine's reading. It mentions when relative dates were counted from the end of the data.
    private static func reading(
        of question: String, after turns: [String], in index: SourceIndex, today: CalendarDay
    ) -> (Reading, [Sentence], isFollowUp: Bool) {
        let (reading, isFollowUp) = Conversation(index: index, today: today).read(question, after: turns)
        guard let end = end(of: index, before: today) else { return (reading, reading.sentences, isFollowUp) }
        let (ended, isChange) = Conversation(index: index, today: end).read(question, after: turns)
        guard ended.form != reading.form else { return (reading, reading.sentences, isFollowUp) }
        return (ended, ended.sentences + [Sentence(.dataEnds, end.text)], isChange)
    }

    /// The last day in the data if it ended some time ago. Nil for current data.
    private static func end(of index: SourceIndex, before today: CalendarDay) -> CalendarDay? {
        index.lastDay(until: today).flatMap { $0.adding(days: staleAfter) < today ? $0 : nil }
    }

    private func index(of source: String, _ layer: Layer?, grant: Grant, _ bounds: CallBounds) async throws -> SourceIndex {
        let caller = grant.caller
        let contents = try await catalog.contents(of: source, in: caller.workspace.id, bounds)
        let rights = try await rules.rights(of: caller, in: contents)
        let readable = contents.collections.map { rights.on($0) }.filter { $0.allows(.view) }
        let tables = TableOutline.readable(by: readable)
        guard !tables.isEmpty else {
            throw readable.lazy.compactMap(\.closing).first
                ?? Refusal(.forbidden, "no collection of data source '\(source)' is open to you; an administrator can set a rule for your role")
        }
        let key = SourceIndexes.Key(workspace: caller.workspace.id, source: source, rights: readable, layer: layer?.version)
        let reader = SourceReader(layer?.layer.outlines(tables) ?? tables, in: contents.dialect, words: words?.words) { _ in [] }
        let make = SourceIndexes.Make { [kept] in
            await kept?.file(for: key, reader, in: contents)
        } read: { [sqlGuard] bounds in
            try await reader.running { statement in
                let limits = RowLimits(maximumRows: ValueIndex.maximumPerColumn, maximumBytes: 4 << 20)
                return try await Self.rows(of: statement, sqlGuard, grant, source, limits, bounds)
            }.samples()
        } index: { samples in
            let index = reader.index(samples)
            return layer.map { index.applying($0.layer) } ?? index
        }
        return try await indexes.index(key, bounds, make)
    }

    private static func rows(
        of statement: SelectStatement, _ sqlGuard: Guard, _ grant: Grant, _ source: String, _ limits: RowLimits, _ bounds: CallBounds
    ) async throws -> [[String?]] {
        let prepared = try await sqlGuard.prepare(statement, grant: grant, source: source, bounds)
        return try await prepared.run(into: [[String?]](), limits: limits, bounds) { _, _ in
        } row: { rows, row in
            rows.append((0..<row.columnCount).map { row.text($0) })
            return .more
        }.result
    }

    /// Refreshes the indexes of data sources in the background until the task is cancelled.
    package func run() async { await indexes.run() }
}

extension Reading {
    /// The reading of a follow-up to a verified query. Approved SQL is not changed, because the changed SQL would not be approved.
    fileprivate static var afterVerified: Reading {
        var reading = Reading(status: .declined)
        reading.why = Sentence(.afterVerified)
        return reading
    }
}

/// The reading of a question for one caller, with the statement that answers it.
package struct QuestionReading: Sendable {
    package internal(set) var reading: Reading
    /// Nil if the question has no answer.
    package internal(set) var prepared: PreparedRead?
    /// The assumptions, in sentences.
    package internal(set) var assumptions: [Sentence]
    /// The verified query that answers. Nil if the engine read the question itself.
    package let query: VerifiedQuery?
    /// Whether it changes the previous question.
    package let isFollowUp: Bool
    /// Nil if no language model was used.
    package internal(set) var model: ModelUse?
    /// The text of ``prepared``.
    var written: Written?
    /// The list with what orders it, which ``prepared`` returns. Nil if it returns what the reading says.
    var ordered: OrderedList?

    enum Written: Sendable {
        case byEngine(SelectStatement)
        case byModel(String)
    }

    let index: SourceIndex
    init(
        _ reading: Reading, prepared: PreparedRead?, assumptions: [Sentence], index: SourceIndex, query: VerifiedQuery? = nil,
        isFollowUp: Bool = false
    ) {
        self.isFollowUp = isFollowUp
        self.query = query
        self.reading = reading
        self.prepared = prepared
        self.assumptions = assumptions
        self.index = reading.index ?? index
    }

    /// A description of each column of the answer. Nil if its name is enough.
    package func labels(in language: QuestionLanguage) -> [String?] {
        guard let form = ordered?.form ?? reading.form else { return [] }
        let titles = ColumnTitles(form, in: index, amount: reading.amount)
        return Interpretation(index, language).labels(of: form) { language == .english ? titles.word(for: $0) : nil }
    }

    /// The part of the source's schema that the question seems to concern, for a caller that continues with `run_sql`.
    package var context: QuestionContext { QuestionContext(reading, in: index) }
}
