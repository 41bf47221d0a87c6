package import SQL
import SQLSyntax
package import Store

/// A change of a data source.
package struct DataSourceChange: Sendable {
    /// Includes a new password, if any; nil keeps the current address.
    package var url: DatabaseURL?
    package var password: DatabasePassword?
    /// Nil keeps the current value; 0 removes it.
    package var maximumCost: Int64?
    /// As ``DataSource/changesSchema``; nil keeps the current value.
    package var changesSchema: Bool?

    package init(url: DatabaseURL? = nil, password: DatabasePassword? = nil, maximumCost: Int64? = nil, changesSchema: Bool? = nil) {
        self.url = url
        self.password = password
        self.maximumCost = maximumCost
        self.changesSchema = changesSchema
    }
}

extension DataSources {
    /// Changes a data source in place; its rules stay. A new address or password is tried before it is stored.
    ///
    /// The stored password is used only for the same address; with a different one it must be given again. The operator may change the
    /// database under the same host, port, login and parameters without it. Other callers may not, because the login may have rights on
    /// databases that were not given to them.
    /// - Throws: ``CatalogError`` `unknownSource`, `invalidSource` (also when another caller changed the source in the meantime),
    ///   `sourceFailed`; nothing was changed then.
    package func update(
        _ name: String, in workspace: WorkspaceID, _ change: DataSourceChange, trust: SourceTrust, _ bounds: CallBounds
    ) async throws -> DataSource {
        guard name != DataSource.mainName else {
            throw CatalogError(.invalidSource, "'main' is the workspace's own database; its address is the server's to set")
        }
        let old = try await entry(named: name, in: workspace)
        let given = change.url ?? old.url.with(password: nil)
        guard given.dialect == old.url.dialect else {
            throw CatalogError(
                .invalidSource, "url: the source is one of \(old.url.dialect.rawValue); attach another kind of database under a name of its own")
        }
        let keepsPassword = given.hasSameLogin(as: old.url) && (trust == .operator || given.database == old.url.database)
        let password = change.password ?? given.password ?? (keepsPassword ? old.url.password : nil)
        let url = try locations.checked(given.with(password: password), trust: trust)
        let cost = change.maximumCost == 0 ? nil : try Self.checked(cost: change.maximumCost ?? old.source.maximumCost, on: url.dialect)
        if url != old.url { try await tried(url, name, of: workspace, bounds) }
        let sealed = try password.map { try store.secrets.seal(Array($0.text.utf8), context: Self.context(workspace, name)) }
        let secrets = store.secrets
        try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            guard try Self.entry(named: name, in: workspace, secrets, on: connection) == old else {
                throw CatalogError(.invalidSource, "name: the data source was changed or removed in the meantime; nothing was changed")
            }
            try connection.execute(
                """
                UPDATE data_sources SET url = \(url.text), password = \(sealed), maximum_cost = \(cost),
                changes_schema = \((change.changesSchema ?? old.source.changesSchema) ? 1 : 0)
                WHERE workspace_id = \(workspace) AND name = \(name)
                """)
        }
        await closeRemoved(of: workspace)
        return try await entry(named: name, in: workspace).source
    }

    private func tried(_ url: DatabaseURL, _ name: String, of workspace: WorkspaceID, _ bounds: CallBounds) async throws(CatalogError) {
        do {
            let database = try await connect(url, try await tenant(workspace))
            do {
                _ = try await database.read(bounds) { try $0.first("SELECT 1") { $0.int(0) } }
            } catch {
                await database.close()
                throw error
            }
            await database.close()
        } catch {
            let failure = CatalogError(error, source: name)
            throw CatalogError(failure.code, "\(failure.reason); nothing was changed", detail: failure.detail)
        }
    }
}

extension DatabaseURL {
    /// Whether a password would go to the same server, as the same login, with the same protection (`sslmode` is a parameter).
    fileprivate func hasSameLogin(as other: DatabaseURL) -> Bool {
        host == other.host && port == other.port && user == other.user && parameters == other.parameters
    }
}
