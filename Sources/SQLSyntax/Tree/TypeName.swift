/// The type of a cast: `numeric(10, 2)`, `timestamp(3) with time zone`, `text[]`.
package struct TypeName: Hashable, Sendable {
    package var schema: SQLName?
    /// Words of a built-in type separated by single spaces, in lower case; or one name.
    package var name: SQLName
    /// Length, precision and scale.
    package var arguments: [String]
    /// PostgreSQL's `with time zone`.
    package var zone: Zone?
    /// The fields of PostgreSQL's `interval`: `day to second`.
    package var fields: String?
    /// Array dimensions.
    package var dimensions: Int

    package enum Zone: String, Hashable, Sendable, CaseIterable {
        case with = "with time zone"
        case without = "without time zone"
    }

    package init(
        schema: SQLName? = nil, _ name: SQLName, arguments: [String] = [], zone: Zone? = nil, fields: String? = nil, dimensions: Int = 0
    ) {
        self.schema = schema
        self.name = name
        self.arguments = arguments
        self.zone = zone
        self.fields = fields
        self.dimensions = dimensions
    }
}
