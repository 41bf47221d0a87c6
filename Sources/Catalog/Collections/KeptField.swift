/// A field that the server itself writes into each row, found by its name.
package enum KeptField: String, Hashable, Sendable, CaseIterable {
    /// The id of the user who made the row: "own records" are found by it.
    case createdBy, createdAt, updatedBy, updatedAt

    /// The role of a column with this name; nil for an ordinary one.
    package init?(column name: String) {
        switch name {
        case "createdById", "created_by_id": self = .createdBy
        case "createdAt", "created_at": self = .createdAt
        case "updatedById", "updated_by_id": self = .updatedBy
        case "updatedAt", "updated_at": self = .updatedAt
        default: return nil
        }
    }
}

extension Field {
    /// What the server keeps here; nil for an ordinary field.
    package var kept: KeptField? { KeptField(column: name) }
}

extension Collection {
    /// The field that the server keeps for this purpose; nil when the table has none.
    package func field(kept: KeptField) -> Field? { fields.first { $0.kept == kept } }
}
