package import SQL
import SQLSyntax
package import Store
import Synchronization

extension DataSources {
    /// Registers a source. It need not be reachable yet; see ``test(_:in:_:)``.
    /// - Throws: ``CatalogError`` `invalidSource` or `duplicateSource`.
    package func add(_ new: NewDataSource, in workspace: WorkspaceID, trust: SourceTrust) async throws -> DataSource {
        try DataSource.check(name: new.name)
        let title = new.title.isEmpty ? new.name : new.title
        guard title.utf8.count <= 200 else { throw CatalogError(.invalidSource, "title: at most 200 bytes") }
        let url = try locations.checked(new.url, trust: trust)
        let cost = try Self.checked(cost: new.maximumCost, on: url.dialect)
        let text = url.text
        let password = try url.password.map { try store.secrets.seal(Array($0.text.utf8), context: Self.context(workspace, new.name)) }
        let now = Timestamp.now
        do {
            return try await store.change { connection, changed in
                changed.insert(.sources(of: workspace))
                let count = try connection.number(of: "data_sources", "SELECT count(*) FROM data_sources WHERE workspace_id = \(workspace)")
                guard count < DataSources.maximumPerWorkspace else {
                    throw CatalogError(.invalidSource, "a workspace has at most \(DataSources.maximumPerWorkspace) data sources")
                }
                let taken = try connection.first("SELECT 1 FROM data_sources WHERE workspace_id = \(workspace) AND name = \(new.name)") { _ in true }
                guard taken == nil else { throw Self.duplicate(new.name) }
                let id: DataSourceID? = try connection.value(
                    of: "data_sources",
                    """
                    INSERT INTO data_sources (id, workspace_id, name, title, url, password, maximum_cost, changes_schema, created_at)
                    VALUES (\(try OpaqueID.free(in: "data_sources", on: connection)), \(workspace), \(new.name), \(title), \(text), \(password), \(cost), \(new.changesSchema ? 1 : 0), \(now)) RETURNING id
                    """, .id())
                return DataSource(
                    id: id, workspace: workspace, name: new.name, title: title, url: url.with(password: nil),
                    maximumCost: cost, changesSchema: new.changesSchema, created: now
                )
            }
        } catch let error as DatabaseError where error.code == .constraint {
            throw Self.duplicate(new.name)
        }
    }

