import GatehouseTesting
import SQL
import SQLSyntax
import Synchronization
import Testing

@testable import Store

@Suite("Calls for strangers")
struct CallerAuthenticationTests {
    private final class Signal: Sendable {
        private let state = Atomic(false)
        var isGiven: Bool { state.load(ordering: .sequentiallyConsistent) }
        func give() { state.store(true, ordering: .sequentiallyConsistent) }
    }

    @Test("I28 Calls for strangers take turns before the database is asked; calls for known callers do not wait for them", arguments: Engine.allCases)
    func turns(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        defer { withExtendedLifetime(test) {} }
        let store = try await Store.open(
            try test.open(), migrations: [], secrets: .ephemeral(), node: "one", strangers: 1)
        let isRunning = Signal()
        let mayEnd = Signal()
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await CallerAuthentication.stranger {
                        try await store.read { connection in
                            isRunning.give()
                            while !mayEnd.isGiven { try connection.execute("SELECT 1") }
                            return try connection.first("SELECT 2") { $0.int(0) } ?? nil
                        }
                    }
                }
            }
            try await until { store.waitingStrangers == 19 && isRunning.isGiven }
            for _ in 0..<50 {
                let known = try await store.read { try $0.first("SELECT 1") { $0.int(0) } ?? nil }
                #expect(known == 1)
            }
            let proven = try await CallerAuthentication.stranger {
                try await CallerAuthentication.known { try await store.read { try $0.first("SELECT 1") { $0.int(0) } ?? nil } }
            }
            #expect(proven == 1 && store.waitingStrangers == 19)
            mayEnd.give()
            for try await value in group { #expect(value == 2) }
        }
        #expect(store.waitingStrangers == 0)
        await store.close()
    }

    @Test("A call that has waited for too long is refused when a place becomes free, and the next one runs")
    func late() async throws {
        let gate = ConcurrencyLimiter(limit: 1, maximumWaiting: 4, patience: .zero)
        try await gate.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { try await gate.run {} } }
                try await until { gate.waitingCount == 3 }
                group.cancelAll()
                var ended = 0
                while let result = await group.nextResult() {
                    if case .failure = result { ended += 1 }
                }
                #expect(ended == 3)
            }
        }
        let waiting = try await gate.run {
            let waiting = Task { try await gate.run {} }
            try await until { gate.waitingCount == 1 }
            return waiting
        }
        await #expect(throws: DatabaseError.self) { try await waiting.value }
        try await gate.run {}
    }

    @Test("A cache distinguishes entries that have changed from entries that never existed")
    func wasFound() async throws {
        let feed = ChangeFeed(try await TestDatabase(.sqlite).open())
        let cache = FeedCache<String, Int>(feed, limit: 4)
        cache.keep(1, for: "a", topics: [], at: feed.version)
        cache.keep(nil, for: "b", topics: [], at: feed.version)
        feed.bump()
        #expect(cache.lookup("a") == .unknown && cache.wasFound("a"))
        #expect(cache.lookup("b") == .unknown && !cache.wasFound("b"))
        cache.keep(nil, for: "a", topics: [], at: feed.version)
        #expect(!cache.wasFound("a"))
    }
}
