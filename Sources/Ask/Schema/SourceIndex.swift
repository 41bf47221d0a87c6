package import SQL
package import SQLSyntax

/// The engine's view of one data source within the caller's rights: tables, columns, values and joins.
package struct SourceIndex: Sendable {
    package struct Column: Sendable {
        package var name: String
        package var form: NameForm
        package var type: ColumnType
        package var profile: ColumnProfile
        package var isPrimaryKey: Bool
        package var isForeignKey: Bool
        /// The expression of a measure, metric or filter that a person defined. Nil for a plain column.
        package var expression: SemanticExpression?
        package var description: String?
        /// Whether questions cannot name it; it only joins tables.
        package var isHidden = false
        /// Whether its expression is an aggregate.
        package var isMetric = false

        /// Whether it is a filter of the semantic layer, which is true or false for a row.
        var isFilter: Bool { expression != nil && expression?.total == nil }
    }

    package struct Table: Sendable {
        package var schema: String?
        package var name: String
        package var form: NameForm
        package var columns: [Column]
        /// Indices of the primary key's columns.
        package var primaryKey: [Int]
        /// Number of rows. Nil if unknown.
        package var rows: Int64?
        /// Whether it only connects other tables and is not named itself.
        package var isBridge: Bool
        /// The name of the collection.
        package var id = ""
        package var description: String?
        /// The columns that a person selected to represent a row. Empty for the engine's choice.
        package var display: [ColumnID] = []
        /// The column that a person selected as the time of a row.
        package var date: ColumnID?
        package var isHidden = false
        /// Whether it has hidden columns. "All columns" then means the visible ones.
        package var hidesColumns = false
        /// For a role: the table that contains the rows. Nil for other tables.
        package var held: Int?
    }

    package var dialect: Dialect
    package var tables: [Table]
    package var values: ValueIndex
    package var joins: JoinGraph
    let lexicon: Lexicon
    let phrases: SemanticPhrases
    /// The same index with roles. Nil if there are none.
    private var parted: Parted?

    private final class Parted: Sendable {
        let index: SourceIndex

        init(_ index: SourceIndex) { self.index = index }
    }

    /// - Parameter words: English synonyms. Nil if there are none.
    init(dialect: Dialect, tables: [Table], values: ValueIndex, joins: JoinGraph, phrases: SemanticPhrases, words: WordNet? = nil) {
        self.init(dialect, tables, values, joins, phrases, words)
        if let more = OwnParts.adding(to: tables, joins) { parted = Parted(SourceIndex(dialect, more.tables, values, more.joins, phrases, words)) }
    }

    private init(
        _ dialect: Dialect, _ tables: [Table], _ values: ValueIndex, _ joins: JoinGraph, _ phrases: SemanticPhrases, _ words: WordNet?
    ) {
        self.dialect = dialect
        self.tables = tables
        self.values = values
        self.joins = joins
        self.phrases = phrases
        lexicon = Lexicon(tables, words: words)
    }

    /// The index with the roles that the words name. This index if they name none.
    func naming(_ tokens: [WordToken]) -> SourceIndex {
        guard let parted, parted.index.namesPart(tokens) else { return self }
        return parted.index
    }

    package subscript(id: ColumnID) -> Column { tables[id.table].columns[id.column] }

    /// The newest day in any date column, not later than today. Nil if there is none.
    func lastDay(until today: CalendarDay) -> CalendarDay? {
        tables.flatMap(\.columns).compactMap(\.profile.lastDay).filter { $0 <= today }.max()
    }

    /// Whether the column tells that something is true for a row: a boolean, or `is_paid` or `paid` with Y and N.
    func isFlag(_ column: ColumnID) -> Bool {
        let own = self[column]
        if own.profile.kind == .flag { return true }
        guard own.profile.yesAndNo != nil else { return false }
        let words = IdentifierWords.words(of: own.name)
        // "insured", "paid" with Y and N: the participle alone tells what is true.
        if own.profile.kind == .text || own.profile.kind == .number, words.count == 1, let word = words.first,
            word.hasSuffix("ed") && word.utf8.count > 4 || WordForms.isPastForm(word)
        {
            return true
        }
        return own.form.words.count > 1 && ["is", "has", "was"].contains(words.first) || ["yn", "flag"].contains(words.last)
    }

    func columns(of table: Int) -> [ColumnID] { tables[table].columns.indices.map { ColumnID(table, $0) } }
}

/// A column by position: the number of the table, and the number within the table.
package struct ColumnID: Hashable, Sendable, Comparable {
    package var table: Int
    package var column: Int

    package init(_ table: Int, _ column: Int) {
        self.table = table
        self.column = column
    }

    package static func < (left: Self, right: Self) -> Bool { (left.table, left.column) < (right.table, right.column) }
}
