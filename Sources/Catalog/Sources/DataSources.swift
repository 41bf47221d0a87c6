package import SQL
package import Store
import Synchronization

/// The registered and the open data sources of every workspace.
///
/// A source is opened when a call needs it, within the limit of ``OpenDatabases``. The change feed reports changes by other processes: a
/// removed source is closed, and one with a new address is opened again.
package final class DataSources: Sendable {
    /// Most sources of one workspace, in addition to `main`.
    package static let maximumPerWorkspace = 100
    /// Time limit for opening a source.
    private static let timeLimit = Duration.seconds(10)

    let store: Store
    let locations: SourceLocations
    private let mainDatabase: @Sendable (WorkspaceID) async throws -> any Database
    let connect: @Sendable (DatabaseURL, _ tenant: Int64) async throws -> any Database
    private let databases: OpenDatabases
    let tenant: @Sendable (WorkspaceID) async throws -> Int64
    let state = Mutex(SourceState())

    /// - Parameters:
    ///   - databases: limits how many are open.
    ///   - tenant: the organization of a workspace, in whose share its sources count.
    ///   - mainDatabase: the workspace's own database, which its owner closes.
    ///   - connect: opens a database of a tenant within a few seconds or throws; it need not connect to it yet.
    package init(
        store: Store, locations: SourceLocations, databases: OpenDatabases = OpenDatabases(),
        tenant: @escaping @Sendable (WorkspaceID) async throws -> Int64 = { $0.rawValue },
        mainDatabase: @escaping @Sendable (WorkspaceID) async throws -> any Database,
        connect: @escaping @Sendable (DatabaseURL, _ tenant: Int64) async throws -> any Database
    ) {
        self.store = store
        self.locations = locations
        self.databases = databases
        self.tenant = tenant
        self.mainDatabase = mainDatabase
        self.connect = connect
    }

    /// `main` first, then by name.
    package func list(in workspace: WorkspaceID) async throws -> [DataSource] {
        try await [.main(of: workspace)] + registered(in: workspace).map(\.source)
    }

    /// The ``DatabaseURL/transportWarning`` of the source's address; nil for an unknown source.
    package func transportWarning(of name: String, in workspace: WorkspaceID) async throws -> String? {
        try await registered(in: workspace).first { $0.source.name == name }?.url.transportWarning
    }

    /// The source with this name, open.
    /// - Throws: ``CatalogError`` `unknownSource` or `sourceFailed`.
    package func open(_ name: String, in workspace: WorkspaceID) async throws(CatalogError) -> OpenSource {
        if let known = state.withLock({ $0.known(name, in: workspace, store.feed) }) { return known }
        do {
            guard name != DataSource.mainName else {
                let database = try await mainDatabase(workspace)
                return state.withLock { $0.keepMain(database, of: workspace) }
            }
            let entry = try await entry(named: name, in: workspace)
            return try await source(of: entry)
        } catch {
            throw CatalogError(error, source: name)
        }
    }

    private func source(of entry: SourceEntry) async throws -> OpenSource {
        if let known = state.withLock({ $0.open[entry] }) { return known }
        let database = onDemand(entry.url, try await tenant(entry.source.workspace))
        let source = state.withLock { $0.keep(database, for: entry) }
        do {
            try await source.database.whileOpen(.within(Self.timeLimit)) { _ in }
            return source
        } catch {
            state.withLock { $0.forget(source, of: entry) }
            throw error
        }
    }

    /// A database that the first call opens. Its address was checked when it was given; the paths of files are resolved again.
    func onDemand(_ url: DatabaseURL, _ tenant: Int64) -> OnDemandDatabase {
        OnDemandDatabase(dialect: url.dialect, tenant: tenant, in: databases) { [locations, connect] in
            try await connect(try locations.checked(url, trust: .operator), tenant)
        }
    }

    /// Opens the source again at its next use.
    package func refresh(_ name: String, in workspace: WorkspaceID) async throws {
        guard name != DataSource.mainName else { return }
        let entry = try await entry(named: name, in: workspace)
        await state.withLock { $0.open.removeValue(forKey: entry) }?.database.close()
    }

    /// Requests one row from the source, on its open pool.
    /// - Throws: ``CatalogError`` with what failed, within `bounds`.
    package func test(_ name: String, in workspace: WorkspaceID, _ bounds: CallBounds) async throws(CatalogError) {
        let source = try await open(name, in: workspace)
        do {
            _ = try await source.database.read(bounds) { try $0.first("SELECT 1") { $0.int(0) } }
        } catch {
            throw CatalogError(error, source: name)
        }
    }

    /// Closes every source and every other database in ``OpenDatabases``.
    package func close() async {
        _ = state.withLock { $0.takeAll() }
        await databases.close()
    }

    /// Closes idle and removed sources repeatedly until the task is cancelled.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        async let idle: Void = databases.run(clock: clock)
        while !Task.isCancelled {
            for source in state.withLock({ $0.takeRetired() }) { await source.close() }
            do { try await clock.sleep(for: .seconds(1)) } catch { break }
        }
        await idle
    }
}

extension CatalogError {
    /// The part of a source's failure that a caller may see.
    init(_ error: any Error, source: String) {
        switch error {
        case let known as CatalogError: self = known
        case let failure as DatabaseError:
            self.init(.sourceFailed, "data source '\(excerpt(source))': \(failure.reason)", detail: failure.detail, database: failure.code)
        default: self.init(.sourceFailed, "data source '\(excerpt(source))' failed", detail: "\(error)")
        }
    }
}
