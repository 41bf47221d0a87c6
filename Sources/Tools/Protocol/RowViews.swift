import Synchronization

/// What narrowed callers that listen could view of collections when it was last read. A notice tells such a caller that its own view has changed: it is made
/// of what the caller may read, at times that no change of other rows has a part in.
package final class RowViews: Sendable {
    /// Beyond, no more are kept, and their readers are told nothing. Unit: views.
    private static let limit = 10_000
    /// Views that nobody asked for in this time are forgotten.
    private static let life = Duration.seconds(120)
    /// A view is read for at most one part of so many of the time.
    private static let share = 20

    private struct View: Sendable {
        var contents: Int
        var asked: ContinuousClock.Instant
        /// Not read again before.
        var due: ContinuousClock.Instant
    }

    private let views = Mutex<[String: View]>([:])

    init() {}

    /// Keeps what a caller may view when it subscribes.
    func keep(_ contents: Int, of name: String) {
        let now = ContinuousClock.now
        views.withLock { views in
            if views.count >= Self.limit { views = views.filter { now - $0.value.asked < Self.life } }
            guard views.count < Self.limit || views[name] != nil else { return }
            views[name] = View(contents: contents, asked: now, due: now)
        }
    }

    /// Whether a view is another than when it was last read.
    /// - Parameters:
    ///   - name: of the stream and what it listens to.
    ///   - earlier: of what its subscriber saw, for a stream that reads for the first time.
    func differs(_ name: String, since earlier: String, read: () async throws -> Int) async rethrows -> Bool {
        let start = ContinuousClock.now
        let isDue = views.withLock { views in
            views[name]?.asked = start
            return views[name].map { $0.due <= start } ?? true
        }
        guard isDue else { return false }
        let contents = try await read()
        let end = ContinuousClock.now
        return views.withLock { views in
            if views[name] == nil, views.count >= Self.limit { views = views.filter { end - $0.value.asked < Self.life } }
            guard let before = views[name] ?? views[earlier] else {
                if views.count < Self.limit { views[name] = View(contents: contents, asked: end, due: end) }
                return false
            }
            if views.count < Self.limit || views[name] != nil {
                views[name] = View(contents: contents, asked: end, due: end + (end - start) * Self.share)
            }
            return before.contents != contents
        }
    }
}
