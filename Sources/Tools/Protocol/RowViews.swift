import Store
import Synchronization

/// The last known views of collections by subscribed callers with restricted rights. A notification tells such a caller that its own view
/// has changed. It depends only on what the caller may read, at times that do not depend on changes of other rows.
package final class RowViews: Sendable {
    /// Most views of one account in an organization.
    private static let maximumPerAccount = 32
    /// Most views that are read at the same time, in total and for one organization. Others wait for their turn; a view that would wait too
    /// long is read the next time.
    private static let (readers, readersOfTenant, patience) = (8, 2, Duration.seconds(4))
    /// Views that are unused for this time are dropped.
    private static let life = Duration.seconds(120)
    /// Reading a view takes at most one part in this many of the time.
    private static let share = 20

    /// The identity of a view: its stream or subscriber.
    struct Name: Hashable, Sendable {
        /// The organization that owns the rows.
        let organization: OrganizationID
        /// The account: the person, or the application that acts for itself.
        let holder: String
        let text: String
    }

    private struct View: Sendable {
        var contents: Int
        var asked: ContinuousClock.Instant
        /// The earliest time of the next read.
        var due: ContinuousClock.Instant
    }

    private struct State {
        var views: [Name: View] = [:]
        var turns: [OrganizationID: ConcurrencyLimiter] = [:]

        /// Stores a view, if there is space.
        mutating func keep(
            _ contents: Int, of name: Name, at now: ContinuousClock.Instant, until due: ContinuousClock.Instant, limit: Int
        ) -> Bool {
            if views[name] == nil {
                views = views.filter { now - $0.value.asked < RowViews.life }
                let known = views.keys.filter { $0.organization == name.organization }
                guard views.count < limit, known.count < limit / 2,
                    known.count(where: { $0.holder == name.holder }) < RowViews.maximumPerAccount
                else { return false }
            }
            views[name] = View(contents: contents, asked: now, due: due)
            return true
        }

        /// The limiter of an organization. Limiters of organizations without views are removed.
        mutating func turns(of organization: OrganizationID, limit: Int) -> ConcurrencyLimiter {
            if let known = turns[organization] { return known }
            let kept = Set(views.keys.map(\.organization))
            turns = turns.filter { kept.contains($0.key) }
            let made = ConcurrencyLimiter(limit: RowViews.readersOfTenant, maximumWaiting: limit, patience: RowViews.patience)
            turns[organization] = made
            return made
        }
    }

    private let state = Mutex(State())
    private let turns: ConcurrencyLimiter
    private let limit: Int

    /// - Parameter limit: most views, at most half of them for one organization; beyond that, no further subscriptions are possible.
    init(limit: Int = 10_000) {
        self.limit = limit
        turns = ConcurrencyLimiter(limit: Self.readers, maximumWaiting: limit, patience: Self.patience)
    }

    /// Stores what a caller may view when it subscribes.
    /// - Returns: false when the caller has too many subscriptions.
    func keep(_ contents: Int, of name: Name) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { $0.keep(contents, of: name, at: now, until: now, limit: limit) }
    }

    /// Whether a view has changed since it was last read; false if it is not its turn to be read.
    /// - Parameter earlier: the subscriber's view, for a stream that reads for the first time.
    func differs(_ name: Name, since earlier: Name, read: () async throws -> Int) async throws -> Bool {
        let asked = ContinuousClock.now
        let ofTenant = state.withLock { state -> ConcurrencyLimiter? in
            state.views[name]?.asked = asked
            return state.views[name].map { $0.due <= asked } ?? true ? state.turns(of: name.organization, limit: limit) : nil
        }
        guard let ofTenant else { return false }
        return try await ofTenant.run {
            try await turns.run {
                let start = ContinuousClock.now
                let contents = try await read()
                return differs(name, since: earlier, contents, from: start)
            }
        }
    }

    private func differs(_ name: Name, since earlier: Name, _ contents: Int, from start: ContinuousClock.Instant) -> Bool {
        let end = ContinuousClock.now
        return state.withLock { state in
            let before = state.views[name] ?? state.views[earlier]
            let isKept = state.keep(contents, of: name, at: end, until: end + (end - start) * Self.share, limit: limit)
            return isKept && before.map { $0.contents != contents } ?? false
        }
    }
}
