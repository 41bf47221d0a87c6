package import JSON

/// Asks for aggregates of a collection's rows. The members are the arguments of `crud` with the same names.
package struct QueryRequest: Hashable, Sendable {
    /// Objects with `field` (or `*` to count rows), `aggregation` (`sum count avg min max`), and perhaps `alias` and `distinct`.
    package var measures: [JSONValue] = []
    /// What rows are grouped by: objects with `field` and perhaps `alias` and, for dates and times, `format`.
    package var dimensions: [JSONValue] = []
    /// Objects with `alias` or `field`, and perhaps `order` (`asc desc`) and `nulls` (`first last`).
    package var orders: [JSONValue] = []
    /// Which rows count.
    package var filter: JSONValue?
    /// Which groups are given: a filter on aliases.
    package var having: JSONValue?
    /// Range: 1...1,000. Unit: groups.
    package var limit = 1000
    package var offset = 0

    package init() {}
}
