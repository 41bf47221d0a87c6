package import Catalog
import JSON
package import SQL
import SQLSyntax
package import Store

/// The rules of every workspace: stored in the database, and cached until the change feed reports a change.
package final class RuleStore: Sendable {
    /// Most rules of one workspace.
    package static let maximumPerWorkspace = 2000
    /// Unit: workspaces whose rules are cached; beyond that, one is evicted.
    private static let maximumCached = 1000

    let store: Store
    private let books: FeedCache<WorkspaceID, RuleBook>

    package init(store: Store) {
        self.store = store
        books = FeedCache(store.feed, limit: Self.maximumCached)
    }

    /// The caller's current rights on every collection of a source of its workspace. The rules are read once.
    package func rights(of caller: Caller, in contents: SourceCatalog) async throws -> CallerRights {
        if let external = contents.external { return CallerRights(of: caller, in: contents, as: external) }
        return CallerRights(caller: caller, book: try await book(of: caller.workspace.id), contents: contents, now: .now)
    }

    /// Every rule of the workspace, by id.
    package func list(in workspace: WorkspaceID) async throws -> [Rule] { try await book(of: workspace).rules }

    /// Sets what a role may do with a collection. Each named action is removed from the role's earlier rules of the same effect there, so
    /// that no action has two rules. A rule with exactly these actions is replaced and keeps its id.
    /// - Parameters:
    ///   - content: already checked by ``RuleDraft/content(in:)``.
    ///   - check: called in the same transaction if the change may give the role more: for every allowing rule, because it may replace a
    ///     narrower one, and for a denial that replaces another.
    package func set(
        _ content: RuleContent, role: String, source: String, collection: String, in workspace: WorkspaceID,
        ifItGives check: @escaping @Sendable () throws -> Void = {}
    ) async throws -> Rule {
        try await changeRules(of: workspace) { connection in
            let all = try Self.read(workspace, connection)
            guard all.count < Self.maximumPerWorkspace else { throw Refusal(.limited, "a workspace has at most \(Self.maximumPerWorkspace) rules") }
            var kept: RuleID?
            let earlier = all.filter {
                $0.role == role && $0.permission == nil && $0.source == source && $0.collection == collection
                    && $0.content.effect == content.effect
            }
            let replaced = earlier.filter { !$0.content.actions.isDisjoint(with: content.actions) }
            if content.effect == .allow || !replaced.isEmpty { try check() }
            for rule in replaced {
                let rest = rule.content.actions.subtracting(content.actions)
                if rest.isEmpty, kept == nil {
                    kept = rule.id
                } else if rest.isEmpty {
                    try connection.execute("DELETE FROM rules WHERE workspace_id = \(workspace) AND id = \(rule.id)")
                } else {
                    let actions = Self.text(rest.sorted().map(\.rawValue))
                    try connection.execute("UPDATE rules SET actions = \(actions) WHERE workspace_id = \(workspace) AND id = \(rule.id)")
                }
            }
            let id = try Self.write(content, over: kept, role, source, collection, workspace, connection)
            return Rule(id: id, workspace: workspace, role: role, source: source, collection: collection, content: content)
        }
    }

    /// Removes a rule of this workspace.
    /// - Parameter check: called in the same transaction if the change may give the role more: its defaults again, or what was denied.
    /// - Throws: ``Refusal`` `notFound`, also for a rule of another workspace or of a permission.
    package func remove(_ id: RuleID, in workspace: WorkspaceID, ifItGives check: @escaping @Sendable () throws -> Void = {}) async throws {
        try await changeRules(of: workspace) { connection in
            guard let rule = try Self.read(workspace, connection).first(where: { $0.id == id && $0.permission == nil }) else {
                throw Refusal(.notFound, "no rule \(id.rawValue) in this workspace")
            }
            if rule.content.effect == .deny || rule.role.flatMap(BuiltInRole.init(rawValue:)) != nil { try check() }
            try connection.execute("DELETE FROM rules WHERE workspace_id = \(workspace) AND id = \(id)")
        }
    }

    /// Resumes rules that are suspended, or whose relations have other keys now: those of a source, of a role, or a single one.
    /// - Parameters:
    ///   - keys: the current keys of the relations in a rule's filter; nil where they are unknown or one is missing.
    ///   - check: called in the same transaction, because the rules may give a caller more rights.
    /// - Returns: the resumed rules, by id.
    /// - Throws: ``Refusal`` `notFound` when none of these is suspended or closed.
    package func resume(
        _ chosen: @escaping @Sendable (Rule) -> Bool, in workspace: WorkspaceID, keys: @escaping @Sendable (Rule) -> [RelationKey]?,
        check: @escaping @Sendable ([Rule]) throws -> Void
    ) async throws -> [RuleID] {
        try await changeRules(of: workspace) { connection in
            let rules = try Self.read(workspace, connection).filter { rule in
                chosen(rule) && (rule.suspension != nil || keys(rule).map { $0 != rule.content.relations } ?? false)
            }
            guard !rules.isEmpty else { throw Refusal(.notFound, "no suspended rule like this in this workspace; access_rules_list shows them") }
            try check(rules)
            for rule in rules {
                let relations = (keys(rule) ?? rule.content.relations).map(Self.text)
                try connection.execute(
                    "UPDATE rules SET suspended = NULL, relations = \(relations) WHERE workspace_id = \(workspace) AND id = \(rule.id)")
            }
            return rules.map(\.id)
        }
    }

    /// Suspends the rules on a data source in the transaction that removes it.
    package static func suspend(source: String, in workspace: WorkspaceID, _ changed: inout ChangedTopics, on connection: any Connection) throws {
        changed.insert(.rules(of: workspace))
        try lock(workspace, on: connection)
        try connection.execute("UPDATE rules SET suspended = 'source' WHERE workspace_id = \(workspace) AND source = \(source)")
    }

    /// Suspends the rules on a collection that is removed or replaced, in the same transaction.
    package static func suspend(
        collection: String, of source: String, in workspace: WorkspaceID, _ changed: inout ChangedTopics, on connection: any Connection
    ) throws {
        changed.insert(.rules(of: workspace))
        try lock(workspace, on: connection)
        try connection.execute(
            """
            UPDATE rules SET suspended = 'collection'
            WHERE workspace_id = \(workspace) AND source = \(source) AND collection = \(collection) AND suspended IS NULL
            """)
    }

    /// Removes every rule of a workspace in the transaction that removes it, so that a new workspace with its name starts without them.
    package static func removeAll(in workspace: WorkspaceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM rules WHERE workspace_id = \(workspace)")
    }

    /// Changes the rules of one workspace. Such changes run one after the other over all nodes: when two set the same action at the same time, the
    /// later one replaces the earlier one.
    private func changeRules<R: Sendable>(
        of workspace: WorkspaceID, _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await store.change { connection, changed in
            changed.insert(.rules(of: workspace))
            try Self.lock(workspace, on: connection)
            return try body(connection)
        }
    }

    /// Locks the workspace's rules until the transaction ends. SQLite needs no lock, because it has one writer at a time.
    static func lock(_ workspace: WorkspaceID, on connection: any Connection) throws {
        guard connection.dialect == .postgresql else { return }
        _ = try connection.first("SELECT pg_advisory_xact_lock(hashtextextended('gatehouse rules', \(workspace)))") { _ in true }
    }

    private func book(of workspace: WorkspaceID) async throws -> RuleBook {
        let book = try await books.value(for: workspace, topics: { _ in [.rules(of: workspace)] }) { [store] in
            RuleBook(try await store.read { try Self.read(workspace, $0) })
        }
        guard let book else { throw Refusal(.sourceFailed, "the rules of this workspace cannot be read") }
        return book
    }

    private static let columns: Statement =
        """
        id, workspace_id, role, source, collection, effect, actions, columns, masked, hidden, filter, expires_at, user_id, permission_id, suspended,
        relations
        """

    private static func read(_ workspace: WorkspaceID, _ connection: any Connection) throws -> [Rule] {
        do {
            return try connection.all(of: "rules", "SELECT \(columns) FROM rules WHERE workspace_id = \(workspace) ORDER BY id", rule)
        } catch is DamagedRow {
            // An unreadable rule fails every call instead of being skipped, because it may be a denial.
            throw Refusal(.sourceFailed, "the rules of this workspace cannot be read")
        }
    }

    /// The damaged rules of all workspaces; each closes its workspace.
    package func damage() async throws -> [DamagedRow] {
        try await store.read { connection in
            try connection.damage(of: "rules", "SELECT \(Self.columns) FROM rules", Self.rule)
        }
    }

    private static func rule(_ row: StoredRow) throws(DamagedRow) -> Rule {
        let user: UserID? = try row["user_id", .optional(.id())]
        let role = try row["role", .text]
        let content = RuleContent(
            actions: Set(try row["actions", .actions]), effect: try row["effect", .word()], columns: try row["columns", .optional(.texts)],
            masked: try row["masked", .texts], hidden: try row["hidden", .texts], filter: try row["filter", .filter],
            relations: try row["relations", .optional(.relations)], expires: try row["expires_at", .optional(.time)])
        return Rule(
            id: try row["id", .id()], workspace: try row["workspace_id", .id()], subject: user.map { .user($0) } ?? .role(role),
            source: try row["source", .text], collection: try row["collection", .text], content: content,
            permission: try row["permission_id", .optional(.id())], suspension: try row["suspended", .optional(.word())])
    }

    private static func write(
        _ content: RuleContent, over id: RuleID?, _ role: String, _ source: String, _ collection: String, _ workspace: WorkspaceID,
        _ connection: any Connection
    ) throws -> RuleID {
        let actions = text(content.actions.sorted().map(\.rawValue))
        let columns = content.columns.map(text)
        let (masked, hidden, filter) = (text(content.masked), text(content.hidden), content.filter.json.description)
        let relations = content.relations.map(text)
        if let id {
            try connection.execute(
                """
                UPDATE rules SET actions = \(actions), columns = \(columns), masked = \(masked), hidden = \(hidden), filter = \(filter),
                relations = \(relations), expires_at = \(content.expires), suspended = NULL WHERE workspace_id = \(workspace) AND id = \(id)
                """)
            return id
        }
        let made: RuleID? =
            try connection.value(
                of: "rules",
                """
                INSERT INTO rules (id, workspace_id, role, source, collection, effect, actions, columns, masked, hidden, filter, relations, expires_at,
                created_at)
                VALUES (\(try OpaqueID.free(in: "rules", on: connection)), \(workspace), \(role), \(source), \(collection), \(content.effect.rawValue), \(actions), \(columns), \(masked), \(hidden),
                \(filter), \(relations), \(content.expires), \(Timestamp.now)) RETURNING id
                """, .id())
        guard let made else { throw DatabaseError(.other, "the database gave no id") }
        return made
    }

    private static func text(_ relations: [RelationKey]) -> String { JSONValue.array(relations.map(\.json)).description }

    static func text(_ names: [String]) -> String { JSONValue.array(names.map { .string($0) }).description }
}

extension Codec<[RecordAction]> {
    /// The actions of a rule. An unknown action is an error and is not skipped, because a denial may name it.
    fileprivate static let actions = Codec("a JSON array of actions", write: { .text(RuleStore.text($0.map(\.rawValue))) }) { row, index in
        guard let names = Codec<[String]>.texts.read(row, index) else { return nil }
        let actions = names.compactMap(RecordAction.init)
        return actions.count == names.count ? actions : nil
    }
}

extension Codec<Filter> {
    private static let limits = JSONLimits(maximumByteCount: 1_048_576, maximumDepth: 256)

    fileprivate static let filter = Codec("a filter", write: { .text($0.json.description) }) { row, index in
        // The row's own error says why it is invalid.
        row.text(index).flatMap { text in try? Filter(kept: try JSONValue(parsing: text, limits: limits)) }
    }
}

extension Codec<[RelationKey]> {
    fileprivate static let relations = Codec("a JSON array of relations", write: { .text(JSONValue.array($0.map(\.json)).description) }) {
        row, index in
        guard let elements = Codec<JSONValue>.json.read(row, index)?.array else { return nil }
        let keys = elements.compactMap { RelationKey($0) }
        return keys.count == elements.count ? keys : nil
    }
}
