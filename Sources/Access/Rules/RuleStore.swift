package import Catalog
import JSON
package import SQL
import SQLSyntax
package import Store

/// The rules of every workspace: kept in the store, remembered as long as the change feed says that nothing has changed.
package final class RuleStore: Sendable {
    /// Unit: rules.
    package static let maximumPerWorkspace = 2000
    /// Unit: workspaces whose rules are remembered; beyond, one is forgotten.
    private static let maximumRemembered = 1000

    let store: Store
    private let books: FeedCache<WorkspaceID, RuleBook>

    package init(store: Store) {
        self.store = store
        books = FeedCache(store.feed, limit: Self.maximumRemembered)
    }

    /// What the caller may do with any collection of a source of its workspace, as of now: rules are read once.
    package func rights(of caller: Caller, in contents: SourceCatalog) async throws -> CallerRights {
        if let external = contents.external { return CallerRights(of: caller, in: contents, as: external) }
        return CallerRights(caller: caller, book: try await book(of: caller.workspace.id), contents: contents, now: .now)
    }

    /// Every rule of the workspace, by id.
    package func list(in workspace: WorkspaceID) async throws -> [Rule] { try await book(of: workspace).rules }

    /// Says what a role may do with a collection. Each action that is named is taken out of the role's earlier rules of the same effect there,
    /// so that an action never has two; a rule with just these actions is replaced under its id.
    /// - Parameters:
    ///   - content: checked already: ``RuleDraft/content(in:)``.
    ///   - check: is asked in the same transaction when the role may get more by it: every allowance, since it may stand in the place of a narrower one,
    ///     and a denial in the place of another.
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
    /// - Parameter check: is asked in the same transaction when the role may get more by it: its defaults again, or what was denied.
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

    /// Makes rules count again that are suspended, or whose relations have become other keys: those of a source, of a role, or one.
    /// - Parameters:
    ///   - keys: what the relations of a rule's filter are now; nil where that is not known, or one of them is not there.
    ///   - check: is asked in the same transaction, since the rules may give somebody more.
    /// - Returns: the rules that count again, by id.
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

    /// Suspends the rules on a data source that goes, in the transaction that removes it.
    package static func suspend(source: String, in workspace: WorkspaceID, _ changed: inout ChangedTopics, on connection: any Connection) throws {
        changed.insert(.rules(of: workspace))
        try lock(workspace, on: connection)
        try connection.execute("UPDATE rules SET suspended = 'source' WHERE workspace_id = \(workspace) AND source = \(source)")
    }

    /// Suspends the rules on a collection that goes, or on one that comes in the place of another, in the transaction that says so.
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

    /// Removes every rule of a workspace that goes, in the transaction that removes it: another of the same name is another workspace.
    package static func removeAll(in workspace: WorkspaceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM rules WHERE workspace_id = \(workspace)")
    }

    /// Changes the rules of one workspace. On all nodes such changes take turns, so that each finds what the one before left: of two that set the same
    /// action at the same moment, the later one replaces the earlier one.
    private func changeRules<R: Sendable>(
        of workspace: WorkspaceID, _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await store.change { connection, changed in
            changed.insert(.rules(of: workspace))
            try Self.lock(workspace, on: connection)
            return try body(connection)
        }
    }

    /// Waits until no other transaction changes rules of the workspace, and keeps others waiting until this one ends. SQLite has one writer at a time.
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

    private static func read(_ workspace: WorkspaceID, _ connection: any Connection) throws -> [Rule] {
        try connection.all(
            """
            SELECT id, role, source, collection, effect, actions, columns, masked, hidden, filter, expires_at, user_id, permission_id, suspended,
                relations
            FROM rules WHERE workspace_id = \(workspace) ORDER BY id
            """
        ) { row in
            // What cannot be read is an error of every call, not a rule less: a denial may be among it.
            guard let id = row.int(0), let role = row.text(1), let source = row.text(2), let collection = row.text(3),
                let effect = row.text(4).flatMap(Rule.Effect.init), let filter = row.text(9)
            else { throw Refusal(.sourceFailed, "the rules of this workspace cannot be read") }
            let content = RuleContent(
                actions: Set(try names(row.text(5)).compactMap(RecordAction.init)), effect: effect,
                columns: row.isNull(6) ? nil : try names(row.text(6)), masked: try names(row.text(7)), hidden: try names(row.text(8)),
                filter: try Filter(kept: try JSONValue(parsing: filter, limits: Self.limits)), relations: try row.text(14).map(relations),
                expires: row.int(10).map { Timestamp(microseconds: $0) }
            )
            return Rule(
                id: RuleID(id), workspace: workspace, subject: row.int(11).map { .user(UserID($0)) } ?? .role(role), source: source,
                collection: collection, content: content, permission: row.int(12).map { PermissionID($0) },
                suspension: try row.text(13).map(suspension))
        }
    }

    private static func relations(_ text: String) throws -> [RelationKey] {
        guard let list = try JSONValue(parsing: text).array else { throw Refusal(.sourceFailed, "the rules of this workspace cannot be read") }
        return try list.map { json in
            guard let key = RelationKey(json) else { throw Refusal(.sourceFailed, "the rules of this workspace cannot be read") }
            return key
        }
    }

    private static func suspension(_ word: String) throws -> Rule.Suspension {
        guard let known = Rule.Suspension(rawValue: word) else { throw Refusal(.sourceFailed, "the rules of this workspace cannot be read") }
        return known
    }

    private static let limits = JSONLimits(maximumByteCount: 1_048_576, maximumDepth: 256)

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
        let made =
            try connection.first(
                """
                INSERT INTO rules (workspace_id, role, source, collection, effect, actions, columns, masked, hidden, filter, relations, expires_at,
                created_at)
                VALUES (\(workspace), \(role), \(source), \(collection), \(content.effect.rawValue), \(actions), \(columns), \(masked), \(hidden),
                \(filter), \(relations), \(content.expires), \(Timestamp.now)) RETURNING id
                """
            ) { $0.int(0) } ?? nil
        guard let made else { throw DatabaseError(.other, "the database gave no id") }
        return RuleID(made)
    }

    private static func text(_ relations: [RelationKey]) -> String { JSONValue.array(relations.map(\.json)).description }

    static func text(_ names: [String]) -> String { JSONValue.array(names.map { .string($0) }).description }

    private static func names(_ text: String?) throws -> [String] {
        try JSONValue(parsing: text ?? "[]").array?.compactMap(\.string) ?? []
    }
}
