/// What was read of a table for an index: its values and what they show.
struct SampledTable: Hashable, Sendable {
    /// Of each column, distinct values in their order.
    var values: [[String]] = []
    var profiles: [ColumnProfile] = []
    var rows = 0
}
