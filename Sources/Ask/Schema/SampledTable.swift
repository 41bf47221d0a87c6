/// The values that were read of a table for an index, with their statistics.
struct SampledTable: Hashable, Sendable {
    /// The distinct values of each column, sorted.
    var values: [[String]] = []
    var profiles: [ColumnProfile] = []
    var rows = 0
}
