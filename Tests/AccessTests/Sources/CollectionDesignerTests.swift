import Access
import Catalog
import GatehouseTesting
import Glibc
import JSON
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing

@Suite("Tables are changed from one node, and seen by others")
struct CollectionDesignerTests {
    private static let here = WorkspaceID(1)
    private static let bounds = CallBounds.patient

    /// Stops a transaction in its middle.
    private final class Hold: Sendable {
        private let state = Mutex((isReached: false, isOver: false))

        var isReached: Bool { state.withLock(\.isReached) }

        func end() { state.withLock { $0.isOver = true } }

        /// Blocks the thread, which is one of a database's pool.
        func wait() {
            state.withLock { $0.isReached = true }
            while !state.withLock(\.isOver) { usleep(1_000) }
        }
    }

    /// One process on a state and a workspace's own database that others share.
    private struct Node {
        let store: Store
        let main: any Database
        let sources: DataSources
        let catalog: Catalog
        let designer: CollectionDesigner

        init(_ state: TestDatabase, _ data: TestDatabase) async throws {
            let main = try data.open()
            self.main = main
            store = try await Store.open(try state.open(), migrations: World.migrations, secrets: .ephemeral(), node: "test")
            sources = DataSources(
                store: store, locations: SourceLocations(), mainDatabase: { _ in main }, connect: { url, _ in try PostgreSQLDatabase(url: url) })
            catalog = Catalog(sources: sources, system: SystemCollections(users: { _ in "SELECT 1" }, roles: { _ in "SELECT 1" }))
            designer = CollectionDesigner(sources: sources, catalog: catalog)
        }

        func names() async throws -> [String] {
            try await catalog.contents(of: "main", in: here).collections.filter { if case .table = $0.origin { true } else { false } }.map(\.name)
        }

        @discardableResult
        func apply(_ name: String, _ fields: [JSONValue], isDryRun: Bool = false, history: Bool? = nil) async throws -> SchemaOutcome {
            var order = CollectionOrder(name: name, source: "main", fields: fields)
            order.history = history
            return try await designer.apply(
                order, in: here, SchemaConsent(isDryRun: isDryRun, isConfirmed: false), bounds,
                permission: { _, _ in }, follower: { _, _, _ in })
        }

        func close() async {
            await sources.close()
            await main.close()
            await store.close()
        }
    }

    @Test(
        "another node sees a new table and its definition after its next poll of the change feed", arguments: StoreEngine.allCases,
        StoreEngine.allCases)
    func nodes(state: StoreEngine, data: StoreEngine) async throws {
        let (kept, rows) = (try await state.makeDatabase(), try await data.makeDatabase())
        let (one, other) = (try await Node(kept, rows), try await Node(kept, rows))
        #expect(try await other.names().isEmpty)
        try await one.apply("notes", [["name": "word", "type": "string", "title": "Word"]])
        #expect(try await one.names() == ["notes"])
        try await other.store.feed.poll()
        #expect(try await other.names() == ["notes"])
        try await one.apply("notes", [["name": "word", "title": "Another"]])
        try await other.store.feed.poll()
        let seen = try await other.catalog.collection("notes", source: "main", in: Self.here)
        #expect(seen.field("word")?.definition?.title == "Another")
        await one.close()
        await other.close()
    }

    @Test("orders for one collection at the same moment are all done", arguments: StoreEngine.allCases)
    func together(engine: StoreEngine) async throws {
        let (kept, rows) = (try await engine.makeDatabase(), try await engine.makeDatabase())
        let (one, other) = (try await Node(kept, rows), try await Node(kept, rows))
        try await one.apply("notes", [["name": "word", "type": "string"]])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (node, name) in [(one, "a"), (other, "b")] {
                group.addTask { try await node.apply("notes", [.object(["name": .string(name), "type": "integer", "title": .string(name)])]) }
            }
            try await group.waitForAll()
        }
        one.catalog.refresh("main", in: Self.here)
        let made = try await one.catalog.collection("notes", source: "main", in: Self.here)
        for name in ["a", "b"] { #expect(made.field(name)?.definition?.title == name, "\(name)") }
        await one.close()
        await other.close()
    }

