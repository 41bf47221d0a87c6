import Store
import Synchronization

/// At most so many calls by each key in a window of time. In memory, for each node by itself.
final class RateLimit: Sendable {
    private struct Window {
        var start: Timestamp
        var calls: Int
    }

    private let calls: Int
    private let window: Duration
    /// Keys at most; any one makes room for another when it is reached.
    private let limit: Int
    private let windows = Mutex<[String: Window]>([:])

    init(_ calls: Int, every window: Duration, limit: Int = 20_000) {
        self.calls = calls
        self.window = window
        self.limit = limit
    }

    /// Counts a call.
    /// - Returns: how long to wait when there were too many.
    func take(_ key: String, at time: Timestamp) -> Duration? {
        windows.withLock { windows in
            var entry = windows[key] ?? Window(start: time, calls: 0)
            if entry.start + window <= time { entry = Window(start: time, calls: 0) }
            guard entry.calls < calls else { return (entry.start + window).since(time) }
            entry.calls += 1
            if windows.count >= limit, windows[key] == nil { windows.remove(at: windows.startIndex) }
            windows[key] = entry
            return nil
        }
    }
}
