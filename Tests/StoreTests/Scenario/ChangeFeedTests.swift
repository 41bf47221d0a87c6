import SQL
import Store
import Testing

@Suite("Change feed")
struct ChangeFeedTests {
    @Test("A change of rights is seen here at once, and elsewhere with the next look", arguments: Engine.allCases)
    func elsewhere(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let here = try await test.store(node: "here")
        let there = try await test.store(node: "there")
        let (before, beforeThere) = (here.feed.version, there.feed.version)
        try await here.write { _ in }
        #expect(here.feed.version == before + 1)
        #expect(there.feed.version == beforeThere)
        try await there.feed.poll()
        #expect(there.feed.version == beforeThere + 1)
        try await there.feed.poll()
        try await here.feed.poll()
        #expect(there.feed.version == beforeThere + 1)
        #expect(here.feed.version == before + 1)
        await here.close()
        await there.close()
    }

    @Test("A write that changes no rights, and one that fails, move nothing", arguments: Engine.allCases)
    func nothing(engine: Engine) async throws {
        struct Stop: Error {}
        let test = try await TestDatabase(engine)
        let here = try await test.store(node: "here")
        let there = try await test.store(node: "there")
        let versions = (here.feed.version, there.feed.version)
        try await here.write(changesRights: false) { _ in }
        await #expect(throws: Stop.self) { try await here.write { _ in throw Stop() } }
        try here.audit.record(.sample("a"), .ok)
        await here.audit.flush()
        try await there.feed.poll()
        #expect((here.feed.version, there.feed.version) == versions)
        #expect(try await here.database.count("SELECT version FROM changes") == 0)
        await here.close()
        await there.close()
    }

    @Test("Changes from several nodes at once are all counted", arguments: Engine.allCases)
    func many(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let stores = [try await test.store(node: "a"), try await test.store(node: "b")]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 { group.addTask { try await stores[index % 2].write { _ in } } }
            try await group.waitForAll()
        }
        #expect(try await stores[0].database.count("SELECT version FROM changes") == 20)
        for store in stores { await store.close() }
    }

    @Test("When the database cannot be looked at, caches must fill themselves again", arguments: Engine.allCases)
    func unreachable(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let before = store.feed.version
        await store.close()
        await #expect(throws: DatabaseError.self) { try await store.feed.poll() }
        #expect(store.feed.version > before)
    }
}
