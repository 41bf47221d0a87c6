import Synchronization

/// What narrowed callers that listen could view of collections when it was last read. A notice tells such a caller that its own view has changed: it is made
/// of what the caller may read, at times that no change of other rows has a part in.
package final class RowViews: Sendable {
    /// Beyond, no more are kept, and no more can be listened to. Unit: views.
    private static let (limit, limitOfOne) = (10_000, 32)
    /// Views that are read at the same time. What is not read now is read the next time.
    private static let readers = 4
    /// Views that nobody asked for in this time are forgotten.
    private static let life = Duration.seconds(120)
    /// A view is read for at most one part of so many of the time.
    private static let share = 20

    /// What a stream, or before that a subscriber, listens to.
    struct Name: Hashable, Sendable {
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
        var reading = 0

        /// Keeps a view, where there is room for it.
        mutating func keep(_ contents: Int, of name: Name, at now: ContinuousClock.Instant, until due: ContinuousClock.Instant) -> Bool {
            if views[name] == nil {
                views = views.filter { now - $0.value.asked < RowViews.life }
                guard views.count < RowViews.limit, views.keys.count(where: { $0.holder == name.holder }) < RowViews.limitOfOne else { return false }
            }
            views[name] = View(contents: contents, asked: now, due: due)
            return true
        }
    }

    private let state = Mutex(State())

    init() {}

    /// Keeps what a caller may view when it subscribes.
    /// - Returns: false when it listens to too much already.
    func keep(_ contents: Int, of name: Name) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { $0.keep(contents, of: name, at: now, until: now) }
    }

    /// Whether a view is another than when it was last read.
    /// - Parameter earlier: of what its subscriber saw, for a stream that reads for the first time.
    func differs(_ name: Name, since earlier: Name, read: () async throws -> Int) async rethrows -> Bool {
        let start = ContinuousClock.now
        let mayRead = state.withLock { state in
            state.views[name]?.asked = start
            guard state.reading < Self.readers, state.views[name].map({ $0.due <= start }) ?? true else { return false }
            state.reading += 1
            return true
        }
        guard mayRead else { return false }
        defer { state.withLock { $0.reading -= 1 } }
        let contents = try await read()
        let end = ContinuousClock.now
        return state.withLock { state in
            let before = state.views[name] ?? state.views[earlier]
            let isKept = state.keep(contents, of: name, at: end, until: end + (end - start) * Self.share)
            return isKept && before.map { $0.contents != contents } ?? false
        }
    }
}
