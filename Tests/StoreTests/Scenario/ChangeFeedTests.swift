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

    @Test("Another process reads only the entries again that depend on the changed topics", arguments: Engine.allCases)
    func topics(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let here = try await test.store(node: "here")
        let there = try await test.store(node: "there")
        let (ann, bob) = (ChangeTopic.user(UserID(1)), ChangeTopic.user(UserID(2)))
        let start = (here.feed.version, there.feed.version)
        try await here.change { _, changed in changed.insert(ann) }
        #expect(!here.feed.isUnchanged([ann], since: start.0))
        #expect(here.feed.isUnchanged([bob], since: start.0))
        #expect(there.feed.isUnchanged([ann], since: start.1))
        try await there.feed.poll()
        #expect(!there.feed.isUnchanged([bob, ann], since: start.1))
        #expect(there.feed.isUnchanged([bob], since: start.1))

        // Changes of both sides between two looks of one are all seen.
        let middle = there.feed.version
        try await here.change { _, changed in changed.insert(bob) }
        try await there.change { _, changed in changed.insert(ann) }
        try await there.feed.poll()
        #expect(!there.feed.isUnchanged([bob], since: middle))
        #expect(!there.feed.isUnchanged([ann], since: middle))
        for store in [here, there] { await store.close() }
    }

    @Test("Versions whose topics are not in the table count as a change of everything", arguments: Engine.allCases)
    func lost(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let here = try await test.store(node: "here")
        let there = try await test.store(node: "there")
        let start = there.feed.version
        try await here.change { _, changed in changed.insert(.user(UserID(1))) }
        try await here.change { _, changed in changed.insert(.user(UserID(1))) }
        try await here.database.tamper("DELETE FROM change_topics WHERE version = 1")
        try await there.feed.poll()
        #expect(!there.feed.isUnchanged([.user(UserID(2))], since: start))
        for store in [here, there] { await store.close() }
    }

    @Test("A state that went back, as a standby that lacks the last changes does, counts as a change of everything", arguments: Engine.allCases)
    func wentBack(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        for _ in 0..<3 { try await store.change { _, changed in changed.insert(.user(UserID(1))) } }
        try await store.feed.poll()
        let start = store.feed.version
        try await store.database.tamper("UPDATE changes SET version = 1 WHERE id = 1")
        try await store.feed.poll()
        #expect(!store.feed.isUnchanged([.user(UserID(2))], since: start))
        // Changes that others write from there on are seen.
        let middle = store.feed.version
        let other = try await test.store(node: "other")
        try await other.change { _, changed in changed.insert(.user(UserID(3))) }
        try await store.feed.poll()
        #expect(!store.feed.isUnchanged([.user(UserID(3))], since: middle))
        for store in [store, other] { await store.close() }
    }

    @Test("The table of topics is kept short", arguments: Engine.allCases)
    func bounded(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        try await store.database.tamper("UPDATE changes SET version = 9999 WHERE id = 1")
        try await store.database.tamper("INSERT INTO change_topics (version, topic) VALUES (1, 5)")
        try await store.change { _, changed in changed.insert(.user(UserID(1))) }
        #expect(try await store.database.count("SELECT count(*) FROM change_topics") == 1)
        await store.close()
    }

    @Test("A write that changes no rights, or that fails, does not advance the feed", arguments: Engine.allCases)
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
