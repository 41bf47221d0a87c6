package import SQL
import SQLSyntax
package import Store
import Synchronization

/// The collections of every data source, as its engine reported them recently.
///
/// A schema is read again after ``timeToLive``; on SQLite also when the file reports a change, which is checked at most once a second; and
/// when the change feed reports a change by any process. While one call reads a schema again, other calls use the older one.
package final class Catalog: Sendable {
    /// How long a schema is cached where the engine does not report changes.
    package static let timeToLive = Duration.seconds(30)
    /// How long it is cached without checking the engine's own version number.
    static let markTimeToLive = Duration.seconds(1)
    /// Most sources whose schema is cached; beyond that, one is evicted.
    static let maximumRemembered = 500

    private struct Key: Hashable {
        let workspace: WorkspaceID
        let source: String
    }

    private struct Entry {
        let catalog: SourceCatalog
        let generation: UInt64
        let mark: Int64?
        /// The version of the change feed before the schema was read.
        let version: UInt64
        let read: ContinuousClock.Instant
        var looked: ContinuousClock.Instant
        var isBeingRead = false
    }

    private let sources: DataSources
    private let system: SystemCollections
    private let entries = Mutex<[Key: Entry]>([:])

    package init(sources: DataSources, system: SystemCollections) {
        self.sources = sources
        self.system = system
    }

    /// Every collection of the source.
    package func contents(
        of source: String, in workspace: WorkspaceID, _ bounds: CallBounds = .within(.seconds(10))
    ) async throws(CatalogError) -> SourceCatalog {
        try await contents(of: try await sources.open(source, in: workspace), in: workspace, bounds)
    }

    /// Every collection of an open source.
    package func contents(of open: OpenSource, in workspace: WorkspaceID, _ bounds: CallBounds) async throws(CatalogError) -> SourceCatalog {
        let key = Key(workspace: workspace, source: open.name)
        if let known = remembered(key, open) { return known }
        do {
            let version = sources.store.feed.version
            let mark = try await readMark(of: open, bounds)
            let stored = try await sources.store.read { try StoredDefinitions.all(of: open.name, in: workspace, on: $0) }
            let schema = try await open.database.reflect(bounds)
            // Building the collections of a large schema takes longer than an event loop may block (I17).
            let catalog = await withTaskExecutorPreference(globalConcurrentExecutor) { made(of: schema, stored, open, in: workspace) }
            let now = ContinuousClock.now
            entries.withLock { entries in
                if entries[key] == nil, entries.count >= Self.maximumRemembered { entries.remove(at: entries.startIndex) }
                entries[key] = Entry(catalog: catalog, generation: open.generation, mark: mark, version: version, read: now, looked: now)
            }
            return catalog
        } catch {
            entries.withLock { $0[key]?.isBeingRead = false }
            throw CatalogError(error, source: open.name)
        }
    }

    /// The collection with exactly this name.
    /// - Throws: ``CatalogError`` `unknownCollection`, or the error of the source.
    package func collection(_ name: String, source: String, in workspace: WorkspaceID) async throws(CatalogError) -> Collection {
        guard let collection = try await contents(of: source, in: workspace)[name] else {
            throw CatalogError(
                .unknownCollection, "no collection '\(excerpt(name))' in data source '\(excerpt(source))'; collections_list names them")
        }
        return collection
    }

    /// Drops the cached schema, so that the next use reads it.
    package func refresh(_ source: String, in workspace: WorkspaceID) {
        entries.withLock { _ = $0.removeValue(forKey: Key(workspace: workspace, source: source)) }
    }

    private func remembered(_ key: Key, _ open: OpenSource) -> SourceCatalog? {
        let now = ContinuousClock.now
        let entry = entries.withLock { entries -> (catalog: SourceCatalog, mark: Int64?, isDue: Bool, looks: Bool)? in
            guard var entry = entries[key], entry.generation == open.generation else { return nil }
            guard sources.store.feed.isUnchanged([.schemas(of: key.workspace)], since: entry.version) else { return nil }
            let isDue = now - entry.read >= Self.timeToLive && !entry.isBeingRead
            let looks = !isDue && entry.mark != nil && now - entry.looked >= Self.markTimeToLive
            if isDue || looks {
                entry.isBeingRead = entry.isBeingRead || isDue
                if looks { entry.looked = now }
                entries[key] = entry
            }
            return (entry.catalog, entry.mark, isDue, looks)
        }
        guard let entry, !entry.isDue else { return nil }
        guard entry.looks, let mark = mark(of: open), mark != entry.mark else { return entry.catalog }
        return nil
    }

    /// SQLite's schema version; nil for other engines, or while no connection is idle.
    private func mark(of open: OpenSource) -> Int64? {
        guard open.database.dialect == .sqlite else { return nil }
        // A failed check does not count as a change; the time to live still applies.
        return (try? open.database.readInline(budget: .milliseconds(2)) { try $0.first("PRAGMA schema_version") { $0.int(0) } ?? nil }) ?? nil
    }

    /// Like ``mark(of:)``, but opens the database if necessary.
    private func readMark(of open: OpenSource, _ bounds: CallBounds) async throws -> Int64? {
        guard open.database.dialect == .sqlite else { return nil }
        if let mark = mark(of: open) { return mark }
        return try await open.database.read(bounds) { try $0.first("PRAGMA schema_version") { $0.int(0) } ?? nil }
    }

    private func made(
        of schema: DatabaseSchema, _ stored: [String: StoredDefinition], _ open: OpenSource, in workspace: WorkspaceID
    ) -> SourceCatalog {
        let isMain = open.name == DataSource.mainName
        let dialect = open.database.dialect
        let reserved = isMain ? SystemCollections.names : []
        let tables = SchemaReading.collections(of: schema, source: open.name, dialect: dialect, reserved: reserved)
        let reading = DefinitionMerge(stored, over: tables)
        return SourceCatalog(
            source: open.name, dialect: dialect, collections: tables.map(reading.defined) + (isMain ? system.collections(in: workspace) : []),
            leftOut: open.external == nil ? SchemaReading.leftOut(of: schema, reserved: reserved) : [], external: open.external
        )
    }
}
