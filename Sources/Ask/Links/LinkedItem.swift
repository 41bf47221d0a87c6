/// A span of a question with all its possible meanings.
package struct LinkedItem: Hashable, Sendable {
    package struct TableLink: Hashable, Sendable {
        package var table: Int
        package var score: Double
    }
    package struct ColumnLink: Hashable, Sendable {
        package var column: ColumnID
        /// 1 if every word of the name occurs exactly.
        package var score: Double
    }
    package struct ValueLink: Hashable, Sendable {
        package var column: ColumnID
        /// The stored value.
        package var text: String
        package var score: Double
    }

    /// The index of the first token, and the index after the last one.
    package var start: Int
    package var end: Int
    package var tables: [TableLink] = []
    package var columns: [ColumnLink] = []
    package var values: [ValueLink] = []
    package var cue: Cue?
    package var number: Double?
    package var date: DateSpan?
    package var quoted: String?
    /// Columns with a longer value that contains this word.
    package var partialValues: [ColumnID] = []
    package var isFiller = false

    init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = end
    }

    var isLinked: Bool { !tables.isEmpty || !columns.isEmpty || !values.isEmpty || cue != nil || number != nil || date != nil || quoted != nil }
}
