import Outbound
import Synchronization
import Testing

@Suite("Documents that are kept")
struct DocumentCacheTests {
    /// A sender with given responses, a manual clock, and a counter.
    private final class World: Sendable {
        private struct State {
            var time: Duration = .zero
            var answer: Result<FetchedDocument, OutboundError> = .failure(OutboundError(.unreachable, ""))
            var fetches = 0
        }
        private let state = Mutex(State())

        var fetches: Int { state.withLock { $0.fetches } }
        func pass(_ duration: Duration) { state.withLock { $0.time += duration } }
        func say(_ body: String, freshness: Duration?) {
            state.withLock { $0.answer = .success(FetchedDocument(body: Array(body.utf8), freshness: freshness)) }
        }
        func fail(_ code: OutboundError.Code = .unreachable) { state.withLock { $0.answer = .failure(OutboundError(code, "")) } }

        func cache(capacity: Int = 10) -> DocumentCache {
            DocumentCache(
                now: { self.state.withLock { $0.time } }, capacity: capacity,
                check: { url throws(OutboundError) in if url.contains("127.0.0.1") { throw OutboundError(.forbiddenAddress, "") } }
            ) { _ throws(OutboundError) in
                try self.state.withLock { state in
                    state.fetches += 1
                    return state.answer
                }.get()
            }
        }
    }

    private func text(_ cache: DocumentCache, _ url: String = "https://client.example/c", for caller: String = "ann") async -> String? {
        do throws(OutboundError) { return String(decoding: try await cache.document(url, for: caller), as: UTF8.self) } catch { return nil }
    }

    @Test(
        "A document is cached as long as its sender permits, at least five minutes and at most a day",
        arguments: [
            (nil, 300), (.zero, 300), (.seconds(60), 300), (.seconds(900), 900), (.seconds(31_536_000), 86_400),
        ] as [(Duration?, Int)])
    func bounds(freshness: Duration?, seconds: Int) async {
        let world = World()
        let cache = world.cache()
        world.say("one", freshness: freshness)
        #expect(await text(cache) == "one")
        world.say("two", freshness: freshness)
        world.pass(.seconds(seconds - 1))
        #expect(await text(cache) == "one" && world.fetches == 1)
        world.pass(.seconds(1))
        #expect(await text(cache) == "two" && world.fetches == 2)
    }

    @Test("When it cannot be fetched again, the last copy stands in for a day, and then nothing does")
    func stale() async {
        let world = World()
        let cache = world.cache()
        world.say("one", freshness: nil)
        _ = await text(cache)
        world.fail()
        for _ in 0..<23 {
            world.pass(.seconds(3_600))
            #expect(await text(cache) == "one")
        }
        #expect(world.fetches == 24)
        world.pass(.seconds(3_601))
        #expect(await text(cache) == nil)
        world.say("two", freshness: nil)
        world.pass(.seconds(30))
        #expect(await text(cache) == "two")
    }

    @Test("A failed fetch is not repeated for half a minute")
    func failures() async {
        let world = World()
        let cache = world.cache()
        #expect(await text(cache) == nil)
        world.say("one", freshness: nil)
        world.pass(.seconds(29))
        #expect(await text(cache) == nil && world.fetches == 1)
        world.pass(.seconds(1))
        #expect(await text(cache) == "one" && world.fetches == 2)
    }

    @Test("A31 The number of documents is limited: the oldest one is dropped")
    func capacity() async {
        let world = World()
        let cache = world.cache(capacity: 3)
        world.say("one", freshness: .seconds(3_600))
        for number in 0..<4 {
            _ = await text(cache, "https://client.example/\(number)")
            world.pass(.seconds(1))
        }
        #expect(world.fetches == 4)
        for number in 1..<4 { _ = await text(cache, "https://client.example/\(number)") }
        #expect(world.fetches == 4)
        _ = await text(cache, "https://client.example/0")
        #expect(world.fetches == 5)
    }

