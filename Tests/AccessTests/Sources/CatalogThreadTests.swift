import Dispatch
import GatehouseTesting
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing

@testable import Access
@testable import Catalog

@Suite("Threads of the catalog")
struct CatalogThreadTests {
    @Test("I17 the collections of a schema are not made on the thread of the call")
    func merge() async throws {
        let world = try await World(script: ["CREATE TABLE customers (id INTEGER PRIMARY KEY)"])
        let loop = Loop()
        let watched = WatchedDatabase(world.main)
        let sources = DataSources(
            store: world.store, locations: SourceLocations(root: nil, own: [], allowedHosts: []), mainDatabase: { _ in watched },
            connect: { _, _ in watched })
        let catalog = Catalog(
            sources: sources, system: SystemCollections(users: { _ in "SELECT 1 AS id" }, roles: { _ in "SELECT 'admin' AS name" }))
        let contents = try await withTaskExecutorPreference(loop) {
            try await catalog.contents(of: DataSource.mainName, in: World.workspace.id, World.bounds)
        }
        #expect(contents["customers"] != nil)
        #expect(watched.uses.contains(false) && !watched.uses.contains(true), "\(watched.uses)")
        await world.close()
    }
}

/// Simulates an event loop: one queue that runs everything of a call.
private final class Loop: TaskExecutor {
    private static let mark = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "loop")

    init() { queue.setSpecific(key: Self.mark, value: true) }

    static var isHere: Bool { DispatchQueue.getSpecific(key: mark) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A database that notes, once its schema was read, whether each further use of it is on the loop.
private final class WatchedDatabase: Database {
    private let real: any Database
    private let state = Mutex<[Bool]?>(nil)

    init(_ real: any Database) { self.real = real }

    var uses: [Bool] { state.withLock { $0 ?? [] } }

    var dialect: Dialect {
        state.withLock { $0?.append(Loop.isHere) }
        return real.dialect
    }
    func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await real.read(bounds, body)
    }
    func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await real.write(bounds, body)
    }
    func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema {
        let schema = try await real.reflect(bounds)
        state.withLock { $0 = [] }
        return schema
    }
    func changeCounter() throws -> Int64? { try real.changeCounter() }
    func close() async { await real.close() }
}
