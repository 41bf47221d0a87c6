import SQL
import Store

/// A registered source as it is remembered: its address with the sealed password.
struct SourceEntry: Hashable, Sendable {
    let source: DataSource
    /// With the password.
    let url: DatabaseURL
}

/// What ``DataSources`` remembers, guarded by its lock.
struct SourceState: Sendable {
    /// By the whole entry: another address is another source.
    var open: [SourceEntry: OpenSource] = [:]
    /// The own databases of workspaces, which whoever gave them keeps open.
    private var mains: [WorkspaceID: OpenSource] = [:]
    private var registered: [WorkspaceID: (version: UInt64, entries: [SourceEntry])] = [:]
    private var retired: [any Database] = []
    private var generation: UInt64 = 0

    /// Unit: workspaces whose lists are remembered; beyond, all are forgotten and read again.
    private static let maximumWorkspaces = 1000

    /// The source with this name as far as memory knows: `main` once it was opened, others while the list of the workspace has not changed.
    func known(_ name: String, in workspace: WorkspaceID, _ feed: ChangeFeed) -> OpenSource? {
        if name == DataSource.mainName { return mains[workspace] }
        return entries(in: workspace, feed)?.first { $0.source.name == name }.flatMap { open[$0] }
    }

    mutating func keepMain(_ database: any Database, of workspace: WorkspaceID) -> OpenSource {
        if mains.count >= Self.maximumWorkspaces { mains = [:] }
        let source = OpenSource(name: DataSource.mainName, database: database, generation: 0, maximumCost: nil)
        mains[workspace] = source
        return source
    }

    func entries(in workspace: WorkspaceID, _ feed: ChangeFeed) -> [SourceEntry]? {
        guard let known = registered[workspace], feed.isUnchanged([.sources(of: workspace)], since: known.version) else { return nil }
        return known.entries
    }

    /// Remembers a list; what was open of the workspace and is no longer in it is left to be closed.
    mutating func remember(_ entries: [SourceEntry], in workspace: WorkspaceID, at version: UInt64) {
        if registered.count >= Self.maximumWorkspaces { registered = [:] }
        registered[workspace] = (version, entries)
        let current = Set(entries)
        for entry in open.keys where entry.source.workspace == workspace && !current.contains(entry) {
            if let gone = open.removeValue(forKey: entry) { retired.append(gone.database) }
        }
    }

    /// Keeps a pool that was just opened, or returns it as spare when another call was faster.
    mutating func keep(_ database: any Database, name: String, for entry: SourceEntry) throws(CatalogError) -> (OpenSource, spare: (any Database)?) {
        if let first = open[entry] { return (first, database) }
        guard open.count < DataSources.maximumOpen else {
            retired.append(database)
            throw CatalogError(.sourceFailed, "too many data sources are open; remove some or try later")
        }
        generation += 1
        let source = OpenSource(name: name, database: database, generation: generation, maximumCost: entry.source.maximumCost)
        open[entry] = source
        return (source, nil)
    }

    mutating func takeRetired() -> [any Database] {
        defer { retired = [] }
        return retired
    }

    mutating func takeAll() -> [any Database] {
        defer { (open, mains) = ([:], [:]) }
        return takeRetired() + open.values.map(\.database)
    }
}
