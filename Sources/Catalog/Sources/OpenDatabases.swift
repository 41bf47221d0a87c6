import SQL
import Synchronization

/// Limits how many databases are open at once: data sources and the workspaces' own.
///
/// At the limit, opening one closes another that no call uses: the least recently used one of the organization with most open databases.
/// When all are in use, the call waits within its deadline. One organization can have at most half of them open. ``run(clock:)`` closes
/// databases that are idle for long.
package final class OpenDatabases: Sendable {
    /// Most calls that wait for a slot; further ones are refused as busy.
    private static let maximumWaiting = 1_024

    fileprivate struct State {
        /// Databases that are open or being opened.
        var slots: [ObjectIdentifier: OnDemandDatabase] = [:]
        /// Slots by tenant.
        var counts: [Int64: Int] = [:]
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0
        /// Counts events that may have freed a slot while calls wait.
        var events: UInt64 = 0
        var isClosed = false
    }

    /// Unit: open databases.
    private let limit: Int
    private let idleTime: Duration
    private let state = Mutex(State())
    private let waiting = Atomic(0)

    /// - Parameters:
    ///   - limit: most open databases.
    ///   - idleTime: how long an unused database stays open.
    package init(limit: Int = 256, idleTime: Duration = .seconds(300)) {
        self.limit = max(1, limit)
        self.idleTime = idleTime
    }

    /// Databases that are open or being opened.
    package var count: Int { state.withLock { $0.slots.count } }
    /// Calls that wait for a slot.
    package var waitingCount: Int { waiting.load(ordering: .relaxed) }

    private var share: Int { max(1, limit / 2) }

    /// Closes databases that are idle for too long, repeatedly, until the task is cancelled.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        while !Task.isCancelled {
            await closeIdle()
            do { try await clock.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// Lets running calls end, then closes everything; nothing is opened afterwards.
    package func close() async {
        let open = state.withLock { state in
            state.isClosed = true
            defer { (state.slots, state.counts) = ([:], [:]) }
            return state.slots.values.compactMap { $0.takeOut(isStopping: true) }
        }
        wake()
        for database in open { await database.close() }
    }

    func close(ifIdle database: OnDemandDatabase) async {
        await state.withLock { $0.remove(database) }?.close()
        wake()
    }

    /// Takes a slot for a database that will be opened, and closes another one if there is no free slot.
    /// - Throws: `DatabaseError` `busy` or `timeout` when all stay in use; `unavailable` after ``close()``.
    func takeSlot(for database: OnDemandDatabase, _ bounds: CallBounds) async throws {
        if try await trySlot(for: database) { return }
        // Counted before the next try, so that a call that ends from now on wakes this one.
        let others = waiting.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
        defer { waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        guard others < Self.maximumWaiting else { throw DatabaseError(.busy, "too many calls wait for a database to be opened") }
        while true {
            let seen = state.withLock { $0.events }
            if try await trySlot(for: database) { return }
            if let refusal = bounds.refusal { throw refusal }
            await waitForEvent(after: seen, until: bounds.deadline)
            try Task.checkCancellation()
        }
    }

    func giveBackSlot(of database: OnDemandDatabase) {
        state.withLock { $0.free(database) }
        wake()
    }

    /// Notes that a database has become idle: a waiting call may take its slot.
    func becameIdle() {
        if waiting.load(ordering: .sequentiallyConsistent) > 0 { wake() }
    }

    /// - Returns: false when there is no free slot and no database that may be closed.
    private func trySlot(for database: OnDemandDatabase) async throws -> Bool {
        let (isTaken, closing) = try state.withLock { state -> (Bool, (any Database)?) in
            guard !state.isClosed else { throw DatabaseError.closed }
            let isAtShare = state.counts[database.tenant, default: 0] >= share
            if !isAtShare, state.slots.count < limit {
                state.take(database)
                return (true, nil)
            }
            for candidate in state.candidates(only: isAtShare ? database.tenant : nil) {
                guard let open = state.remove(candidate) else { continue }
                state.take(database)
                return (true, open)
            }
            return (false, nil)
        }
        await closing?.close()
        return isTaken
    }

    /// Closes idle databases one at a time, so that those being closed do not add to the open ones.
    private func closeIdle() async {
        let limit = ContinuousClock.now - idleTime
        while true {
            let open = state.withLock { state -> (any Database)? in
                let candidate = state.slots.values.first { $0.isIdle(since: limit) }
                return candidate.flatMap { state.remove($0) }
            }
            guard let open else { return }
            await open.close()
            wake()
        }
    }

    private func wake() {
        let waiters = state.withLock { state in
            state.events += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    private func waitForEvent(after seen: UInt64, until deadline: ContinuousClock.Instant) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.event(after: seen) }
            // The sleep ends early when the event happened or the call was cancelled.
            group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }

    private func event(after seen: UInt64) async {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // An earlier cancellation finds no waiter; a later one does.
                    if state.events != seen || state.isClosed || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}

extension OpenDatabases.State {
    mutating func take(_ database: OnDemandDatabase) {
        slots[ObjectIdentifier(database)] = database
        counts[database.tenant, default: 0] += 1
    }

    mutating func free(_ database: OnDemandDatabase) {
        guard slots.removeValue(forKey: ObjectIdentifier(database)) != nil else { return }
        let left = counts[database.tenant, default: 1] - 1
        counts[database.tenant] = left > 0 ? left : nil
    }

    /// Frees the slot of a database that no call uses.
    /// - Returns: the open database, to be closed; nil when it is in use.
    mutating func remove(_ database: OnDemandDatabase) -> (any Database)? {
        guard let open = database.takeOut() else { return nil }
        free(database)
        return open
    }

    /// Databases that no call uses: first those of the tenant with most slots; for each tenant, the least recently used first.
    func candidates(only tenant: Int64?) -> [OnDemandDatabase] {
        slots.values.filter { tenant == nil || $0.tenant == tenant }.compactMap { database in database.idleSince.map { (database, $0) } }
            .sorted { first, second in
                let (one, other) = (counts[first.0.tenant, default: 0], counts[second.0.tenant, default: 0])
                return one == other ? first.1 < second.1 : one > other
            }
            .map(\.0)
    }
}
