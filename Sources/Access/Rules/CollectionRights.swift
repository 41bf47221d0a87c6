package import Catalog

/// What one caller may do with one collection: actions, columns, rows. Where it says nothing, nothing is allowed.
///
/// A reference, kept by ``RuleBook`` for callers of the same standing.
package final class CollectionRights: Hashable, Sendable {
    /// What is left of one action after all rules.
    struct Part: Hashable, Sendable {
        /// In the collection's order.
        var fields: [String]
        var masked: Set<String>
        /// No rule names columns: also one that the table gets later is shown.
        var isWhole: Bool
        /// Attributes are bound already.
        var filter: Filter

        /// Passwords are shown to nobody.
        mutating func leaveOutSecrets(of collection: Collection) {
            let secrets = collection.fields.filter(\.isSecret).map(\.name)
            guard !secrets.isEmpty else { return }
            fields.removeAll(where: secrets.contains)
            isWhole = false
        }
    }

    package let collection: Collection
    let parts: [RecordAction: Part]
    /// A rule, not a default, had a say: its ids, sorted.
    package let rules: [Int64]
    /// Why nothing is allowed, where the caller would have rights but for a rule whose relation has changed. It names no relation, since their names
    /// tell of columns.
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
    /// Nothing at all is allowed: for this caller the collection does not exist.
    package var isEmpty: Bool { parts.isEmpty }

    /// Fields that may appear in an answer, masked ones among them, in the collection's order.
    package var readable: [String] { parts[.view]?.fields ?? [] }
    /// Fields of ``readable`` that appear without their value, and can be neither filtered nor sorted by.
    package var masked: Set<String> { parts[.view]?.masked ?? [] }

    /// Fields that the caller may set with this action, in the collection's order: never generated, masked or hidden ones.
    package func writable(_ action: RecordAction) -> [String] {
        guard action == .create || action == .update, let part = parts[action] else { return [] }
        let hiddenFromView = masked
        return part.fields.filter { name in
            guard let field = collection.field(name) else { return false }
            return !field.isGenerated && !part.masked.contains(name) && !hiddenFromView.contains(name)
        }
    }

    /// Rows that the action reaches, without attributes; ``Filter/never`` when the action is not allowed.
    package func filter(_ action: RecordAction) -> Filter { parts[action]?.filter ?? .never }

    /// Whether the caller may do all there is to do with all rows and fields: what is needed to change the table itself.
    package var isEverything: Bool {
        RecordAction.allCases.allSatisfy { action in
            let all = action == .create ? Filter.always : collection.presence
            guard let part = parts[action], part.filter == all, part.masked.isEmpty else { return false }
            return part.fields.count == collection.fields.count(where: { action != .view || !$0.isSecret })
        }
    }

    /// Every row and every column can be read as it is.
    package var isUnrestrictedView: Bool {
        guard let view = parts[.view] else { return false }
        return view.filter == .always && view.isWhole
    }

    /// Fields whose values the caller may know: what can be filtered, sorted and followed by.
    package var open: Set<String> { Set(readable).subtracting(masked) }

    /// The collection as the caller may filter and sort on it: hidden and masked fields are not there, nor relations whose fields are not.
    /// - Parameter entered: whether the relation may be followed as far as the related collection goes; see ``leads(_:to:through:)``.
    package func filterable(entering entered: (Relation) -> Bool) -> Collection {
        let known = open
        return collection.narrowed(toFields: { known.contains($0.name) }) { relation in
            relation.fields.allSatisfy(known.contains) && entered(relation)
        }
    }

    /// Whether the caller may follow a relation to a collection with these rights: it views that one, and knows the fields on both sides that meet.
    /// To follow it is to learn which values they have.
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

    /// About how many rows there are; nil where the engine does not say, and for a caller that does not see all of them.
    package var estimatedRows: Int64? { filter(.view) == .always ? collection.estimatedRows : nil }
}
