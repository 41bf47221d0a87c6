package import Access
package import Catalog
package import SQL
package import SQLSyntax

/// The one entry point for SQL that a person, an agent or a model wrote. Nothing else turns text into a statement.
///
/// The text is parsed into a tree; what is not fully understood is refused. Every table in it is replaced by what the caller may see of it: visible
/// columns, masks, rows. Every column is resolved among those, and every function and type must be on a list. The engine gets only text printed from
/// that tree, with the values of rules bound, in a read-only transaction. On SQLite the engine's own compiler checks it again.
package struct Guard: Sendable {
    /// Longest text that is looked at. Unit: bytes.
    package static let maximumLength = 100_000

    private let sources: DataSources
    let catalog: Catalog
    let rules: RuleStore
    private let shapes = JudgedShapes()

    package init(sources: DataSources, catalog: Catalog, rules: RuleStore) {
        self.sources = sources
        self.catalog = catalog
        self.rules = rules
    }

    /// Accepts one SELECT for the caller of the grant, or throws why not. Nothing is run; when it runs, SQLite checks it again.
    /// - Parameters:
    ///   - text: as it was written, in the data source's dialect.
    ///   - rows: the most rows that are requested; nil for all.
    package func prepare(_ text: String, grant: Grant, source: String, rows: Int? = nil, _ bounds: CallBounds) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .runSQL else { throw Self.noScope }
        return try await judge(text, grant.caller, source: source, rows: rows, bounds)
    }

    /// The same for a text of a shape that was accepted before, with the same rights on the same tables; nil for all others. Waits for nothing that is
    /// remembered.
    /// - Throws: ``Refusal`` when the caller has no right, or the data source cannot be reached.
    package func recall(_ text: String, grant: Grant, source: String, rows: Int, _ bounds: CallBounds) async throws(Refusal) -> PreparedRead? {
        guard grant.scope == .runSQL else { throw Self.noScope }
        let caller = grant.caller
        do {
            let open = try await sources.open(source, in: caller.workspace.id)
            guard open.database.dialect == .sqlite, let cursor = JudgedShapes.Place(text, caller.workspace.id, open, rows: rows) else { return nil }
            let contents = try await catalog.contents(of: open, in: caller.workspace.id, bounds)
            return shapes.find(cursor, contents, try await rules.rights(of: caller, in: contents))?.read(cursor, open)
        } catch {
            throw Self.refusal(error, source: source, nil)
        }
    }

    /// Accepts a SELECT that the question engine made, for the caller of a grant of `ask`; a statement that a caller wrote is accepted only as text.
    package func prepare(
        _ statement: SelectStatement, grant: Grant, source: String, rows: Int? = nil, _ bounds: CallBounds
    ) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .ask else { throw Self.noQuestions }
        let read = try await judge(grant.caller, source: source, rows: rows, bounds) { dialect in (statement, statement.printed(for: dialect)) }
        try await read.check(bounds)
        return read
    }

    /// Accepts one SELECT that a language model wrote to answer the question of a grant of `ask`, by the same checks as one that a person wrote.
    package func prepare(
        fromModel text: String, grant: Grant, source: String, rows: Int? = nil, _ bounds: CallBounds
    ) async throws(Refusal) -> PreparedRead {
        guard grant.scope == .ask else { throw Self.noQuestions }
        let read = try await judge(text, grant.caller, source: source, rows: rows, bounds)
        try await read.check(bounds)
        return read
    }

    private static let noQuestions = Refusal(.insufficientScope, "questions need the scope ask", requiredScope: .ask)
    static let noScope = Refusal(.insufficientScope, "SQL needs the scope run:sql", requiredScope: .runSQL)

    /// What ``prepare(_:grant:source:rows:_:)`` decides, once a grant is there.
    func judge(_ text: String, _ caller: Caller, source: String, rows: Int?, _ bounds: CallBounds) async throws(Refusal) -> PreparedRead {
        guard text.utf8.count <= Self.maximumLength else {
            throw Refusal(.invalidArgument, "sql: at most \(Self.maximumLength) bytes")
        }
        return try await judge(caller, source: source, rows: rows, bounds) {
            (try Self.parsed(text, in: $0), text)
        }
    }

    /// - Parameter statement: what is checked, and its text for places in errors.
    private func judge(
        _ caller: Caller, source: String, rows: Int?, _ bounds: CallBounds, _ statement: (Dialect) throws -> (SelectStatement, String)
    ) async throws(Refusal) -> PreparedRead {
        var text = ""
        var dialect: Dialect?
        do {
            let open = try await sources.open(source, in: caller.workspace.id)
            let known = open.database.dialect
            dialect = known
            let written: SelectStatement
            (written, text) = try statement(known)
            let contents = try await catalog.contents(of: source, in: caller.workspace.id, bounds)
            let rights = try await rules.rights(of: caller, in: contents)
            let (read, used) = try Self.judged(written, text, open, contents, rights, rows: rows)
            if known == .sqlite, let rows, let cursor = JudgedShapes.Place(text, caller.workspace.id, open, rows: rows) {
                shapes.learn(cursor, read, used, contents) { example in
                    try Self.judged(try Self.parsed(example, in: known), example, open, contents, rights, rows: rows).read
                }
            }
            return read
        } catch {
            throw Self.refusal(error, source: source, dialect, text: text)
        }
    }

    private static func parsed(_ text: String, in dialect: Dialect) throws -> SelectStatement {
        try SelectStatement.parse(text, in: dialect).withWrittenTitles(in: dialect)
    }

    /// - Returns: also the rights on the collections that the statement names.
    private static func judged(
        _ written: SelectStatement, _ text: String, _ open: OpenSource, _ contents: SourceCatalog, _ rights: CallerRights, rows: Int?
    ) throws -> (read: PreparedRead, used: [CollectionRights]) {
        let dialect = contents.dialect
        // The cost limit is compared with the engine's estimate, which without the fence would reveal hidden rows.
        let mayEnter = open.maximumCost == nil
        let isRowIndependent = mayEnter && written.isRowIndependent
        var view = SQLView(contents, rights, isRowIndependent: isRowIndependent, mayEnter: mayEnter && !isRowIndependent)
        let settled = try Self.settled(written, text, &view, source: open.name)
        let limited = rows.map { settled.statement.limited(to: $0, in: dialect) } ?? settled.statement
        let printed = limited.printed(for: dialect)
        let statement = Self.statement(printed, view, dialect) { $0.statement }
        let shown = view.parts.isEmpty ? statement : Self.statement(printed, view, dialect) { $0.shown }
        let read = PreparedRead(
            statement: statement, sql: shown.rendered(for: dialect).text, source: open, readRights: view.readRights, hidesRows: view.hidesRows,
            isRandom: SQLFunctions.areRandom(in: written), tables: view.used.keys.sorted(), columnsRead: columns(settled.columns, view),
            restrictions: view.restrictions, decimals: settled.decimals.mapValues { DecimalColumn(scale: $0.scale) })
        return (read, view.used.sorted { $0.key < $1.key }.map(\.value))
    }

    /// The statement with all its names resolved.
    /// - Throws: ``Refusal`` `forbidden` where the caller may see nothing of the source, whatever else is wrong with the statement.
    private static func settled(_ written: SelectStatement, _ text: String, _ view: inout SQLView, source: String) throws -> NameResolution {
        let dialect = view.contents.dialect
        let result = Result<NameResolution, any Error> {
            try SQLFunctions.check(written, dialect, text: text)
            let bounded = try BoundedSearches.applied(to: BoundedLengths.applied(to: written, in: dialect), in: dialect)
            let grouped = try GroupedKeys.applied(to: bounded, in: dialect) { view.key(of: $0) }
            return try NameResolution(RandomIdentifiers.applied(to: grouped, in: dialect), in: dialect) { try view.table($0) }
        }
        // Checked last: most statements name a visible table, and then no other table has to be checked.
        guard view.isOpen else {
            throw view.closing
                ?? Refusal(.forbidden, "no collection of data source '\(source)' is open to you; an administrator can set a rule for your role")
        }
        return try result.get()
    }

    /// The printed text, with each placeholder replaced by its part of the view, such as a rule's condition with bound values.
    private static func statement(_ text: String, _ view: SQLView, _ dialect: Dialect, _ form: (SQLView.Part) -> Statement) -> Statement {
        guard !view.parts.isEmpty else { return Statement(verbatim: text) }
        let name = Array(Expression.column(ColumnReference(SQLName(view.mark))).printed(for: dialect).utf8)
        let (quote, mark) = (name[0], name.dropLast())
        var out = Statement()
        var rest = text.utf8[...]
        var cursor = rest.startIndex
        while let start = rest[cursor...].firstIndex(of: quote) {
            cursor = rest.index(after: start)
            guard rest[start...].starts(with: mark) else { continue }
            let digits = rest[start...].dropFirst(mark.count).prefix { $0 != quote }
            guard let number = Int(Substring(digits)) else { continue }
            out += Statement(verbatim: String(Substring(rest[..<start])))
            out += form(view.parts[number])
            rest = rest[digits.endIndex...].dropFirst()
            cursor = rest.startIndex
        }
        return out + Statement(verbatim: String(Substring(rest)))
    }

    /// A printed statement without the literals that stand for the slots of its shape; nil for one that has more than text and values.
    static func cut(_ statement: Statement, at marks: [(slot: Int, text: String)]) -> [Piece<Statement>]? {
        var pieces: [Piece<Statement>] = []
        for part in statement.folded(for: .sqlite).parts {
            switch part {
            case .text(let text):
                for piece in cut(text, at: marks) {
                    switch piece {
                    case .content(let text): pieces.append(.content(Statement(verbatim: text)))
                    case .slot(let index): pieces.append(.slot(index))
                    }
                }
            case .value(let value): pieces.append(.content("\(value)"))
            default: return nil
            }
        }
        return pieces
    }

    static func cut(_ text: String, at marks: [(slot: Int, text: String)]) -> [Piece<String>] {
        var found = marks.flatMap { mark in text.ranges(of: mark.text).map { (range: $0, slot: mark.slot) } }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        var pieces: [Piece<String>] = []
        var start = text.startIndex
        for (range, slot) in found {
            if start < range.lowerBound { pieces.append(.content(String(text[start..<range.lowerBound]))) }
            pieces.append(.slot(slot))
            start = range.upperBound
        }
        if start < text.endIndex { pieces.append(.content(String(text[start...]))) }
        return pieces
    }

    /// `collection.column` of what is read, sorted.
    private static func columns(_ columns: Set<NameResolution.ReadColumn>, _ view: SQLView) -> [String] {
        columns.map { read in
            let collection = view.used.values.first { own in
                guard case .table(let schema, let name) = own.collection.origin else { return false }
                return read.table.text == name && (read.schema.map { $0.text == schema } ?? true)
            }
            return "\(collection?.collection.name ?? read.table.text).\(read.column.text)"
        }.sorted()
    }

    /// The refusal for the caller: what was refused and what is allowed instead, without tables that it may not know.
    static func refusal(_ error: any Error, source: String, _ dialect: Dialect?, text: String = "") -> Refusal {
        let said = dialect.map { "; dialect: \($0.rawValue)" } ?? ""
        switch error {
        case let refusal as Refusal: return refusal
        case let error as SyntaxError: return Refusal(.invalidArgument, "sql: \(error)\(said)")
        case let refusal as NameRefusal:
            let cursor = SourcePosition(offset: refusal.offset.value, in: text)
            let code: Refusal.Code = if case .maskedColumn = refusal.subject { .forbidden } else { .invalidArgument }
            return Refusal(code, "sql: line \(cursor.line), column \(cursor.column): \(refusal)\(columns(refusal))\(said)")
        case let refusal as SQLiteRefusal:
            let hint =
                switch refusal.subject {
                case .table: "; collections_list names the collections you may read"
                case .function: "; SQL functions that only compute are allowed"
                case .statement: "; one SELECT is allowed"
                case .column, .hidesView: ""
                }
            return Refusal(.forbidden, "sql: \(refusal)\(hint)")
        case let error as CatalogError: return Refusal(error)
        case let error as DatabaseError:
            let refusal = Refusal(error)
            switch refusal.code {
            case .sourceFailed: return Refusal(.sourceFailed, "data source '\(source)': \(refusal.reason)")
            case .invalidArgument: return Refusal(.invalidArgument, "sql: \(refusal.reason)\(said)")
            default: return Refusal(refusal.code, "sql: \(refusal.reason)")
            }
        default: return Refusal(.sourceFailed, "data source '\(source)' failed")
        }
    }

    /// The columns that a statement could name instead of an unknown one.
    private static func columns(_ refusal: NameRefusal) -> String {
        guard case .unknownColumn(let name, _) = refusal.subject, !refusal.columns.value.isEmpty else { return "" }
        return "; columns: \(listing(refusal.columns.value))\(NearName.hint(name.text, among: refusal.columns.value))"
    }
}

/// A part of what was printed of a statement, between slots of its shape or in place of one.
enum Piece<Content: Sendable>: Sendable {
    case content(Content)
    /// By index.
    case slot(Int)

    var slot: Int? {
        if case .slot(let index) = self { index } else { nil }
    }
}
