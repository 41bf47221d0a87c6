import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs heavy work on a few threads of its own, never on those that serve calls. A thread lives while there is work.
final class HashWorkers: Sendable {
    private struct Job: Sendable {
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// Threads.
        var running = 0
        /// Jobs that wait or run.
        var open = 0
    }

    private let threads: Int
    private let queueLimit: Int
    private let state = Mutex(State())

    init(threads: Int, queueLimit: Int) {
        self.threads = threads
        self.queueLimit = queueLimit
    }

    /// How many calls wait for a thread.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// - Throws: `busy` when as many calls as the limit allows wait already, or no thread can be made.
    func run<R: Sendable>(_ work: @escaping @Sendable () -> R) async throws(IdentityError) -> R {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<R?, Never>) in
            put(Job(run: { continuation.resume(returning: work()) }, refuse: { continuation.resume(returning: nil) }))
        }
        guard let result else { throw IdentityError(.busy, "password: too many sign-ins wait already; try again later") }
        return result
    }

    private func put(_ job: Job) {
        let (isAccepted, needsThread) = state.withLock { state in
            guard state.open < threads + queueLimit else { return (false, false) }
            state.open += 1
            state.waiting.append(job)
            guard state.running < threads else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if !isAccepted { return job.refuse() }
        if needsThread, !startThread() { giveUp() }
    }

    private func startThread() -> Bool {
        var thread = pthread_t()
        let owner = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { owner in
                #if canImport(Glibc)
                let pointer = owner!
                #else
                let pointer = owner
                #endif
                Unmanaged<HashWorkers>.fromOpaque(pointer).takeRetainedValue().drain()
                return nil
            }, owner.toOpaque())
        guard status == 0 else {
            owner.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func drain() {
        while true {
            let job = state.withLock { state -> Job? in
                if state.waiting.isEmpty {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let job else { return }
            job.run()
            state.withLock { $0.open -= 1 }
        }
    }

    /// The system gives no thread: when none is at work either, what waits would wait for ever.
    private func giveUp() {
        let jobs = state.withLock { state -> [Job] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer {
                state.open -= state.waiting.count
                state.waiting = []
            }
            return state.waiting
        }
        for job in jobs { job.refuse() }
    }
}
