package import Catalog
package import Store

/// One rule: a role or a user may, or may not, perform actions on the rows of a collection.
package struct Rule: Hashable, Sendable {
    package enum Effect: String, Hashable, Sendable, CaseIterable {
        case allow
        /// Takes precedence over every allowing rule of any role: for the action, the columns that it names, or the rows that its filter
        /// matches.
        case deny
    }

    /// The role or user that a rule applies to.
    package enum Subject: Hashable, Sendable {
        /// Every caller with the role.
        case role(String)
        /// One user, whatever the user's roles: its permissions are added to theirs, and replace no defaults.
        case user(UserID)
    }

    /// What was removed that the rule depends on. Until the rule is resumed, set again or removed, it permits nothing, and closes its
    /// subject to all but administrators: a new source, collection or role with the same name must not start without the restrictions of
    /// the old one.
    package enum Suspension: String, Hashable, Sendable, CaseIterable {
        /// Its data source: every collection of a source with the same name is closed.
        case source
        /// Its collection: a new one with the same name is closed to the rule's subject.
        case collection
        /// Its role: the rule's collection is closed to callers with a role of the same name.
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
    /// The permission from which it was made, and with which it changes; nil for an independent rule.
    package let permission: PermissionID?
    /// Nil for a rule that is not suspended.
    package let suspension: Suspension?

    /// The role that it applies to; nil for a user.
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

    /// A rule for a role.
    package init(id: RuleID, workspace: WorkspaceID, role: String, source: String, collection: String, content: RuleContent) {
        self.init(id: id, workspace: workspace, subject: .role(role), source: source, collection: collection, content: content)
    }

    /// Whether it applies to the caller. A rule that allows something to a user does not apply to a credential or request that has only
    /// some of the user's roles.
    func concerns(_ caller: Caller) -> Bool {
        switch subject {
        // Names of roles are unique without regard to case, so a new role with the same name may be written in another case.
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
    /// Columns that the actions see or write; nil for all. The primary key is always shown unless hidden.
    package var columns: [String]?
    /// Columns that are shown without their value and cannot be written.
    package var masked: [String]
    /// Columns that do not exist for the subject.
    package var hidden: [String]
    /// Rows that the actions reach.
    package var filter: Filter
    /// The keys of the filter's relations when the rule was set; nil for a rule that was set before keys were stored.
    package var relations: [RelationKey]?
    /// The time from which the rule does not apply.
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

    /// Whether every relation of the filter still has the key that it had when the rule was set. Otherwise the rule may select other rows
    /// than intended, and its collection is closed to its subject.
    package func holds(in catalog: SourceCatalog) -> Bool {
        guard filter.entersRelations else { return true }
        guard let relations, !relations.isEmpty else { return false }
        return relations.allSatisfy { $0.holds(in: catalog) }
    }

    /// Why a rule closes its collection instead of being applied.
    package enum Defect: String, Hashable, Sendable {
        /// A relation of its filter has another key than when the rule was set.
        case relation
        /// Its filter names a field that does not exist.
        case field
    }

    /// Why a rule cannot be applied to a collection; nil when it can, and when the collection does not exist.
    package func obstacle(on collection: String, in catalog: SourceCatalog) -> Defect? {
        if !holds(in: catalog) { return .relation }
        return catalog[collection].map { filter.isKnown(on: $0, in: catalog) } ?? true ? nil : .field
    }

    func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}

extension RuleContent {
    /// The relations whose keys have changed since the rule was set, in words; nil if none has.
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
