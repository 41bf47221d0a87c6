/// What a ``SuperlativeReader`` read.
struct SuperlativeClause {
    enum Meaning {
        /// Nothing comes of it.
        case nothing
        /// "top 3 largest": how many rows the superlative after it leaves.
        case limit(Int?)
        /// "top 3 films by": what orders them comes after "by".
        case ranking(limit: Int, isDescending: Bool?)
        /// "the 3 oldest dogs": the rows at one end of an order.
        case rows(Draft.OrderKey, isDescending: Bool, limit: Int?)
        /// "most expensive first": an order of all rows.
        case sorting(Draft.Ordering)
        /// "from the oldest to the youngest" after an order: the direction of all its keys.
        case direction(isDescending: Bool)
        /// "sorted by price, the first 5", "the first 5 of all".
        case first(Int, ofAll: Bool)
        /// "the highest and lowest price": the column comes later.
        case aggregate(LogicalForm.Aggregate)
        /// "the highest price": shown, and what of it holds for the next column of the list.
        case shown([LogicalForm.Aggregate], Draft.Mention, next: [LogicalForm.Aggregate])
        /// "first grade": the grade of that number.
        case condition(Draft.Condition)
    }

    var meaning = Meaning.nothing
    /// The item that is read next.
    var end = 0
    /// The table mentioned last, and the one whose rows are asked for, where they change.
    var focus: Int?
    var entity: Int?
    var unused: [LinkedItem] = []
}
