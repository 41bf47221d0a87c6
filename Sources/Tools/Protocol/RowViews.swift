import Store
import Synchronization

/// What narrowed callers that listen could view of collections when it was last read. A notice tells such a caller that its own view has changed: it
/// is made of what the caller may read, at times that no change of other rows has a part in.
package final class RowViews: Sendable {
    /// Limit of one person or application in an organization. Unit: views.
    private static let limitOfOne = 32
    /// Views that are read at the same time, and of one organization. Others wait for their turn; one that would wait longer is read the next time.
    private static let (readers, readersOfTenant, patience) = (8, 2, Duration.seconds(4))
    /// Views that are not used in this time are dropped.
    private static let life = Duration.seconds(120)
    /// A view is read for at most one part of so many of the time.
    private static let share = 20

    /// The subject of a stream, or before that of a subscriber.
    struct Name: Hashable, Sendable {
        /// Whose rows they are.
        let organization: OrganizationID
        /// Of the person, or the application that acts for itself.
        let holder: String
        let text: String
    }

    private struct View: Sendable {
        var contents: Int
        var asked: ContinuousClock.Instant
        /// Not read again before.
        var due: ContinuousClock.Instant
    }

    private struct State {
        var views: [Name: View] = [:]
        var turns: [OrganizationID: ConcurrencyLimiter] = [:]

        /// Keeps a view, where there is room for it.
        mutating func keep(
            _ contents: Int, of name: Name, at now: ContinuousClock.Instant, until due: ContinuousClock.Instant, limit: Int
        ) -> Bool {
            if views[name] == nil {
                views = views.filter { now - $0.value.asked < RowViews.life }
                let known = views.keys.filter { $0.organization == name.organization }
                guard views.count < limit, known.count < limit / 2,
                    known.count(where: { $0.holder == name.holder }) < RowViews.limitOfOne
                else { return false }
            }
            views[name] = View(contents: contents, asked: now, due: due)
            return true
        }

        /// The turns of an organization. Those of organizations without views are forgotten.
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

    /// - Parameter limit: beyond, no more are kept, and no more can be listened to; of one organization at most half of them. Unit: views.
    init(limit: Int = 10_000) {
        self.limit = limit
        turns = ConcurrencyLimiter(limit: Self.readers, maximumWaiting: limit, patience: Self.patience)
    }

    /// Keeps what a caller may view when it subscribes.
    /// - Returns: false when it listens to too much already.
    func keep(_ contents: Int, of name: Name) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { $0.keep(contents, of: name, at: now, until: now, limit: limit) }
    }

    /// Whether a view is another than when it was last read, as far as its turn to be read comes.
    /// - Parameter earlier: of what its subscriber saw, for a stream that reads for the first time.
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
