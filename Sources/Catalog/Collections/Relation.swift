/// A relation from one collection to another of the same source, made from a foreign key or from the two foreign keys of a join table.
package struct Relation: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// The foreign key is here: one related row at most.
        case belongsTo
        /// The foreign key is there, where no two rows have the same: one related row at most. Only a definition says so.
        case hasOne
        /// The foreign key is there: any number of related rows.
        case hasMany
        /// Each row of the join table relates one row here to one row there: any number on both sides.
        case belongsToMany
    }

    /// The join table of a `belongsToMany`.
    package struct Through: Hashable, Sendable {
        /// The name of the collection that is the join table.
        package let collection: String
        /// Fields of the join table, matching ``Relation/fields`` one by one.
        package let fields: [String]
        /// Fields of the join table, matching ``Relation/targetFields`` one by one.
        package let targetFields: [String]
    }

    package let name: String
    package let kind: Kind
    /// Fields of this collection, matching ``targetFields`` one by one; with ``through`` the fields of the join table.
    package let fields: [String]
    /// The related collection's name.
    package let target: String
    package let targetFields: [String]
    /// Nil but for `belongsToMany`.
    package let through: Through?

    package init(name: String, kind: Kind, fields: [String], target: String, targetFields: [String], through: Through? = nil) {
        precondition((kind == .belongsToMany) == (through != nil), "a join table belongs to a belongsToMany, and to no other kind")
        self.name = name
        self.kind = kind
        self.fields = fields
        self.target = target
        self.targetFields = targetFields
        self.through = through
    }

    /// ``fields`` in words: `customer_id`, or `region_id and store_id`.
    package var columns: String { fields.joined(separator: " and ") }

    /// Whether more than one row can be related.
    package var isToMany: Bool { kind == .hasMany || kind == .belongsToMany }

    /// Whether the foreign key is in the related rows.
    package var hasKeyThere: Bool { kind == .hasOne || kind == .hasMany }

    /// Tables that a condition goes into on the way to the related rows.
    var hops: Int { through == nil ? 1 : 2 }
}