    @Test("a new collection that two nodes make at the same moment is made once, as both say", arguments: StoreEngine.allCases)
    func madeTogether(engine: StoreEngine) async throws {
        let (kept, rows) = (try await engine.makeDatabase(), try await engine.makeDatabase())
        let (one, other) = (try await Node(kept, rows), try await Node(kept, rows))
        for round in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (node, field) in [(one, "a"), (other, "b")] {
                    group.addTask { try await node.apply("notes\(round)", [["name": .string(field), "type": "integer"]]) }
                }
                try await group.waitForAll()
            }
        }
        one.catalog.refresh("main", in: Self.here)
        for round in 0..<5 {
            let made = try await one.catalog.collection("notes\(round)", source: "main", in: Self.here)
            #expect(made.field("a")?.definition != nil && made.field("b")?.definition != nil, "\(round)")
        }
        for node in [one, other] { await node.close() }
    }

    @Test("a table that is dropped if it has no rows stays for a row that was written at the same moment", arguments: StoreEngine.allCases)
    func keptRows(engine: StoreEngine) async throws {
        let (kept, rows) = (try await engine.makeDatabase(), try await engine.makeDatabase())
        let (node, other) = (try await Node(kept, rows), try await Node(kept, rows))
        try await node.apply("notes", [["name": "word", "type": "string"]])
        let hold = Hold()
        let writing = Task {
            try await other.main.write(Self.bounds) { connection in
                try connection.execute("INSERT INTO notes (word) VALUES ('kept')")
                hold.wait()
            }
        }
        try await until { hold.isReached }
        let dropping = Task {
            try await node.designer.destroy(
                "notes", source: "main", in: Self.here, SchemaConsent(isDryRun: false, isConfirmed: true, keepsRows: true), Self.bounds,
                permission: { _, _ in }, follower: { _, _, _ in })
        }
        hold.end()
        try await writing.value
        let refused = try await catalogError { try await dropping.value }
        #expect(refused?.reason == "notes has rows, and stays", "\(refused as Any)")
        #expect(try await node.main.read(Self.bounds) { try $0.first("SELECT word FROM notes") { $0.text(0) } } == "kept")
        try await node.main.write(Self.bounds) { try $0.execute("DELETE FROM notes") }
        let consent = SchemaConsent(isDryRun: false, isConfirmed: true, keepsRows: true)
        _ = try await node.designer.destroy(
            "notes", source: "main", in: Self.here, consent, Self.bounds, permission: { _, _ in }, follower: { _, _, _ in })
        #expect(try await node.names().isEmpty)
        for one in [node, other] { await one.close() }
    }

    @Test("collections that need the same table are made at the same moment, by whichever node", arguments: StoreEngine.allCases)
    func needingOneTable(engine: StoreEngine) async throws {
        let (kept, rows) = (try await engine.makeDatabase(), try await engine.makeDatabase())
        let nodes = (try await Node(kept, rows), try await Node(kept, rows))
        for round in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (node, name) in [(nodes.0, "a\(round)"), (nodes.1, "b\(round)")] {
                    group.addTask { try await node.apply(name, [["name": "word", "type": "string"]], history: true) }
                }
                try await group.waitForAll()
            }
            // The history table must be created again.
            try await nodes.0.main.define(Self.bounds) { try $0.execute("DROP TABLE gh_history") }
        }
        nodes.0.catalog.refresh("main", in: Self.here)
        #expect(try await nodes.0.names().count == 10)
        for node in [nodes.0, nodes.1] { await node.close() }
    }

    @Test(
        "a change that fails in its middle is taken back whole, or completed by the next where the engine takes nothing back",
        arguments: StoreEngine.allCases)
    func failing(engine: StoreEngine) async throws {
        let (kept, rows) = (try await engine.makeDatabase(), try await engine.makeDatabase())
        let node = try await Node(kept, rows)
        try await node.apply("notes", [["name": "word", "type": "string"]])
        try await node.main.write(Self.bounds) { try $0.execute("INSERT INTO notes (word) VALUES ('twice'), ('twice')") }
        let fields: [JSONValue] = [["name": "more", "type": "integer"], ["name": "word", "unique": true]]
        let error = try await catalogError { try await node.apply("notes", fields) }
        #expect(error?.code == .invalidDefinition && error?.reason.contains("unique") == true, "\(error as Any)")
        let left = try await node.catalog.collection("notes", source: "main", in: Self.here)
        #expect(left.field("more") == nil && left.field("word")?.definition?.isUnique == false)
        try await node.main.write(Self.bounds) { try $0.execute("DELETE FROM notes") }
        #expect(try await node.apply("notes", fields).isChanged)
        #expect(try await node.apply("notes", fields).isChanged == false)
        await node.close()
    }
}
