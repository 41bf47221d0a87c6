import Access
import SQL
package import SQLSyntax

/// Reads tables into an index. Its queries run as the caller, so the index contains nothing that the caller may not see.
package struct SourceReader: Sendable {
    /// Runs one query and returns its rows, with each value as text.
    package typealias Run = @Sendable (SelectStatement) async throws -> [[String?]]

    /// Most rows that are sampled per table. Unit: rows.
    static let sampledRows = 50_000

    /// Approximate limit of the values of all columns together, so that the index of a large source is bounded too.
    static let maximumValues = 200_000
    /// Values that may be read of a column in any case, however many columns there are.
    static let minimumPerColumn = 50

    private let tables: [TableOutline]
    private let dialect: Dialect
    private let words: WordNet?
    private var run: Run
    /// Most values that are read of a column.
    private let perColumn: Int

    package init(_ tables: [TableOutline], in dialect: Dialect, words: WordNet? = nil, run: @escaping Run) {
        self.tables = tables
        self.words = words
        self.dialect = dialect
        self.run = run
        let texts = tables.reduce(0) { $0 + $1.columns.count { $0.type == .text || $0.type == .other } }
        perColumn = min(ValueIndex.maximumPerColumn, max(Self.minimumPerColumn, Self.maximumValues / max(1, texts)))
    }

    package func read() async throws -> SourceIndex { index(try await samples()) }

    /// The same reader with another function that runs its queries.
    func running(_ run: @escaping Run) -> SourceReader {
        var out = self
        out.run = run
        return out
    }

    /// Everything that determines what is read, except the database and its rows.
    var parts: [String] {
        ["\(dialect)", "\(perColumn)"]
            + tables.flatMap { table in
                ["table", table.id, table.schema ?? "", table.name] + table.columns.flatMap { [$0.name, $0.type.rawValue, "\($0.isHidden)"] }
            }
    }

    /// Reads the samples of each table.
    func samples() async throws -> [SampledTable] {
        var samples: [SampledTable] = []
        for table in tables { samples.append(try await sample(table)) }
        return samples
    }

    /// An index of only names, types and keys, without reading anything.
    package func outline() -> SourceIndex {
        index(
            tables.map { table in
                SampledTable(
                    values: table.columns.map { _ in [] },
                    profiles: table.columns.map { ColumnProfile([], of: 0, type: $0.type, rows: 0, nulls: 0) })
            })
    }

    private func sample(_ table: TableOutline) async throws -> SampledTable {
        let counted = table.columns.filter(Self.isSampled)
        let counts = try await run(Self.counts(of: counted, in: table)).first?.map { $0.flatMap { Int($0) } ?? 0 } ?? []
        var sample = SampledTable(rows: counts.first ?? 0)
        for column in table.columns {
            guard let columnIndex = counted.firstIndex(of: column), columnIndex + 1 < counts.count else {
                sample.values.append([])
                sample.profiles.append(ColumnProfile(kind: .other))
                continue
            }
            guard let values = try await values(of: column, in: table) else {
                sample.values.append([])
                sample.profiles.append(ColumnProfile(kind: .other))
                continue
            }
            var distinct = values.count
            if distinct == perColumn {
                distinct = try await run(Self.distinct(column, in: table)).first?.first?.flatMap { Int($0) } ?? distinct
            }
            sample.profiles.append(
                ColumnProfile(values, of: distinct, type: column.type, rows: sample.rows, nulls: sample.rows - counts[columnIndex + 1]))
            sample.values.append(values)
        }
        let dates = sample.profiles.indices.filter { sample.profiles[$0].kind == .date }
        guard !dates.isEmpty else { return sample }
        let newest = try await run(Self.newest(of: dates.map { table.columns[$0] }, in: table)).first ?? []
        for (columnIndex, text) in zip(dates, newest) { sample.profiles[columnIndex].lastDay = text.flatMap { CalendarDay(String($0.prefix(10))) } }
        return sample
    }

    /// The distinct values of a column, sorted here because engines return them in any order. Nil for a type whose values the engine cannot
    /// compare.
    private func values(of column: TableOutline.Column, in table: TableOutline) async throws -> [String]? {
        do {
            return try await run(Self.values(of: column, in: table, atMost: perColumn)).compactMap { $0.first ?? nil }.sorted()
        } catch let refusal as Refusal where refusal.code == .invalidArgument || refusal.code == .sourceFailed {
            return nil
        }
    }

    private static func isSampled(_ column: TableOutline.Column) -> Bool { column.type != .blob && column.type != .json && !column.isHidden }

    /// Selects the number of rows, and the number of rows with a value in each column.
    private static func counts(of columns: [TableOutline.Column], in table: TableOutline) -> SelectStatement {
        let each = columns.map { FunctionCall("count", .list([.init(.column(ColumnReference(SQLName($0.name))))])) }
        let items = ([FunctionCall("count", .all)] + each).enumerated().map { SelectItem.value(.function($1), as: SQLName("c\($0)")) }
        return SelectStatement(.select(SelectCore(items, from: [rows(of: columns, in: table)])))
    }

    private static func distinct(_ column: TableOutline.Column, in table: TableOutline) -> SelectStatement {
        let own = Expression.column(ColumnReference(SQLName(column.name)))
        let count = FunctionCall("count", .list([.init(own)]), isDistinct: true)
        return SelectStatement(.select(SelectCore([.value(.function(count))], from: [rows(of: [column], in: table)])))
    }

    /// Selects the newest values over all rows, because they are rarely among the first rows.
    private static func newest(of columns: [TableOutline.Column], in table: TableOutline) -> SelectStatement {
        let items = columns.enumerated().map { columnIndex, column in
            let own = Expression.column(ColumnReference(SQLName(column.name)))
            return SelectItem.value(.function(FunctionCall("max", .list([.init(own)]))), as: SQLName("c\(columnIndex)"))
        }
        return SelectStatement(.select(SelectCore(items, from: [.table(table.reference)])))
    }

    private static func values(of column: TableOutline.Column, in table: TableOutline, atMost count: Int) -> SelectStatement {
        let own = Expression.column(ColumnReference(SQLName(column.name)))
        let core = SelectCore(distinct: .rows, [.value(own)], from: [rows(of: [column], in: table)], where: .truth(own, .null, isNegated: true))
        return SelectStatement(.select(core), limit: LimitClause(.literal(.number("\(count)"))))
    }

    private static func rows(of columns: [TableOutline.Column], in table: TableOutline) -> TableReference {
        let items = columns.map { SelectItem.value(.column(ColumnReference(SQLName($0.name)))) }
        let core = SelectCore(
            items.isEmpty ? [.value(.literal(.number("1")), as: "one")] : items,
            from: [.table(table.reference)])
        let some = SelectStatement(.select(core), limit: LimitClause(.literal(.number("\(sampledRows)"))))
        return .derived(DerivedTable(some, as: TableAlias("sampled")))
    }

    func index(_ samples: [SampledTable]) -> SourceIndex {
        var values = ValueIndex()
        var made: [SourceIndex.Table] = []
        for (number, table) in tables.enumerated() {
            let form = table.isHidden ? .none : NameForm(table.name, isTable: true)
            let own = Set(form.words.map(\.lemma)).union(IdentifierWords.affixes(of: table.columns.map(\.name)))
            let columns = table.columns.enumerated().map { columnIndex, column in
                let profile = samples[number].profiles[columnIndex]
                if profile.kind == .text || profile.kind == .flag || profile.isStoredAsText {
                    values.add(samples[number].values[columnIndex], of: ColumnID(number, columnIndex))
                }
                let name = IdentifierWords.withoutInitials(column.name, in: table.name, tables.map(\.name))
                return SourceIndex.Column(
                    name: column.name, form: column.isHidden ? .none : NameForm(name, minor: own.union(form.family(in: name))), type: column.type,
                    profile: profile,
                    isPrimaryKey: table.primaryKey.contains(column.name), isForeignKey: table.references.contains { $0.column == column.name },
                    isHidden: column.isHidden)
            }
            let key = table.primaryKey.compactMap { name in table.columns.firstIndex { $0.name == name } }
            made.append(
                SourceIndex.Table(
                    schema: table.schema, name: table.name, form: form, columns: columns,
                    primaryKey: key.count == table.primaryKey.count ? key : [], rows: Int64(samples[number].rows), isBridge: false, id: table.id,
                    isHidden: table.isHidden, hidesColumns: table.hidesColumns))
        }
        let declared = declaredEdges(made)
        for number in made.indices {
            let keys = Set(declared.filter { $0.from.table == number }.map(\.from.column))
            made[number].isBridge = keys.count >= 2
        }
        let joins = JoinGraph(declared + JoinInference.edges(made, declared: declared))
        return SourceIndex(dialect: dialect, tables: made, values: values, joins: joins, phrases: SemanticPhrases(), words: words)
    }

    private func declaredEdges(_ made: [SourceIndex.Table]) -> [JoinGraph.Edge] {
        var out: [JoinGraph.Edge] = []
        for (number, table) in tables.enumerated() {
            for reference in table.references {
                guard let other = tables.firstIndex(where: { $0.id == reference.target }),
                    let from = Self.columnIndex(of: reference.column, in: made[number])
                else { continue }
                let named = reference.targetColumn.flatMap { Self.columnIndex(of: $0, in: made[other]) }
                guard let to = named ?? (reference.targetColumn == nil ? made[other].primaryKey.first : nil) else { continue }
                out.append(JoinGraph.Edge(from: ColumnID(number, from), to: ColumnID(other, to), isDeclared: true))
            }
        }
        return out
    }

    private static func columnIndex(of name: String, in table: SourceIndex.Table) -> Int? {
        table.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
    }
}

extension TableOutline {
    fileprivate var reference: NamedTable { NamedTable(schema: schema.map { SQLName($0) }, SQLName(name)) }
}
