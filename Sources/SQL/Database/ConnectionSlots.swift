import Blocking
import Synchronization

/// Limits how many connections to database servers a process has open, over all databases, with a share for each tenant.
///
/// A connection takes a slot before it is opened and returns it when it is closed. When no slot is free, an idle connection is closed: of
/// the tenant with most slots, the one that has been idle longest. When all are in use, the call waits within its deadline. A free slot
/// goes to the waiting tenant with fewest slots; if needed, a connection is closed for it as soon as its call has ended. One tenant has at
/// most half of the slots.
package final class ConnectionSlots: Sendable {
    /// Calls that may wait for a slot at the same time; further calls are refused as busy.
    private static let maximumWaiting = 1_024

    private struct Pool {
        weak var pool: (any IdleConnections)?
        let tenant: Int64
    }

    private struct State {
        /// Slots that are taken, by tenant.
        var counts: [Int64: Int] = [:]
        var total = 0
        /// In order of arrival.
        var waiters: [Waiter] = []
        var pools: [ObjectIdentifier: Pool] = [:]
    }

    /// A call that waits for a slot.
    private final class Waiter: Sendable {
        let tenant: Int64
        /// Whether it has received a slot.
        let isServed = Monitor(false)

        init(tenant: Int64) { self.tenant = tenant }
    }

    /// The slots of one tenant.
    package struct Share: Sendable {
        let slots: ConnectionSlots
        let tenant: Int64
    }

    /// Unit: connections.
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: connections open at once.
    package init(limit: Int) { self.limit = max(1, limit) }

    /// Connections that are open or being made.
    package var count: Int { state.withLock { $0.total } }
    /// Calls that wait for a slot.
    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    package func share(of tenant: Int64) -> Share { Share(slots: self, tenant: tenant) }

    private var maximumPerTenant: Int { max(1, limit / 2) }

    // MARK: Pools

    /// Allows idle connections of the pool to be closed for other tenants.
    func add(_ pool: any IdleConnections, of tenant: Int64) {
        state.withLock { $0.pools[ObjectIdentifier(pool)] = Pool(pool: pool, tenant: tenant) }
    }

    func remove(_ pool: ObjectIdentifier) { state.withLock { $0.pools[pool] = nil } }

    // MARK: Slots

    /// Takes a slot, blocking the thread while there is none.
    /// - Throws: `busy` when none came free in time, or too many wait; `cancelled`.
    func take(for tenant: Int64, _ bounds: CallBounds) throws(DatabaseError) -> ConnectionSlot {
        if let refusal = bounds.refusal { throw refusal }
        let waiter = Waiter(tenant: tenant)
        let isTaken = try state.withLock { state throws(DatabaseError) -> Bool in
            if hasRoom(for: tenant, in: state) {
                grant(tenant, in: &state)
                return true
            }
            guard state.waiters.count < Self.maximumWaiting else { throw Self.busy }
            state.waiters.append(waiter)
            return false
        }
        if isTaken { return ConnectionSlot(self, tenant) }
        closeIdle(for: tenant)
        bounds.cancellation.withHandler {
            // Under the lock, so that the waiter either has not checked yet or is already waiting for the wake.
            waiter.isServed.withLock { _ in }
            waiter.isServed.wakeAll()
        } _: {
            _ = waiter.isServed.wait(until: bounds.deadline) { $0 || bounds.cancellation.isCancelled ? true : nil }
        }
        return try slot(of: waiter, bounds)
    }

    /// The slot that a waiter has received; a waiter without one is removed from the queue.
    private func slot(of waiter: Waiter, _ bounds: CallBounds) throws(DatabaseError) -> ConnectionSlot {
        let isServed = state.withLock { state in
            state.waiters.removeAll { $0 === waiter }
            return waiter.isServed.withLock { $0 }
        }
        guard isServed else { throw bounds.cancellation.isCancelled ? .cancelled : Self.busy }
        return ConnectionSlot(self, waiter.tenant)
    }

    /// Whether a connection whose call has ended must be closed, because a waiting call may have its slot.
    func needsPlace(of tenant: Int64) -> Bool { state.withLock { next(in: $0, after: tenant) != nil } }

    fileprivate func giveBack(_ tenant: Int64) {
        let served = state.withLock { state -> Waiter? in
            release(tenant, in: &state)
            guard let index = next(in: state, after: nil) else { return nil }
            let waiter = state.waiters.remove(at: index)
            grant(waiter.tenant, in: &state)
            // Under the lock, because a waiter that gives up checks this there.
            waiter.isServed.withLock { $0 = true }
            return waiter
        }
        served?.isServed.wakeAll()
    }

    private func hasRoom(for tenant: Int64, in state: State) -> Bool {
        state.total < limit && state.counts[tenant, default: 0] < maximumPerTenant
    }

    private func grant(_ tenant: Int64, in state: inout State) {
        state.total += 1
        state.counts[tenant, default: 0] += 1
    }

    private func release(_ tenant: Int64, in state: inout State) {
        state.total -= 1
        let left = state.counts[tenant, default: 1] - 1
        state.counts[tenant] = left > 0 ? left : nil
    }

    /// The waiter that gets a slot: the first one of the tenant with fewest slots.
    /// - Parameter tenant: the tenant that would return a slot for it; nil when a slot is free.
    private func next(in state: State, after tenant: Int64?) -> Int? {
        var best: (index: Int, count: Int)?
        for (index, waiter) in state.waiters.enumerated() {
            let count = state.counts[waiter.tenant, default: 0]
            guard count < maximumPerTenant || waiter.tenant == tenant, tenant != nil || state.total < limit else { continue }
            if best.map({ count < $0.count }) ?? true { best = (index, count) }
        }
        return best?.index
    }

    /// Closes one idle connection whose slot the tenant may have, if there is one.
    private func closeIdle(for tenant: Int64) {
        let (pools, counts) = state.withLock { state in
            let own = state.counts[tenant, default: 0] >= maximumPerTenant ? tenant : nil
            return (state.pools.values.filter { own == nil || $0.tenant == own }, state.counts)
        }
        // Outside the lock: a pool that is released here removes itself, which takes the lock.
        let idle = pools.compactMap { each in each.pool.flatMap { pool in pool.idleSince.map { (pool: pool, tenant: each.tenant, since: $0) } } }
        let order = idle.sorted { first, second in
            let (one, other) = (counts[first.tenant, default: 0], counts[second.tenant, default: 0])
            return one == other ? first.since < second.since : one > other
        }
        _ = order.first { $0.pool.closeIdlest() }
    }

    private static let busy = DatabaseError(.busy, "all connections to database servers are in use")
}

/// The slot of one connection, returned when the last reference is released.
final class ConnectionSlot: Sendable {
    private let slots: ConnectionSlots
    private let tenant: Int64

    fileprivate init(_ slots: ConnectionSlots, _ tenant: Int64) {
        self.slots = slots
        self.tenant = tenant
    }

    deinit { slots.giveBack(tenant) }
}

/// The idle connections of one database.
protocol IdleConnections: AnyObject, Sendable {
    /// When the connection that has been idle longest became idle; nil when none is idle.
    var idleSince: ContinuousClock.Instant? { get }

    /// Closes the connection that has been idle longest; returns false when there is none.
    func closeIdlest() -> Bool
}
