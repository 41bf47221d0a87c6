import Access
import Catalog
import SQL
import SQLSyntax
import Synchronization

/// A decision of the guard about one caller's text. It also holds for the caller's texts that differ only in parameters
/// (``Literal/Parameter``), as long as the caller's rights and the schema are the same.
final class JudgedStatement: Sendable {
    /// Weak, because a schema can be large and must not be kept alive for its decisions.
    private weak let contents: SourceCatalog?
    private let dialect: Dialect
    private let caller: Caller
    private let maximumCost: Int64?
    private let rows: Int?
    /// The caller's rights on all collections that the text names.
    private let used: [CollectionRights]
    /// The values that belong to the shape; nil for parameters.
    private let fixed: [StatementShape.Value?]
    private let statement: StatementTemplate
    private let shown: StatementTemplate
    private let details: PreparedRead.Details
    private let wasFast = Atomic(false)

    /// Time budget of a statement on the calling thread, which may be an event loop, before it is passed to the pool.
    static let inlineBudget = Duration.milliseconds(1)

    /// - Parameter values: of the text, in order.
    init(
        printed: String, _ view: SQLView, for caller: Caller, _ values: [StatementShape.Value], rows: Int?, maximumCost: Int64?,
        details: PreparedRead.Details
    ) {
        contents = view.contents
        self.caller = caller
        self.maximumCost = maximumCost
        self.rows = rows
        used = Array(view.used.values)
        let parameters = Set(
            view.parts.compactMap { part in
                if case .parameter(let number) = part { number } else { nil }
            })
        fixed = values.enumerated().map { parameters.contains($0) ? nil : $1 }
        dialect = view.contents.dialect
        statement = StatementTemplate(printed, view.parts, mark: view.mark, in: dialect, \.statement)
        shown = StatementTemplate(printed, view.parts, mark: view.mark, in: dialect, \.shown)
        self.details = details
    }

    /// Whether the last run took so little time that the next one may run on the calling thread.
    var isFast: Bool { wasFast.load(ordering: .relaxed) }

    /// Called after each run with its time.
    func ran(in duration: Duration) { wasFast.store(duration < Self.inlineBudget / 2, ordering: .relaxed) }

    /// Called when a run exceeded ``inlineBudget``, or found no idle connection.
    func ranSlowly() { wasFast.store(false, ordering: .relaxed) }

    /// Whether the decision also holds for another text of the shape.
    func holds(for values: [StatementShape.Value], _ rights: CallerRights, rows: Int?, maximumCost: Int64?) -> Bool {
        guard rights.caller === caller, rights.contents === contents, rows == self.rows, maximumCost == self.maximumCost, values.count == fixed.count,
            used.allSatisfy({ rights.on($0.collection) === $0 })
        else { return false }
        return zip(values, fixed).allSatisfy { value, fixed in fixed.map { $0 == value } ?? value.mayBeParameter }
    }

    /// The statement with the values of a text for which the decision holds.
    func read(_ values: [StatementShape.Value], source: OpenSource) -> PreparedRead {
        // SQLite has a compiled statement for the text with placeholders. The other engines make their plan with the values.
        return PreparedRead(
            statement: statement.statement(values, binds: dialect == .sqlite, in: dialect),
            sql: shown.statement(values, binds: false, in: dialect).rendered(for: dialect).text, source: source, details)
    }
}
