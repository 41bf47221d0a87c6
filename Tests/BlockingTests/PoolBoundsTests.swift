import Blocking
import Dispatch
import Synchronization
import Testing

@Suite("Bounds of a pool, on which password hashing depends")
struct PoolBoundsTests {
    @Test("G11 no more run than there are threads, no more wait than the queue holds, and the rest is refused as busy")
    func bounds() async throws {
        let workers = BlockingPool(name: "test", threads: 2, queueLength: 3)
        let gate = DispatchSemaphore(value: 0)
        let running = Gauge()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    try await workers.run(until: .now + .seconds(1_800)) {
                        running.enter()
                        gate.wait()
                    }
                }
            }
            while workers.queued < 3 || running.now < 2 { await Task.yield() }
            #expect(running.now == 2)
            await #expect { try await workers.run(until: .now + .seconds(1_800)) {} } throws: { $0 as? PoolRefusal == .full }
            for _ in 0..<5 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(running.now == 5)
        #expect(try await workers.run(until: .now + .seconds(1_800)) { 7 } == 7)
    }

    @Test("A hundred calls on one thread are all answered, one at a time")
    func order() async throws {
        let workers = BlockingPool(name: "test", threads: 1, queueLength: 100)
        let inside = Gauge()
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await workers.run(until: .now + .seconds(1_800)) {
                        inside.enter()
                        defer { inside.leave() }
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == Set(0..<100))
        #expect(inside.most == 1)
    }
}

/// How many are inside, and how many were at most.
private final class Gauge: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var now: Int { counts.withLock { $0.now } }
    var most: Int { counts.withLock { $0.most } }
    func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func leave() { counts.withLock { $0.now -= 1 } }
}
