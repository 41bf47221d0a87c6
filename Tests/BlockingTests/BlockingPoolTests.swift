import Blocking
import Dispatch
import GatehouseTesting
import Synchronization
import Testing

@Suite("BlockingPool")
struct BlockingPoolTests {
    private final class Count: Sendable { let value = Atomic(0) }

    /// A pool whose only thread is blocked until the gate opens.
    private func blocked(queueLength: Int) async throws -> (pool: BlockingPool, gate: DispatchSemaphore, running: Task<Void, any Error>) {
        let pool = BlockingPool(name: "test", threads: 1, queueLength: queueLength)
        let gate = DispatchSemaphore(value: 0)
        let isRunning = Count()
        let running = Task {
            try await pool.run(until: .now + .seconds(1_800)) {
                isRunning.value.store(1, ordering: .releasing)
                gate.wait()
            }
        }
        try await until { isRunning.value.load(ordering: .acquiring) != 0 }
        return (pool, gate, running)
    }

    @Test("a full queue refuses at once")
    func full() async throws {
        let (pool, gate, running) = try await blocked(queueLength: 1)
        let waiting = Task { try await pool.run(until: .now + .seconds(1_800)) { 7 } }
        try await until { pool.queued >= 1 }
        let error = await #expect(throws: PoolRefusal.self) { try await pool.run(until: .now + .seconds(1_800)) { 8 } }
        #expect(error == .full)
        gate.signal()
        #expect(try await waiting.value == 7)
        try await running.value
        await pool.close()
    }

    @Test("a call whose deadline passes in the queue is answered then, and never runs")
    func late() async throws {
        let (pool, gate, running) = try await blocked(queueLength: 8)
        let ran = Count()
        let error = await #expect(throws: PoolRefusal.self) {
            try await pool.run(until: .now + .milliseconds(20)) { ran.value.store(1, ordering: .relaxed) }
        }
        #expect(error == .late)
        gate.signal()
        try await running.value
        await pool.close()
        #expect(ran.value.load(ordering: .relaxed) == 0)
    }

    @Test("a call cancelled in the queue is answered then, and never runs")
    func cancelled() async throws {
        let (pool, gate, running) = try await blocked(queueLength: 8)
        let ran = Count()
        let cancellation = Cancellation()
        let byToken = Task { try await pool.run(until: .now + .seconds(1_800), cancellation) { ran.value.store(1, ordering: .relaxed) } }
        let byTask = Task { try await pool.run(until: .now + .seconds(1_800)) { ran.value.store(1, ordering: .relaxed) } }
        try await until { pool.queued >= 2 }
        cancellation.cancel()
        byTask.cancel()
        #expect(await #expect(throws: PoolRefusal.self) { try await byToken.value } == .cancelled)
        #expect(await #expect(throws: PoolRefusal.self) { try await byTask.value } == .cancelled)
        gate.signal()
        try await running.value
        await pool.close()
        #expect(ran.value.load(ordering: .relaxed) == 0)
    }

    @Test("closing lets running calls finish and refuses new ones")
    func close() async throws {
        let (pool, gate, running) = try await blocked(queueLength: 8)
        let waiting = Task { try await pool.run(until: .now + .seconds(1_800)) { 7 } }
        try await until { pool.queued >= 1 }
        async let closed: Void = pool.close()
        gate.signal()
        #expect(try await waiting.value == 7)
        try await running.value
        await closed
        let error = await #expect(throws: PoolRefusal.self) { try await pool.run(until: .now + .seconds(1_800)) { 8 } }
        #expect(error == .closed)
    }

    @Test("many calls on few threads all get their own answer")
    func many() async throws {
        let pool = BlockingPool(name: "test", threads: 3, queueLength: 1_000)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<1_000 { group.addTask { try await pool.run(until: .now + .seconds(1_800)) { index } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 499_500)
        await pool.close()
    }

    @Test("threads that have nothing to do end, and others begin when there is work again")
    func idle() async throws {
        // One place more than threads: a thread that has just answered counts until it is back.
        let pool = BlockingPool(name: "test", threads: 2, queueLength: 1, idleTime: .milliseconds(1))
        for number in 0..<200 {
            #expect(try await pool.run(until: .now + .seconds(1_800)) { number } == number)
            if number.isMultiple(of: 3) { await Task.yield() }
        }
        await pool.close()
    }
}