    @Test("A31 Strangers cannot make this server flood another: fetches per minute are limited, and cached documents are still served")
    func flood() async {
        let world = World()
        let cache = world.cache(capacity: 1_000)
        world.say("one", freshness: nil)
        #expect(await text(cache) == "one")
        world.pass(.seconds(301))
        for number in 0..<1_000 { _ = await text(cache, "https://client.example/c?\(number)", for: "asker \(number / 10)") }
        #expect(world.fetches == 1 + DocumentCache.fetchesPerMinuteInTotal)
        #expect(await text(cache) == "one")
        #expect(await text(cache, "https://client.example/c?999", for: "bob") == nil)
        world.pass(.seconds(60))
        #expect(await text(cache, "https://client.example/c?999", for: "bob") == "one")
    }

    @Test("A31 A caller uses up only its own fetches; refused ones count for nobody")
    func askers() async {
        let world = World()
        let cache = world.cache(capacity: 1_000)
        world.say("one", freshness: nil)
        for number in 0..<500 { _ = await text(cache, "https://client.example/c?\(number)", for: "mallory") }
        #expect(world.fetches == DocumentCache.fetchesPerMinutePerCaller)
        #expect(await text(cache, "https://honest.example/c", for: "mallory") == nil)
        #expect(await text(cache, "https://honest.example/c", for: "bob") == "one")
        let fetches = world.fetches
        for number in 0..<500 { #expect(await text(cache, "https://127.0.0.1/\(number)", for: "bob") == nil) }
        #expect(world.fetches == fetches)
        #expect(await text(cache, "https://other.example/c", for: "bob") == "one")
    }

    @Test("A31 An asker whose hosts are slow keeps its own places busy, and others have theirs")
    func slowHosts() async throws {
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let cache = DocumentCache(now: { .zero }) { url throws(OutboundError) in
            guard url.contains("slow") else { return FetchedDocument(body: [1], freshness: nil) }
            enter.yield()
            for await _ in gate { break }
            return FetchedDocument(body: [2], freshness: nil)
        }
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<DocumentCache.maximumConcurrentFetchesPerCaller {
                group.addTask { try await cache.document("https://slow.example/\(number)", for: "mallory") }
            }
            var running = entered.makeAsyncIterator()
            for _ in 0..<DocumentCache.maximumConcurrentFetchesPerCaller { _ = await running.next() }
            let refused = await #expect(throws: OutboundError.self) { _ = try await cache.document("https://client.example/c", for: "mallory") }
            #expect(refused?.code == .busy)
            let other = try await cache.document("https://client.example/c", for: "bob")
            #expect(other == [1])
            open.finish()
            for try await body in group { #expect(body == [2]) }
        }
        let later = try await cache.document("https://client.example/d", for: "mallory")
        #expect(later == [1])
    }

    @Test("A31 Failed fetches are dropped before documents")
    func room() async {
        let world = World()
        let cache = world.cache(capacity: 3)
        world.say("one", freshness: .seconds(3_600))
        #expect(await text(cache) == "one")
        world.fail()
        for number in 0..<20 { #expect(await text(cache, "https://client.example/c?\(number)", for: "asker \(number)") == nil) }
        #expect(await text(cache) == "one" && world.fetches == 21)
        world.say("one", freshness: .seconds(3_600))
        for number in 0..<2 { #expect(await text(cache, "https://other.example/\(number)") == "one") }
        world.fail()
        #expect(await text(cache, "https://client.example/c?20") == nil)
        #expect(await text(cache) == "one" && world.fetches == 24)
    }

    @Test("Fifty who ask at once cost one fetch")
    func together() async {
        let world = World()
        let cache = world.cache()
        world.say("one", freshness: nil)
        let answers = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<50 { group.addTask { await self.text(cache) } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(answers == [String?](repeating: "one", count: 50))
        #expect(world.fetches == 1)
    }

    @Test("More fetches at once than allowed are refused, and others wait for theirs")
    func concurrency() async throws {
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let cache = DocumentCache(now: { .zero }, concurrency: 1) { _ throws(OutboundError) in
            enter.yield()
            for await _ in gate { break }
            return FetchedDocument(body: [1], freshness: nil)
        }
        async let first = cache.document("https://client.example/a", for: "ann")
        for await _ in entered { break }
        let refused = await #expect(throws: OutboundError.self) { _ = try await cache.document("https://client.example/b", for: "ann") }
        #expect(refused?.code == .busy)
        async let second = cache.document("https://client.example/a", for: "ann")
        open.finish()
        #expect(try await first == [1])
        #expect(try await second == [1])
    }
}
