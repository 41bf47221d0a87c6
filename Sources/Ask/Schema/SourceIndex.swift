package import SQL
package import SQLSyntax

/// The engine's view of one data source, within the caller's rights: tables, columns, values and joins.
package struct SourceIndex: Sendable {
    package struct Column: Sendable {
        package var name: String
        package var form: NameForm
        package var type: ColumnType
        package var profile: ColumnProfile
        package var isPrimaryKey: Bool
        package var isForeignKey: Bool
        /// Of a measure, metric or filter that a person defined: how it is computed.
        package var expression: SemanticExpression?
        package var description: String?
        /// Joins tables, and is not spoken of.
        package var isHidden = false
        /// Puts rows together in one way alone.
        package var isMetric = false

        /// A filter of the semantic layer: what holds for a row or not.
        var isFilter: Bool { expression != nil && expression?.total == nil }
    }

    package struct Table: Sendable {
        package var schema: String?
        package var name: String
        package var form: NameForm
        package var columns: [Column]
        /// Indices of the primary key's columns.
        package var primaryKey: [Int]
        /// Unit: rows; nil when unknown.
        package var rows: Int64?
        /// Connects other tables and has no name of its own.
        package var isBridge: Bool
        /// The name of the collection.
        package var id = ""
        package var description: String?
        /// Columns that a person chose to stand for a row; empty for the engine's choice.
        package var display: [ColumnID] = []
        /// The column that a person chose to say when a row happened.
        package var date: ColumnID?
        package var isHidden = false
        /// There are columns that are not spoken of: all columns are those that are named here.
        package var hidesColumns = false
        /// Of rows in the part that a key of their own table gives them: the table that holds them.
        package var held: Int?
    }

    package var dialect: Dialect
    package var tables: [Table]
    package var values: ValueIndex
    package var joins: JoinGraph
    let lexicon: Lexicon
    let phrases: SemanticPhrases
    /// The same with the parts that rows of a table have for others of it; nil where there are none.
    private var parted: Parted?

    private final class Parted: Sendable {
        let index: SourceIndex

        init(_ index: SourceIndex) { self.index = index }
    }

    /// - Parameter words: English words that mean the same; nil where there are none.
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

    /// The index that knows the parts that the words name: this one where they name none.
    func naming(_ tokens: [WordToken]) -> SourceIndex {
        guard let parted, parted.index.namesPart(tokens) else { return self }
        return parted.index
    }

    package subscript(id: ColumnID) -> Column { tables[id.table].columns[id.column] }

    /// The newest day that any column of dates holds, days to come left out; nil where there is none.
    func lastDay(until today: CalendarDay) -> CalendarDay? {
        tables.flatMap(\.columns).compactMap(\.profile.lastDay).filter { $0 <= today }.max()
    }

    /// Whether the column says of a row that something holds: a boolean, or `is_paid` or `paid` with Y and N.
    func isFlag(_ column: ColumnID) -> Bool {
        let own = self[column]
        if own.profile.kind == .flag { return true }
        guard own.profile.yesAndNo != nil else { return false }
        let words = IdentifierWords.words(of: own.name)
        // "insured", "paid" with Y and N: a participle alone says what holds.
        if own.profile.kind == .text || own.profile.kind == .number, words.count == 1, let word = words.first,
            word.hasSuffix("ed") && word.utf8.count > 4 || WordForms.isPastForm(word)
        {
            return true
        }
        return own.form.words.count > 1 && ["is", "has", "was"].contains(words.first) || ["yn", "flag"].contains(words.last)
    }

    func columns(of table: Int) -> [ColumnID] { tables[table].columns.indices.map { ColumnID(table, $0) } }
}

/// A column by position: number of the table, number within the table.
package struct ColumnID: Hashable, Sendable, Comparable {
    package var table: Int
    package var column: Int

    package init(_ table: Int, _ column: Int) {
        self.table = table
        self.column = column
    }

    package static func < (left: Self, right: Self) -> Bool { (left.table, left.column) < (right.table, right.column) }
}
