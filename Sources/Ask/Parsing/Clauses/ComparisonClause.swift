/// The result of a ``ComparisonReader``.
struct ComparisonClause {
    struct Joined {
        var condition: Draft.Condition
        /// Whether it is an alternative to the condition before it.
        var isAlternative: Bool
    }

    /// Whether a comparison was read.
    var isRead = false
    /// The index of the next item.
    var end = 0
    var conditions: [Joined] = []
    var having: [Draft.GroupCondition] = []
    /// Tables that must have a row.
    var required: [Int] = []
    /// Whether names restrict from here on.
    var restricts = false
    /// Whether each condition must be met by some row.
    var isBoth: Bool
    /// The table mentioned last.
    var focus: Int?
    /// A column that still waits for its comparison.
    var pending: Draft.Mention?
    var unused: [LinkedItem] = []
    var notes: Set<Draft.Note> = []
}
