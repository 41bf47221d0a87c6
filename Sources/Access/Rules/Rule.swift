package import Catalog
package import Store

/// One statement of right: a role may, or may not, do something with the rows of a collection.
package struct Rule: Hashable, Sendable {
    package enum Effect: String, Hashable, Sendable, CaseIterable {
        case allow
        /// Beats every allowance, of whatever role: of the action, of the columns it names, or of the rows its filter matches.
        case deny
    }

    package let id: RuleID
    package let workspace: WorkspaceID
    package let role: String
    /// The data source's name.
    package let source: String
    /// The collection's name.
    package let collection: String
    package let content: RuleContent

    package init(id: RuleID, workspace: WorkspaceID, role: String, source: String, collection: String, content: RuleContent) {
        self.id = id
        self.workspace = workspace
        self.role = role
        self.source = source
        self.collection = collection
        self.content = content
    }
}

/// What a rule says of a role and a collection.
package struct RuleContent: Hashable, Sendable {
    package var actions: Set<RecordAction>
    package var effect: Rule.Effect
    /// Columns that the actions see or write; nil: all. The primary key is always shown unless hidden.
    package var columns: [String]?
    /// Columns that are shown without their value, and not written.
    package var masked: [String]
    /// Columns that do not exist for the role.
    package var hidden: [String]
    /// Rows that the actions reach.
    package var filter: Filter
    /// From this moment the rule does not count.
    package var expires: Timestamp?

    package init(
        actions: Set<RecordAction>, effect: Rule.Effect = .allow, columns: [String]? = nil, masked: [String] = [], hidden: [String] = [],
        filter: Filter = .always, expires: Timestamp? = nil
    ) {
        self.actions = actions
        self.effect = effect
        self.columns = columns
        self.masked = masked
        self.hidden = hidden
        self.filter = filter
        self.expires = expires
    }

    func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}
