import Catalog
import JSON
package import SQL
package import Store

/// A rule that follows from a permission, before it has an id.
package struct PermissionRule: Hashable, Sendable {
    package let workspace: WorkspaceID
    package let subject: Rule.Subject
    package let source: String
    package let collection: String
    package let content: RuleContent

    package init(workspace: WorkspaceID, subject: Rule.Subject, source: String, collection: String, content: RuleContent) {
        self.workspace = workspace
        self.subject = subject
        self.source = source
        self.collection = collection
        self.content = content
    }
}

extension RuleStore {
    /// Replaces all rules of a permission, in the caller's transaction.
    /// - Parameter keepsRemoved: whether suspended rules stay unless one of these rules replaces them.
    /// - Throws: ``Refusal`` `limited`.
    package static func replace(
        _ permission: PermissionID, with rules: [PermissionRule], keepsRemoved: Bool = false, _ changed: inout ChangedTopics,
        on connection: any Connection
    ) throws {
        let old: [WorkspaceID] = try connection.values(
            of: "rules", "SELECT DISTINCT workspace_id FROM rules WHERE permission_id = \(permission)", .id())
        // Always in the same order, so that two changes never wait for each other.
        for workspace in Set(old + rules.map(\.workspace)).sorted() {
            changed.insert(.rules(of: workspace))
            try lock(workspace, on: connection)
        }
        let kept: Statement = keepsRemoved ? " AND suspended IS NULL" : ""
        try connection.execute("DELETE FROM rules WHERE permission_id = \(permission)\(kept)")
        for rule in keepsRemoved ? rules : [] {
            let subject: Statement =
                switch rule.subject {
                case .role(let name): "role = \(name) AND user_id IS NULL"
                case .user(let id): "user_id = \(id)"
                }
            try connection.execute(
                """
                DELETE FROM rules WHERE permission_id = \(permission) AND workspace_id = \(rule.workspace) AND source = \(rule.source)
                AND collection = \(rule.collection) AND \(subject)
                """)
        }
        for workspace in Set(rules.map(\.workspace)) {
            let present = try connection.number(of: "rules", "SELECT count(*) FROM rules WHERE workspace_id = \(workspace)")
            guard Int(present) + rules.count(where: { $0.workspace == workspace }) <= maximumPerWorkspace else {
                throw Refusal(.limited, "a workspace has at most \(maximumPerWorkspace) rules")
            }
        }
        for rule in rules {
            var (role, user) = ("", UserID?.none)
            switch rule.subject {
            case .role(let name): role = name
            case .user(let id): user = id
            }
            try connection.execute(
                """
                INSERT INTO rules (id, workspace_id, role, user_id, permission_id, source, collection, effect, actions, columns, masked, hidden, filter,
                expires_at, created_at)
                VALUES (\(try OpaqueID.free(in: "rules", on: connection)), \(rule.workspace), \(role), \(user), \(permission), \(rule.source), \(rule.collection), \(rule.content.effect.rawValue),
                \(text(rule.content.actions.sorted().map(\.rawValue))), NULL, '[]', '[]', \(rule.content.filter.json.description),
                \(rule.content.expires), \(Timestamp.now))
                """)
        }
    }

    /// Removes every rule for a user, in the caller's transaction.
    package static func removeAll(about user: UserID, _ changed: inout ChangedTopics, on connection: any Connection) throws {
        let workspaces: [WorkspaceID] = try connection.values(of: "rules", "SELECT DISTINCT workspace_id FROM rules WHERE user_id = \(user)", .id())
        for workspace in workspaces { changed.insert(.rules(of: workspace)) }
        try connection.execute("DELETE FROM rules WHERE user_id = \(user)")
    }

    /// Suspends every rule for a removed role in these workspaces, in the caller's transaction.
    package static func suspend(role: String, in workspaces: [WorkspaceID], _ changed: inout ChangedTopics, on connection: any Connection) throws {
        for workspace in workspaces.sorted() {
            changed.insert(.rules(of: workspace))
            try lock(workspace, on: connection)
            try connection.execute(
                """
                UPDATE rules SET suspended = 'role' WHERE workspace_id = \(workspace) AND user_id IS NULL AND role = \(role) AND suspended IS NULL
                """)
        }
    }

    /// The permissions that have a rule in effect.
    package func enforced(_ permissions: [PermissionID]) async throws -> Set<PermissionID> {
        guard !permissions.isEmpty else { return [] }
        let listed = Statement.joined(permissions.map { "\($0)" }, by: ", ")
        return try await store.read { connection in
            Set(
                try connection.values(
                    of: "rules", "SELECT DISTINCT permission_id FROM rules WHERE permission_id IN (\(listed)) AND suspended IS NULL", .id()))
        }
    }
}
