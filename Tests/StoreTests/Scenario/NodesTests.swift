import SQL
import Store
import Synchronization
import Testing

@Suite("Data that nodes store for each other")
struct NodesTests {
    /// A time that tests move.
    private final class Time: Sendable {
        private let value = Mutex(Timestamp.now)
        var now: Timestamp { value.withLock { $0 } }
        func pass(_ duration: Duration) { value.withLock { $0 = $0 + duration } }
    }

    private static func withNodes(_ engine: Engine, _ body: (Store, Store, Time) async throws -> Void) async throws {
        let test = try await TestDatabase(engine)
        let (here, there) = (try await test.store(node: "here"), try await test.store(node: "there"))
        try await body(here, there, Time())
        await here.close()
        await there.close()
    }

    @Test("A value is found on every node until it expires, changed in one step, and sealed in the database", arguments: Engine.allCases)
    func values(engine: Engine) async throws {
        try await Self.withNodes(engine) { here, there, time in
            let values = [SharedValues(here, now: { time.now }), SharedValues(there, now: { time.now })]
            try await values[0].save(Array("a secret".utf8), as: "x", for: .seconds(60))
            #expect(try await values[1].value("x") == Array("a secret".utf8))
            #expect(try await values[1].value("y") == nil)
            #expect(try await values[1].change("y") { _ in [1] } == nil)
            #expect(try await values[1].change("x") { _ in nil } == Array("a secret".utf8))
            try await values[0].save([0], as: "count", for: .seconds(60))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<20 { group.addTask { _ = try await values[index % 2].change("count") { [$0[0] + 1] } } }
                try await group.waitForAll()
            }
            #expect(try await values[0].value("count") == [20])
            let raw = try await here.read { try $0.first("SELECT value FROM kept_values WHERE name = 'x'") { $0.bytes(0) ?? [] } ?? [] }
            #expect(!raw.isEmpty && raw.firstRange(of: Array("secret".utf8)) == nil)
            time.pass(.seconds(61))
            #expect(try await values[0].value("x") == nil)
            #expect(try await values[0].change("x") { _ in [1] } == nil)
            try await here.removeExpired(now: time.now)
            #expect(try await here.database.count("SELECT count(*) FROM kept_values") == 0)
        }
    }

    @Test("A stream has the same numbers on every node, is sealed, and forgets its messages but not its numbers", arguments: Engine.allCases)
    func streams(engine: Engine) async throws {
        try await Self.withNodes(engine) { here, there, time in
            let streams = [MessageStreams(here, now: { time.now }), MessageStreams(there, now: { time.now })]
            #expect(try await streams[0].messages(of: "s", after: 0, limit: 9) == nil)
            for index in 0..<4 {
                #expect(try await streams[index % 2].append([UInt8(index)], to: "s", isLast: index == 3) == index + 1)
            }
            let all = try await streams[1].messages(of: "s", after: 1, limit: 2)
            #expect(all?.map(\.number) == [2, 3] && all?.map(\.bytes) == [[1], [2]] && all?.map(\.isLast) == [false, false])
            #expect(try await streams[0].messages(of: "s", after: 3, limit: 9)?.map(\.isLast) == [true])
            #expect(try await streams[0].messages(of: "s", after: 4, limit: 9) == [])
            #expect(try await streams[0].messages(of: "s", after: 5, limit: 9) == nil)
            #expect(try await streams[0].messages(of: "other", after: 0, limit: 9) == nil)
            time.pass(.seconds(301))
            try await here.removeExpired(now: time.now)
            #expect(try await streams[0].messages(of: "s", after: 2, limit: 9) == nil, "what came behind is gone")
            #expect(try await streams[0].messages(of: "s", after: 4, limit: 9) == [])
            #expect(try await streams[1].append([9], to: "s", isLast: false) == 5)
            #expect(try await streams[0].messages(of: "s", after: 4, limit: 9)?.map(\.bytes) == [[9]])
        }
    }

    @Test("Messages that many nodes add at once are numbered without a gap", arguments: Engine.allCases)
    func concurrentStreams(engine: Engine) async throws {
        try await Self.withNodes(engine) { here, there, _ in
            let streams = [MessageStreams(here), MessageStreams(there)]
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<20 { group.addTask { try await streams[index % 2].append([1], to: "s", isLast: false) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers.sorted() == Array(1...20))
        }
    }

    @Test("Letters reach every other node once, in the order of their sender, and not the sender", arguments: Engine.allCases)
    func mail(engine: Engine) async throws {
        try await Self.withNodes(engine) { here, there, time in
            let (first, second) = (NodeMessages(here, now: { time.now }), NodeMessages(there, now: { time.now }))
            try await first.send([.init(topic: "before", payload: [0])])
            #expect(try await second.receive() == [])
            #expect(try await first.receive() == [])
            try await first.send((1...5).map { .init(topic: "t", payload: [$0]) })
            try await first.send([.init(topic: "t", payload: [6])])
            #expect(try await second.receive().map(\.payload) == (1...6).map { [$0] })
            #expect(try await second.receive() == [])
            #expect(try await first.receive() == [])
            try await second.send([.init(topic: "back", payload: [])])
            #expect(try await first.receive().map(\.topic) == ["back"])
            time.pass(.seconds(61))
            try await here.removeExpired(now: time.now)
            #expect(try await here.database.count("SELECT count(*) FROM node_mail") == 0)
            try await first.send([.init(topic: "later", payload: [])])
            #expect(try await second.receive().map(\.topic) == ["later"])
        }
    }

    @Test("G16 Long letters are read a few at a time, in their order", arguments: Engine.allCases)
    func longMail(engine: Engine) async throws {
        try await Self.withNodes(engine) { here, there, _ in
            let (sender, reader) = (NodeMessages(here), NodeMessages(there))
            #expect(try await reader.receive() == [])
            for number in 0..<10 { try await sender.send([.init(topic: "\(number)", payload: [UInt8](repeating: 1, count: 300_000))]) }
            let first = try await reader.receive()
            #expect((1...5).contains(first.count))
            var all = first
            while all.count < 10 { all += try await reader.receive() }
            #expect(all.map(\.topic) == (0..<10).map { "\($0)" })
        }
    }

    @Test("No letter is missed when many nodes write at once", arguments: Engine.allCases)
    func concurrentMail(engine: Engine) async throws {
        try await Self.withNodes(engine) { here, there, _ in
            let (first, second, reader) = (NodeMessages(here), NodeMessages(there), NodeMessages(there))
            #expect(try await reader.receive() == [])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await (number.isMultiple(of: 2) ? first : second).send([.init(topic: "t", payload: [UInt8(number)])]) }
                }
                var seen: [UInt8] = []
                while seen.count < 20 { seen += try await reader.receive().map { $0.payload[0] } }
                try await group.waitForAll()
                #expect(seen.sorted() == Array(0..<20))
            }
        }
    }
}
