import SQLSyntax
import Testing

@testable import Store

@Suite("Cache of the change feed")
struct FeedCacheTests {
    private static let (ann, bob) = (ChangeTopic.user(UserID(1)), ChangeTopic.user(UserID(2)))

    /// A feed with a cache that holds `a`, which depends on ann, and knows that there is no `b`, which depends on bob.
    private func filled(limit: Int = 4) async throws -> (feed: ChangeFeed, cache: FeedCache<String, Int>) {
        let feed = ChangeFeed(try await TestDatabase(.sqlite).open())
        let cache = FeedCache<String, Int>(feed, limit: limit)
        cache.keep(1, for: "a", topics: [Self.ann], at: feed.version)
        cache.keep(nil, for: "b", topics: [Self.bob], at: feed.version)
        return (feed, cache)
    }

    @Test("A result lasts until one of its topics changes")
    func topics() async throws {
        let (feed, cache) = try await filled()
        #expect(cache.lookup("a") == .found(1))
        #expect(cache.lookup("b") == .absent)
        #expect(cache.lookup("c") == .unknown)
        feed.note(ChangedTopics([Self.bob]))
        #expect(cache.lookup("a") == .found(1))
        #expect(cache.lookup("b") == .unknown)
        feed.note(ChangedTopics([Self.ann]))
        #expect(cache.lookup("a") == .unknown)
    }

    @Test("A change without topics ends every result")
    func everything() async throws {
        let (feed, cache) = try await filled()
        feed.bump()
        #expect(cache.lookup("a") == .unknown)
        #expect(cache.lookup("b") == .unknown)
    }

    @Test("A result that was read before a change of its topics is not used, and does not replace a later one")
    func late() async throws {
        let (feed, cache) = try await filled()
        let before = feed.version
        feed.note(ChangedTopics([Self.ann]))
        cache.keep(2, for: "a", topics: [Self.ann], at: before)
        #expect(cache.lookup("a") == .unknown)
        cache.keep(3, for: "a", topics: [Self.ann], at: feed.version)
        cache.keep(2, for: "a", topics: [Self.ann], at: before)
        #expect(cache.lookup("a") == .found(3))
    }

    @Test("Guessed keys displace only guessed keys, never existing entries")
    func bounds() async throws {
        let feed = ChangeFeed(try await TestDatabase(.sqlite).open())
        let cache = FeedCache<Int, Int>(feed, limit: 4)
        for key in 0..<4 { cache.keep(key, for: key, topics: [Self.ann], at: feed.version) }
        for key in 100..<1000 { cache.keep(nil, for: key, topics: [Self.bob], at: feed.version) }
        #expect(cache.counts == (4, 4))
        for key in 0..<4 { #expect(cache.lookup(key) == .found(key)) }
        cache.keep(9, for: 9, topics: [Self.ann], at: feed.version)
        #expect(cache.counts == (4, 4))
        #expect(cache.lookup(9) == .found(9))
    }

    @Test("A key that comes to exist is no longer absent")
    func appears() async throws {
        let (feed, cache) = try await filled()
        cache.keep(1, for: "b", topics: [Self.bob], at: feed.version)
        #expect(cache.lookup("b") == .found(1))
    }

    @Test("Callers that want one key at the same moment ask the store once")
    func flights() async throws {
        let cache = FeedCache<String, Int>(ChangeFeed(try await TestDatabase(.sqlite).open()), limit: 4)
        let (asked, asking) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await cache.value(for: "a", topics: { _ in [Self.ann] }) {
                        asking.yield()
                        return 1
                    }
                }
            }
            for try await value in group { #expect(value == 1) }
        }
        asking.finish()
        #expect(await asked.reduce(into: 0) { count, _ in count += 1 } == 1)
    }

    @Test("A caller that asks after a change does not get a value that was requested before it")
    func change() async throws {
        let feed = ChangeFeed(try await TestDatabase(.sqlite).open())
        let cache = FeedCache<String, Int>(feed, limit: 4)
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (asked, begun) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await cache.value(for: "a", topics: { _ in [Self.ann] }) {
                begun.finish()
                for await _ in gate {}
                return 1
            }
        }
        for await _ in asked {}
        feed.note(ChangedTopics([Self.ann]))
        #expect(try await cache.value(for: "a", topics: { _ in [Self.ann] }) { 2 } == 2)
        opener.finish()
        #expect(try await first.value == 1)
        #expect(cache.lookup("a") == .found(2))
    }

    @Test("A caller that leaves while it asks leaves the others to ask again")
    func cancelled() async throws {
        let flights = SingleFlight<String, Int>()
        let (asked, begun) = AsyncStream<Int>.makeStream()
        var beginnings = asked.makeAsyncIterator()
        let first = Task {
            try await flights.value(for: "a") {
                begun.yield(1)
                try await Task.sleep(for: .seconds(3_600))
                return 1
            }
        }
        #expect(await beginnings.next() == 1)
        let second = Task { try await flights.value(for: "a") { 2 } }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == 2)
    }
}
