import Access
import Catalog

/// What a change does to the relation between one row and others.
package enum RelationChange: String, Hashable, Sendable, CaseIterable {
    /// Relates the named rows in addition to others.
    case add
    /// Relates the named rows, and removes all others that the caller may see.
    case set
    /// Removes the named rows from the relation.
    case remove
    /// Removes the named rows that are related, and relates the others.
    case toggle
}

extension Association {
    /// - Throws: ``Refusal`` `invalidArgument` for a change that the kind of the relation does not support.
    func check(_ change: RelationChange) throws(Refusal) {
        switch (change, relation.kind) {
        case (.set, _), (.remove, _), (.add, .hasMany), (.add, .belongsToMany), (.toggle, .belongsToMany): return
        case (.add, .belongsTo), (.add, .hasOne): throw Refusal(.invalidArgument, "action: '\(relation.name)' leads to one row: set it, or remove it")
        case (.toggle, _):
            throw Refusal(
                .invalidArgument, "action: toggle is for relations through a join table, which '\(relation.name)' is not; use add, set or remove")
        }
    }
}

/// How many rows were related, and how many were removed.
struct RelationCounts: Hashable, Sendable {
    var added = 0
    var removed = 0
}
