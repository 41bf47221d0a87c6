package import Access
package import Catalog
package import SQL
package import SQLGuard
import SQLSyntax
package import Store

/// Questions in plain language on a data source, within the rights of who asks.
package struct Questions: Sendable {
    /// Longest question. Unit: characters.
    package static let maximumLength = 2_000
    /// Data whose newest date is older than this has ended: "last month" is then counted from that date. Unit: days.
    static let staleAfter = 31

    private let catalog: Catalog
    private let rules: RuleStore
    private let sqlGuard: Guard
    private let layers: SemanticLayers
    private let indexes = SourceIndexes()
    private let failing = FailingSources()
    private let models: ModelAnswers

    package init(catalog: Catalog, rules: RuleStore, sqlGuard: Guard, layers: SemanticLayers, models: LanguageModels) {
        self.layers = layers
        self.catalog = catalog
        self.rules = rules
        self.sqlGuard = sqlGuard
        self.models = ModelAnswers(models: models, sqlGuard: sqlGuard)
    }

    /// Reads a question; an answered one has the statement that answers it, which has not run.
    /// - Parameters:
    ///   - rows: more than so many are not asked for.
    ///   - today: what "last month" is counted from, unless the data ended before.
    package func read(
        _ question: String, on source: String, grant: Grant, rows: Int, today: CalendarDay, _ bounds: CallBounds
    ) async throws -> QuestionReading {
        guard !question.allSatisfy(\.isWhitespace) else { throw Refusal(.invalidArgument, "question: expected a question in words") }
        guard question.count <= Self.maximumLength else {
            throw Refusal(.invalidArgument, "question: at most \(Self.maximumLength) characters, found \(question.count)")
        }
        let layer = try await layers.current(of: source, in: grant.caller.workspace.id)
        let index = try await index(of: source, layer, grant: grant, bounds)
        let (words, terms) = layer?.layer.expanded(question) ?? (question, [])
        var (reading, assumptions) = Self.reading(of: words, in: index, today: today)
        assumptions += terms.map { "'\($0.name)' stands for '\($0.text)'" }
        var read = QuestionReading(reading, prepared: nil, assumptions: assumptions, index: index)
        if reading.status == .answered, let statement = reading.statement {
            read.prepared = try await sqlGuard.prepare(statement, grant: grant, source: source, rows: rows, bounds)
            read.written = .byEngine(statement)
        }
        return read
    }

    /// Asks a language model beside the engine.
    /// - Parameters:
    ///   - model: its name or id; nil for the workspace's default model, which is asked where the engine does not answer.
    ///     ``LanguageModels/builtIn`` means the engine alone.
    ///   - read: what the engine made of the question.
    /// - Throws: ``Refusal`` `not_found` for a model that is not there.
    package func ask(
        _ model: String?, beside read: QuestionReading, _ question: String, on source: String, grant: Grant, rows: Int, today: CalendarDay,
        _ bounds: CallBounds
    ) async throws -> QuestionReading {
        guard let model = try await models.chosen(model, in: grant.caller.workspace.id, isAnswered: read.prepared != nil) else { return read }
        let request = ModelAnswers.Request(
            question: question, reading: read.reading, index: read.index, grant: grant, source: source, rows: rows, today: today)
        return try await models.joined(read, model, request, bounds)
    }

    /// - Throws: ``Refusal`` `not_found` for a language model that is not there.
    package func check(_ model: String?, in workspace: WorkspaceID) async throws {
        _ = try await models.chosen(model, in: workspace, isAnswered: true)
    }

    /// Judges the statement of an answered question anew, for a call that waited meanwhile: a key may have been revoked, or a role taken.
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

    /// Asks a language model for a word.
    /// - Returns: why it does not reply; nil when it does.
    package func tryModel(_ model: LanguageModel, _ bounds: CallBounds) async throws -> String? { try await models.test(model, bounds) }

    /// - Throws: what the data source failed with a short while ago, so that not every question waits for it.
    package func checkAnswers(_ source: String, in workspace: WorkspaceID) throws(Refusal) { try failing.check(source, in: workspace) }

    package func note(_ source: String, in workspace: WorkspaceID, failed refusal: Refusal) { failing.note(source, in: workspace, refusal) }

    /// With a sentence where relative dates were counted from the end of the data.
    private static func reading(of question: String, in index: SourceIndex, today: CalendarDay) -> (Reading, [String]) {
        let reading = QuestionEngine(index, today: today).read(question)
        guard let end = index.lastDay(until: today), end.adding(days: staleAfter) < today else { return (reading, reading.sentences(in: index)) }
        let ended = QuestionEngine(index, today: end).read(question)
        guard ended.form != reading.form else { return (reading, reading.sentences(in: index)) }
        return (ended, ended.sentences(in: index) + ["the data ends on \(end.text), and dates are counted from there"])
    }

    private func index(of source: String, _ layer: SemanticLayers.Version?, grant: Grant, _ bounds: CallBounds) async throws -> SourceIndex {
        let caller = grant.caller
        let contents = try await catalog.contents(of: source, in: caller.workspace.id, bounds)
        let rights = try await rules.rights(of: caller, in: contents)
        let readable = contents.collections.map { rights.on($0) }.filter { $0.allows(.view) }
        let tables = TableOutline.readable(by: readable)
        guard !tables.isEmpty else {
            throw readable.lazy.compactMap(\.closing).first
                ?? Refusal(.forbidden, "no collection of data source '\(source)' is open to you; an administrator can set a rule for your role")
        }
        let key = SourceIndexes.Key(workspace: caller.workspace.id, source: source, rights: readable, layer: layer?.number)
        return try await indexes.index(key) {
            let index = try await SourceReader(layer?.layer.outlines(tables) ?? tables, in: contents.dialect) { statement in
                let prepared = try await sqlGuard.prepare(statement, grant: grant, source: source, bounds)
                let limits = RowLimits(maximumRows: ValueIndex.maximumPerColumn, maximumBytes: 4 << 20)
                return try await prepared.run(into: [[String?]](), limits: limits, bounds) { _, _ in
                } row: { rows, row in
                    rows.append((0..<row.columnCount).map { row.text($0) })
                    return .more
                }.result
            }.read()
            return layer.map { index.speaking($0.layer) } ?? index
        }
    }
}

/// How a question was read for one caller, and the statement that answers it.
package struct QuestionReading: Sendable {
    package internal(set) var reading: Reading
    /// Nil unless the question is answered.
    package internal(set) var prepared: PreparedRead?
    /// What was taken for granted, in sentences.
    package internal(set) var assumptions: [String]
    /// Nil where no language model was asked.
    package internal(set) var model: ModelUse?
    /// What ``prepared`` was made of.
    var written: Written?

    enum Written: Sendable {
        case byEngine(SelectStatement)
        case byModel(String)
    }

    let index: SourceIndex

    init(_ reading: Reading, prepared: PreparedRead?, assumptions: [String], index: SourceIndex) {
        self.reading = reading
        self.prepared = prepared
        self.assumptions = assumptions
        self.index = index
    }

    /// What each column of the answer is, for readers; nil where its name says it.
    package var labels: [String?] { reading.form.map { Paraphrase(index).labels(of: $0) } ?? [] }

    /// For a caller who goes on with `run_sql`: what of the source the question seems to be about.
    package var context: QuestionContext { QuestionContext(reading, in: index) }
}
