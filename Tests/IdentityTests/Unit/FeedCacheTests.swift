import Testing

@testable import Identity

@Suite("Cache of the change feed")
struct FeedCacheTests {
    @Test("An answer is known until the feed moves")
    func version() {
        let cache = FeedCache<String, Int>(limit: 4)
        cache.keep(1, for: "a", at: 5)
        cache.keep(nil, for: "b", at: 5)
        #expect(cache.lookup("a", at: 5) == .found(1))
        #expect(cache.lookup("b", at: 5) == .absent)
        #expect(cache.lookup("c", at: 5) == .unknown)
        #expect(cache.lookup("a", at: 6) == .unknown)
        #expect(cache.lookup("b", at: 6) == .unknown)
    }

    @Test("An answer from before the move is never kept")
    func late() {
        let cache = FeedCache<String, Int>(limit: 4)
        cache.keep(2, for: "a", at: 6)
        cache.keep(1, for: "a", at: 5)
        #expect(cache.lookup("a", at: 6) == .found(2))
        cache.keep(3, for: "b", at: 5)
        #expect(cache.lookup("b", at: 6) == .unknown)
        #expect(cache.lookup("b", at: 5) == .unknown)
    }

    @Test("Guesses push out guesses, never what exists")
    func bounds() {
        let cache = FeedCache<Int, Int>(limit: 4)
        for key in 0..<4 { cache.keep(key, for: key, at: 1) }
        for key in 100..<1000 { cache.keep(nil, for: key, at: 1) }
        #expect(cache.counts == (4, 4))
        for key in 0..<4 { #expect(cache.lookup(key, at: 1) == .found(key)) }
        cache.keep(9, for: 9, at: 1)
        #expect(cache.counts == (4, 4))
        #expect(cache.lookup(9, at: 1) == .found(9))
    }

    @Test("A key that comes to exist is no longer absent")
    func appears() {
        let cache = FeedCache<String, Int>(limit: 4)
        cache.keep(nil, for: "a", at: 1)
        cache.keep(1, for: "a", at: 1)
        #expect(cache.lookup("a", at: 1) == .found(1))
    }
}
