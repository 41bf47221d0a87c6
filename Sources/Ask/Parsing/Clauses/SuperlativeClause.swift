/// The result of a ``SuperlativeReader``.
struct SuperlativeClause {
    enum Meaning {
        /// No effect.
        case nothing
        /// "top 3 largest": the limit of the superlative that follows.
        case limit(Int?)
        /// "top 3 films by": the key of the order follows "by".
        case ranking(limit: Int, isDescending: Bool?)
        /// "the 3 oldest dogs": the first rows of an order.
        case rows(Draft.OrderKey, isDescending: Bool, limit: Int?)
        /// "most expensive first": an order of all rows.
        case sorting(Draft.Ordering)
        /// "from the oldest to the youngest" after an order: the direction of all its keys.
        case direction(isDescending: Bool)
        /// "sorted by price, the first 5", "the first 5 of all".
        case first(Int, ofAll: Bool)
        /// "the highest and lowest price": the column follows later.
        case aggregate(LogicalForm.Aggregate)
        /// "the highest price": shows these aggregates; `next` applies to the next column of the list.
        case shown([LogicalForm.Aggregate], Draft.Mention, next: [LogicalForm.Aggregate])
        /// "first grade": the grade with that number.
        case condition(Draft.Condition)
    }

    var meaning = Meaning.nothing
    /// The index of the next item.
    var end = 0
    /// The last table mentioned and the table of the requested rows, if they change.
    var focus: Int?
    var entity: Int?
    /// "the most wholesale revenue": which rows are added up.
    var conditions: [Draft.Condition] = []
    var unused: [LinkedItem] = []
}
