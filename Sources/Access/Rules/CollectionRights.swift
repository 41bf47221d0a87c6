package import Catalog

/// The rights of one caller on one collection: actions, columns, rows. Everything else is denied.
///
/// A class, because ``RuleBook`` shares one value between callers with the same rights.
package final class CollectionRights: Hashable, Sendable {
    /// The rights for one action after all rules.
    struct Part: Hashable, Sendable {
        /// In the collection's order.
        var fields: [String]
        var masked: Set<String>
        /// Whether no rule names columns, so that columns that are added later are shown too.
        var isWhole: Bool
        /// With attributes already replaced.
        var filter: Filter

        /// Removes passwords, which no caller may see.
        mutating func leaveOutSecrets(of collection: Collection) {
            let secrets = collection.fields.filter(\.isSecret).map(\.name)
            guard !secrets.isEmpty else { return }
            fields.removeAll(where: secrets.contains)
            isWhole = false
        }
    }

    package let collection: Collection
    let parts: [RecordAction: Part]
    /// The ids of the rules that were applied, sorted; empty when only defaults were.
    package let rules: [Int64]
    /// Why nothing is allowed, if the reason is a rule whose relation has changed. It names no relation, because their names reveal columns.
    package let closing: Refusal?

    init(collection: Collection, parts: [RecordAction: Part], rules: [Int64], closing: Refusal? = nil) {
        self.collection = collection
        self.parts = parts
        self.rules = rules
        self.closing = closing
    }

    package static func == (left: CollectionRights, right: CollectionRights) -> Bool {
        left === right || (left.collection == right.collection && left.parts == right.parts && left.rules == right.rules)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        hasher.combine(rules)
    }

    package func allows(_ action: RecordAction) -> Bool { parts[action] != nil }
    package var actions: [RecordAction] { parts.keys.sorted() }
    /// Whether nothing is allowed, so that the collection does not exist for this caller.
    package var isEmpty: Bool { parts.isEmpty }

    /// Fields that may appear in a result, including masked ones, in the collection's order.
    package var readable: [String] { parts[.view]?.fields ?? [] }
    /// Fields of ``readable`` that appear without their value, and cannot be filtered or sorted by.
    package var masked: Set<String> { parts[.view]?.masked ?? [] }

    /// Fields that the caller may set with this action, in the collection's order; never generated, masked or hidden ones.
    package func writable(_ action: RecordAction) -> [String] {
        guard action == .create || action == .update, let part = parts[action] else { return [] }
        let hiddenFromView = masked
        return part.fields.filter { name in
            guard let field = collection.field(name) else { return false }
            return !field.isGenerated && !part.masked.contains(name) && !hiddenFromView.contains(name)
        }
    }

    /// The rows that the action reaches, with attributes replaced; ``Filter/never`` when the action is not permitted.
    package func filter(_ action: RecordAction) -> Filter { parts[action]?.filter ?? .never }

    /// Whether the caller may perform all actions on all rows and fields, which a change of the table itself requires.
    package var isEverything: Bool { RecordAction.allCases.allSatisfy(isWhole) }

    /// Whether the caller may perform the action on all rows and fields; passwords are never shown.
    package func isWhole(_ action: RecordAction) -> Bool {
        let all = action == .create ? Filter.always : collection.notDeletedFilter
        guard let part = parts[action], part.filter == all, part.masked.isEmpty else { return false }
        return part.fields.count == collection.fields.count(where: { action != .view || !$0.isSecret })
    }

    /// Whether every row and every column can be read unmasked.
    package var isUnrestrictedView: Bool {
        guard let view = parts[.view] else { return false }
        return view.filter == .always && view.isWhole
    }

    /// Fields whose values the caller may know, so that it can filter, sort and follow relations by them.
    package var open: Set<String> { Set(readable).subtracting(masked) }

    /// The collection as the caller may filter and sort it: without hidden and masked fields, and without relations that use them.
    /// - Parameter entered: whether the rights on the related collection permit following the relation; see ``leads(_:to:through:)``.
    package func filterable(entering entered: (Relation) -> Bool) -> Collection {
        let known = open
        return collection.narrowed(toFields: { known.contains($0.name) }) { relation in
            relation.fields.allSatisfy(known.contains) && entered(relation)
        }
    }

    /// Whether the caller may follow a relation to a collection with these rights: it must be able to view that collection, and to know the key
    /// fields on both sides, because following the relation reveals their values.
    /// - Parameter join: the rights on the join table of a `belongsToMany`.
    package func leads(_ relation: Relation, to target: CollectionRights, through join: CollectionRights?) -> Bool {
        guard target.allows(.view), open.isSuperset(of: relation.fields), target.open.isSuperset(of: relation.targetFields) else { return false }
        guard let through = relation.through else { return true }
        return join?.isOpen(through) ?? false
    }

    /// Whether the caller may know which rows this join table relates.
    package func isOpen(_ through: Relation.Through) -> Bool {
        allows(.view) && open.isSuperset(of: through.fields + through.targetFields)
    }

    /// The approximate number of rows; nil if the engine has no estimate, or the caller does not see all rows.
    package var estimatedRows: Int64? { filter(.view) == .always ? collection.estimatedRows : nil }
}
