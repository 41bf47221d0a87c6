package import JSON

/// A request for aggregates of a collection's rows. The members are the arguments of `crud` with the same names.
package struct QueryRequest: Hashable, Sendable {
    /// Objects with `field` (or `*` to count rows), `aggregation` (`sum count avg min max`), and optionally `alias` and `distinct`.
    package var measures: [JSONValue] = []
    /// What rows are grouped by: objects with `field` and optionally `alias` and, for dates and times, `format`.
    package var dimensions: [JSONValue] = []
    /// Objects with `alias` or `field`, and optionally `order` (`asc desc`) and `nulls` (`first last`).
    package var orders: [JSONValue] = []
    /// A filter on rows.
    package var filter: JSONValue?
    /// A filter on groups, which uses aliases.
    package var having: JSONValue?
    /// Range: 1...1,000. Unit: groups.
    package var limit = 1000
    package var offset = 0

    package init() {}
}
