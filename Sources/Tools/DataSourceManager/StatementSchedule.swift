/// The `run_sql` calls on one data source: which run, which wait, and which is next.
///
/// Callers take turns: a free slot goes to the caller that has waited longest for one, and there to its first call. A value that only
/// decides; ``StatementQueue`` wakes the calls.
struct StatementSchedule {
    struct Limits: Sendable {
        /// Most running calls of one caller.
        var ofOneCaller = 3
        /// Most waiting calls of one caller.
        var waitingOfOneCaller = 256
        /// Most waiting calls of all callers.
        var waiting = 1_024
    }

    enum Decision: Hashable {
        case run
        case wait
        /// Too many calls wait.
        case full
        /// The engine still runs as many statements of ended calls as the caller may run, and it is unknown when one of them ends.
        case unstopped
    }

    /// The calls of one caller.
    private struct Part {
        var running = 0
        /// Statements of ended calls that the engine did not stop.
        var unstopped = 0
        /// In order of arrival.
        var waiting: [UInt64] = []

        /// The number of calls that count against the caller's limit.
        var count: Int { running + unstopped }
        var isEmpty: Bool { running == 0 && unstopped == 0 && waiting.isEmpty }
    }

    private let limits: Limits
    /// The known number of calls of each caller on other nodes.
    private var elsewhere: [String: Int]
    private var parts: [String: Part] = [:]
    /// Callers with waiting calls; the first is served next.
    private var order: [String] = []
    private(set) var running = 0
    private(set) var waiting = 0

    init(_ limits: Limits, elsewhere: [String: Int] = [:]) {
        self.limits = limits
        self.elsewhere = elsewhere
    }

    var isEmpty: Bool { parts.isEmpty }

    /// Decides about a new call.
    /// - Parameters:
    ///   - id: identifies the call while it waits.
    ///   - slots: most calls that run on this source.
    mutating func enter(_ id: UInt64, of caller: String, slots: Int) -> Decision {
        var part = parts[caller] ?? Part()
        guard part.unstopped < limits.ofOneCaller else { return .unstopped }
        // If a call could run instead of waiting, it would already be running.
        if running < slots, part.count + elsewhere[caller, default: 0] < limits.ofOneCaller {
            part.running += 1
            running += 1
            parts[caller] = part
            return .run
        }
        guard waiting < limits.waiting, part.waiting.count < limits.waitingOfOneCaller else { return .full }
        if part.waiting.isEmpty { order.append(caller) }
        part.waiting.append(id)
        waiting += 1
        parts[caller] = part
        return .wait
    }

    /// Withdraws a waiting call; returns false when it does not wait.
    mutating func withdraw(_ id: UInt64, of caller: String) -> Bool {
        guard let index = parts[caller]?.waiting.firstIndex(of: id) else { return false }
        parts[caller]?.waiting.remove(at: index)
        waiting -= 1
        tidy(caller)
        return true
    }

    /// Ends a call.
    /// - Parameter isUnstopped: whether the engine still works for it. The statement then counts for its caller until
    ///   ``statementEnded(of:slots:)``, but takes no slot from other callers.
    /// - Returns: calls that start now, and calls that are refused.
    mutating func callEnded(of caller: String, isUnstopped: Bool, slots: Int) -> (starting: [UInt64], refused: [UInt64]) {
        running -= 1
        parts[caller]?.running -= 1
        var refused: [UInt64] = []
        if isUnstopped {
            parts[caller]?.unstopped += 1
            if let part = parts[caller], part.unstopped >= limits.ofOneCaller {
                refused = part.waiting
                waiting -= refused.count
                parts[caller]?.waiting = []
            }
        }
        tidy(caller)
        return (start(slots), refused)
    }

    /// Ends a statement that the engine did not stop earlier.
    /// - Returns: calls that start now.
    mutating func statementEnded(of caller: String, slots: Int) -> [UInt64] {
        parts[caller]?.unstopped -= 1
        tidy(caller)
        return start(slots)
    }

    /// The number of statements that each caller runs here.
    var counts: [String: Int] { parts.mapValues(\.count).filter { $0.value > 0 } }

    /// Sets the number of calls on other nodes.
    /// - Returns: calls that start now.
    mutating func elsewhereChanged(_ counts: [String: Int], slots: Int) -> [UInt64] {
        elsewhere = counts
        return start(slots)
    }

    private mutating func start(_ slots: Int) -> [UInt64] {
        var starting: [UInt64] = []
        while running < slots, let index = order.firstIndex(where: mayRun) {
            let caller = order.remove(at: index)
            guard let id = parts[caller]?.waiting.removeFirst() else { continue }
            parts[caller]?.running += 1
            running += 1
            waiting -= 1
            if parts[caller]?.waiting.isEmpty == false { order.append(caller) }
            starting.append(id)
        }
        return starting
    }

    private func mayRun(_ caller: String) -> Bool {
        guard let part = parts[caller] else { return false }
        return part.count + elsewhere[caller, default: 0] < limits.ofOneCaller
    }

    /// Removes a caller without calls.
    private mutating func tidy(_ caller: String) {
        guard let part = parts[caller] else { return }
        if part.waiting.isEmpty { order.removeAll { $0 == caller } }
        if part.isEmpty { parts[caller] = nil }
    }
}
