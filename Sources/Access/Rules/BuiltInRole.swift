import Catalog

/// The roles that every organization has, with their default rights.
package enum BuiltInRole: String, Hashable, Sendable, CaseIterable {
    /// Every action on all sources.
    case admin
    /// Views everything.
    case reader
    /// On `main`: creates records, and views, updates and destroys its own. Elsewhere only what rules permit.
    case member

    /// The default rights of the role on a collection: an allow rule for each permitted action.
    func allowances(on collection: Collection) -> [RecordAction: ActionRights] {
        switch self {
        case .admin: Dictionary(uniqueKeysWithValues: RecordAction.allCases.map { ($0, ActionRights()) })
        case .reader: [.view: ActionRights()]
        case .member:
            if collection.source == "main", !collection.isReadOnly, let owner = collection.field(kept: .createdBy) {
                Self.ownRecords(owner.name)
            } else {
                [:]
            }
        }
    }

    private static func ownRecords(_ owner: String) -> [RecordAction: ActionRights] {
        let own = ActionRights(filter: .compare(FieldPath(field: owner), .equal(.attribute("user.id"))))
        return [.create: ActionRights(), .view: own, .update: own, .destroy: own]
    }
}

/// The columns and rows that one role permits for one action.
struct ActionRights: Hashable, Sendable {
    /// Nil for all columns.
    var columns: Set<String>?
    var masked: Set<String> = []
    var hidden: Set<String> = []
    var filter: Filter = .always

    var showsEverything: Bool { columns == nil && masked.isEmpty && hidden.isEmpty }

    func shows(_ field: String, key: Bool) -> Bool { !hidden.contains(field) && (key || columns?.contains(field) ?? true) }
}