    /// Removes a source from the workspace; its database stays unchanged.
    /// - Parameter then: runs in the same transaction, so that other domains can remove their entries for the source.
    /// - Throws: ``CatalogError`` `unknownSource`, also for the source of another workspace.
    package func remove(
        _ name: String, in workspace: WorkspaceID,
        then: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> Void = { _, _ in }
    ) async throws {
        guard name != DataSource.mainName else { throw CatalogError(.invalidSource, "'main' is the workspace's own database and stays") }
        try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            let removed = try connection.execute("DELETE FROM data_sources WHERE workspace_id = \(workspace) AND name = \(name)")
            guard removed > 0 else { throw Self.unknown(name) }
            try StoredDefinitions.removeAll(of: name, in: workspace, on: connection)
            try then(connection, &changed)
        }
        _ = try await registered(in: workspace)
        for source in state.withLock({ $0.takeRetired() }) { await source.close() }
    }

    /// Removes every source of a removed workspace, in the same transaction.
    package static func removeAll(in workspace: WorkspaceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM data_sources WHERE workspace_id = \(workspace)")
        try StoredDefinitions.removeAll(of: nil, in: workspace, on: connection)
        try connection.execute("DELETE FROM workspace_logins WHERE workspace_id = \(workspace)")
    }

    /// Closes the open sources of a workspace that are no longer registered.
    package func closeRemoved(of workspace: WorkspaceID) async {
        // If the list cannot be read, the next use reads it and closes removed sources.
        _ = try? await registered(in: workspace)
        for source in state.withLock({ $0.takeRetired() }) { await source.close() }
    }

    func entry(named name: String, in workspace: WorkspaceID) async throws -> SourceEntry {
        guard let entry = try await registered(in: workspace).first(where: { $0.source.name == name }) else { throw Self.unknown(name) }
        return entry
    }

    /// The readable sources, sorted by name; from memory while the feed reports no change.
    func registered(in workspace: WorkspaceID) async throws -> [SourceEntry] {
        let version = store.feed.version
        if let known = state.withLock({ $0.entries(in: workspace, store.feed) }) { return known }
        let (secrets, damaged) = (store.secrets, store.damaged)
        let entries = try await store.read { connection in
            try connection.all(
                of: "data_sources", "SELECT \(Self.entryColumns) FROM data_sources WHERE workspace_id = \(workspace) ORDER BY name"
            ) { row in try damaged.readable { try Self.entry(row, in: workspace, secrets) } }.compactMap(\.self)
        }
        state.withLock { $0.remember(entries, in: workspace, at: version) }
        return entries
    }

    /// The stored source, with its row locked until the transaction ends; nil when there is none.
    static func entry(named name: String, in workspace: WorkspaceID, _ secrets: SecretBox, on connection: any Connection) throws -> SourceEntry? {
        let lock: Statement = connection.dialect == .postgresql ? " FOR UPDATE" : ""
        return try connection.first(
            of: "data_sources", "SELECT \(entryColumns) FROM data_sources WHERE workspace_id = \(workspace) AND name = \(name)\(lock)"
        ) { try entry($0, in: workspace, secrets) }
    }

    /// The unreadable rows of all workspaces.
    package func damage() async throws -> [DamagedRow] {
        try await store.read { [secrets = store.secrets] connection in
            try connection.damage(of: "data_sources", "SELECT \(Self.entryColumns), workspace_id FROM data_sources") { row in
                try Self.entry(row, in: try row["workspace_id", .id()], secrets)
            }
        }
    }

    private static let entryColumns: Statement = "id, name, title, url, password, created_at, maximum_cost, changes_schema"

    private static func entry(_ row: StoredRow, in workspace: WorkspaceID, _ secrets: SecretBox) throws -> SourceEntry {
        let name = try row["name", .text]
        let text = try row["url", .text]
        // The address may hold secrets, so the parser's error is not shown.
        guard let url = try? DatabaseURL(parsing: text) else { throw row.damage("url", "expected the URL of a database") }
        let password = try row["password", .optional(.bytes)].map { sealed in
            do {
                return DatabasePassword(String(decoding: try secrets.open(sealed, context: context(workspace, name)), as: UTF8.self))
            } catch { throw row.damage("password", "it was not sealed for this source with this server's key") }
        }
        let source = DataSource(
            id: try row["id", .id()] as DataSourceID, workspace: workspace, name: name, title: try row["title", .text], url: url,
            maximumCost: try row["maximum_cost", .optional(.integer)], changesSchema: try row["changes_schema", .flag],
            created: try row["created_at", .time])
        return SourceEntry(source: source, url: url.with(password: password))
    }

    static func checked(cost: Int64?, on dialect: Dialect) throws(CatalogError) -> Int64? {
        guard let cost else { return nil }
        guard dialect != .sqlite else {
            throw CatalogError(.invalidSource, "maxCost: SQLite does not estimate the cost of a statement; it is limited by time and rows")
        }
        guard (1...DataSource.highestCost).contains(cost) else {
            throw CatalogError(.invalidSource, "maxCost: expected a whole number from 1 to \(DataSource.highestCost)")
        }
        return cost
    }

    static func context(_ workspace: WorkspaceID, _ name: String) -> String { "data_source/\(workspace.rawValue)/\(name)" }

    static func unknown(_ name: String) -> CatalogError {
        CatalogError(.unknownSource, "no data source '\(excerpt(name))' in this workspace; data_sources_list names them")
    }

    private static func duplicate(_ name: String) -> CatalogError {
        CatalogError(.duplicateSource, "name: this workspace has a data source '\(excerpt(name))' already")
    }
}
