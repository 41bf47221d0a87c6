/// What a ``ComparisonReader`` read.
struct ComparisonClause {
    struct Joined {
        var condition: Draft.Condition
        /// It is an alternative to the condition before it.
        var isAlternative: Bool
    }

    /// False where nothing is compared.
    var isRead = false
    /// The item that is read next.
    var end = 0
    var conditions: [Joined] = []
    var having: [Draft.GroupCondition] = []
    /// Tables of which there has to be a row.
    var required: [Int] = []
    /// Names restrict from here on.
    var restricts = false
    /// Each of the conditions must be met by some row.
    var isBoth: Bool
    /// The table mentioned last.
    var focus: Int?
    /// A column that still waits for its comparison.
    var pending: Draft.Mention?
    var unused: [LinkedItem] = []
    var notes: Set<Draft.Note> = []
}
