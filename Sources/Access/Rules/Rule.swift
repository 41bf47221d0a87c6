package import Catalog
package import Store

/// One rule: a role or a user may, or may not, do something with the rows of a collection.
package struct Rule: Hashable, Sendable {
    package enum Effect: String, Hashable, Sendable, CaseIterable {
        case allow
        /// Beats every allowing rule, of whatever role: of the action, of the columns it names, or of the rows its filter matches.
        case deny
    }

    /// Whom a rule is about.
    package enum Subject: Hashable, Sendable {
        /// Everyone who acts with the role.
        case role(String)
        /// One user, whatever the roles: its allowances are united with theirs, and replace no defaults.
        case user(UserID)
    }

    /// What was removed that a rule is about. Until the rule is resumed, set again or removed, it allows nothing, and what it was about is closed to
    /// all but administrators: another source or role of the same name must not begin without the limits of the first.
    package enum Suspension: String, Hashable, Sendable, CaseIterable {
        /// Its data source: every collection of a source with the name is closed.
        case source
        /// Its collection: one that is made with the name is closed to the rule's subject.
        case collection
        /// Its role: the rule's collection is closed to those who act with a role of the name.
        case role
    }

    package let id: RuleID
    package let workspace: WorkspaceID
    package let subject: Subject
    /// The data source's name.
    package let source: String
    /// The collection's name.
    package let collection: String
    package let content: RuleContent
    /// The permission that it was made of, and is changed with; nil for a rule of its own.
    package let permission: PermissionID?
    /// Nil for a rule that counts.
    package let suspension: Suspension?

    /// The role that it is about; nil for a user.
    package var role: String? {
        if case .role(let name) = subject { name } else { nil }
    }

    package init(
        id: RuleID, workspace: WorkspaceID, subject: Subject, source: String, collection: String, content: RuleContent,
        permission: PermissionID? = nil, suspension: Suspension? = nil
    ) {
        self.id = id
        self.workspace = workspace
        self.subject = subject
        self.source = source
        self.collection = collection
        self.content = content
        self.permission = permission
        self.suspension = suspension
    }

    /// A rule about a role.
    package init(id: RuleID, workspace: WorkspaceID, role: String, source: String, collection: String, content: RuleContent) {
        self.init(id: id, workspace: workspace, subject: .role(role), source: source, collection: collection, content: content)
    }

    /// Whether it is about the caller. An allowing rule to a user does not count for a credential or request that acts with some of the roles only.
    func concerns(_ caller: Caller) -> Bool {
        switch subject {
        // Names of roles are unique without regard to case: another case of the name may be what came in place of the removed one.
        case .role(let name) where suspension == .role: caller.effectiveRoles.contains { $0.lowercased() == name.lowercased() }
        case .role(let name): caller.effectiveRoles.contains(name)
        case .user(let user): caller.user?.id == user && (content.effect == .deny || caller.actsWithAllRoles)
        }
    }
}

/// The content of a rule, without its subject and its collection.
package struct RuleContent: Hashable, Sendable {
    package var actions: Set<RecordAction>
    package var effect: Rule.Effect
    /// Columns that the actions see or write; nil: all. The primary key is always shown unless hidden.
    package var columns: [String]?
    /// Columns that are shown without their value, and not written.
    package var masked: [String]
    /// Columns that do not exist for the subject.
    package var hidden: [String]
    /// Rows that the actions reach.
    package var filter: Filter
    /// The keys that the filter's relations were when the rule was set; nil for a rule that was set before keys were kept.
    package var relations: [RelationKey]?
    /// From this moment the rule does not count.
    package var expires: Timestamp?

    package init(
        actions: Set<RecordAction>, effect: Rule.Effect = .allow, columns: [String]? = nil, masked: [String] = [], hidden: [String] = [],
        filter: Filter = .always, relations: [RelationKey]? = nil, expires: Timestamp? = nil
    ) {
        self.actions = actions
        self.effect = effect
        self.columns = columns
        self.masked = masked
        self.hidden = hidden
        self.filter = filter
        self.relations = relations
        self.expires = expires
    }

    /// Whether every relation of the filter is still the key that it was when the rule was set: else the rule may mean other rows than it was set
    /// for, and its collection is closed to its subject.
    package func holds(in catalog: SourceCatalog) -> Bool {
        guard filter.entersRelations else { return true }
        guard let relations, !relations.isEmpty else { return false }
        return relations.allSatisfy { $0.holds(in: catalog) }
    }

    /// Why a rule closes its collection instead of being applied.
    package enum Defect: String, Hashable, Sendable {
        /// A relation of its filter is another key than when the rule was set.
        case relation
        /// Its filter names a field that is not there.
        case field
    }

    /// The reason why a rule cannot be applied to a collection; nil when it can, and when the collection does not exist.
    package func obstacle(on collection: String, in catalog: SourceCatalog) -> Defect? {
        if !holds(in: catalog) { return .relation }
        return catalog[collection].map { filter.isKnown(on: $0, in: catalog) } ?? true ? nil : .field
    }

    func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}

extension RuleContent {
    /// Which relations are other keys than when the rule was set, in words; nil while the rule holds.
    package func changeOfRelations(in catalog: SourceCatalog) -> String? {
        guard !holds(in: catalog) else { return nil }
        guard let relations else { return "the keys of its relations were not kept when it was set; set the rule again" }
        let changed = relations.filter { !$0.holds(in: catalog) }.map { key in
            let isNow = catalog[key.collection]?.relation(key.relation).map { "is \(RelationKey($0, of: key.collection).columns)" } ?? "is gone"
            return "relation '\(key.relation)' of \(key.collection) was \(key.columns) and \(isNow)"
        }
        return changed.joined(separator: "; ") + "; set the rule again"
    }
}

extension RelationKey {
    fileprivate var columns: String {
        "\(fields.joined(separator: ", ")) -> \(target) (\(targetFields.joined(separator: ", ")))\(through.map { " through \($0.collection)" } ?? "")"
    }
}

/// An action on the rows of a collection, by the name that rules use.
package enum RecordAction: String, Hashable, Sendable, CaseIterable, Comparable {
    /// list, get, query, export
    case view
    case create
    case update
    case destroy

    package static func < (left: RecordAction, right: RecordAction) -> Bool { left.index < right.index }
    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
