import SQL
import Store

/// A registered data source in memory, with the address to connect to.
struct SourceEntry: Hashable, Sendable {
    let source: DataSource
    /// With the password, which `source` does not contain.
    let url: DatabaseURL
}

/// The in-memory state of ``DataSources``, guarded by its lock.
struct SourceState: Sendable {
    /// Open sources by the whole entry, because a changed address makes another source.
    var open: [SourceEntry: OpenSource] = [:]
    /// The workspaces' own databases; their owners close them.
    private var mains: [WorkspaceID: OpenSource] = [:]
    private var externals: [External] = []
    private var registered: [WorkspaceID: (version: UInt64, entries: [SourceEntry])] = [:]
    private var retired: [any Database] = []
    private var generation: UInt64 = 0

    /// Most workspaces whose lists are cached; beyond that, one is dropped and read again.
    private static let maximumWorkspaces = 4_096
    /// Most sources that are cached, open or not; beyond that, one is closed and dropped.
    private static let maximumSources = 4_096

    /// A source of an external service.
    private struct External {
        let workspace: WorkspaceID
        let source: OpenSource
    }

    /// Most sources of external services; beyond that, one of the caller with most of them is closed and dropped.
    private static let maximumExternals = 64
    /// No name of a registered source has a colon.
    private static let externalPrefix = "external:"

    /// The source with this name in memory: `main` after it was opened, others while the list of the workspace has not changed.
    func known(_ name: String, in workspace: WorkspaceID, _ feed: ChangeFeed) -> OpenSource? {
        if name == DataSource.mainName { return mains[workspace] }
        if name.hasPrefix(Self.externalPrefix) { return externals.first { $0.workspace == workspace && $0.source.name == name }?.source }
        return entries(in: workspace, feed)?.first { $0.source.name == name }.flatMap { open[$0] }
    }

    mutating func keepMain(_ database: any Database, of workspace: WorkspaceID) -> OpenSource {
        if mains.count >= Self.maximumWorkspaces { mains.remove(at: mains.startIndex) }
        let source = OpenSource(name: DataSource.mainName, database: database, generation: 0, maximumCost: nil, changesSchema: true)
        mains[workspace] = source
        return source
    }

    func entries(in workspace: WorkspaceID, _ feed: ChangeFeed) -> [SourceEntry]? {
        guard let known = registered[workspace], feed.isUnchanged([.sources(of: workspace)], since: known.version) else { return nil }
        return known.entries
    }

    /// Stores a list; open sources of the workspace that are no longer in it are retired.
    mutating func remember(_ entries: [SourceEntry], in workspace: WorkspaceID, at version: UInt64) {
        if registered[workspace] == nil, registered.count >= Self.maximumWorkspaces { registered.remove(at: registered.startIndex) }
        registered[workspace] = (version, entries)
        let current = Set(entries)
        for entry in open.keys where entry.source.workspace == workspace && !current.contains(entry) {
            if let gone = open.removeValue(forKey: entry) { retired.append(gone.database) }
        }
    }

    /// The source of an entry; the first one that a call made is used.
    mutating func keep(_ database: OnDemandDatabase, for entry: SourceEntry) -> OpenSource {
        if let first = open[entry] { return first }
        if open.count >= Self.maximumSources { retired.append(open.remove(at: open.startIndex).value.database) }
        generation += 1
        let source = OpenSource(
            name: entry.source.name, database: database, generation: generation, maximumCost: entry.source.maximumCost,
            changesSchema: entry.source.changesSchema)
        open[entry] = source
        return source
    }

    func name(of external: ExternalSource, in workspace: WorkspaceID) -> String? {
        externals.first { $0.workspace == workspace && $0.source.external == external }?.source.name
    }

    /// The name of an external service's source, which cannot be guessed; the first one that a call made is used.
    mutating func keep(_ database: OnDemandDatabase, for external: ExternalSource, in workspace: WorkspaceID) -> String {
        if let first = name(of: external, in: workspace) { return first }
        if externals.count >= Self.maximumExternals {
            // The caller with most sources loses one, so that none takes the share of all others.
            let counts = Dictionary(externals.map { ($0.source.external?.owner, 1) }, uniquingKeysWith: +)
            let most = externals.max { counts[$0.source.external?.owner, default: 0] < counts[$1.source.external?.owner, default: 0] }?.source
                .external
            if let index = externals.firstIndex(where: { $0.source.external?.owner == most?.owner }) {
                retired.append(externals.remove(at: index).source.database)
            }
        }
        generation += 1
        let name = Self.externalPrefix + Hexadecimal.encode(RandomBytes.make(16))
        let source = OpenSource(
            name: name, database: database, generation: generation, maximumCost: nil, changesSchema: false, external: external)
        externals.append(External(workspace: workspace, source: source))
        return name
    }

    /// Drops a source that could not be opened, so that the next call checks its address again.
    mutating func forget(_ source: OpenSource, of entry: SourceEntry) {
        if open[entry] === source { open[entry] = nil }
    }

    mutating func takeRetired() -> [any Database] {
        defer { retired = [] }
        return retired
    }

    mutating func takeAll() -> [any Database] {
        defer { (open, mains, externals) = ([:], [:], []) }
        return takeRetired() + open.values.map(\.database) + externals.map(\.source.database)
    }
}
