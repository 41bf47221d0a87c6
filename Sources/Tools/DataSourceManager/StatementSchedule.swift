/// The `run_sql` calls on one data source: which run, which wait, and which is next.
///
/// Callers take turns: a free slot goes to the caller that has waited longest for one, and among its calls to the first. A value that only decides;
/// ``StatementQueue`` wakes the calls.
struct StatementSchedule {
    struct Limits: Sendable {
        /// Calls of one caller that run at a time.
        var ofOneCaller = 3
        /// Calls of one caller that wait.
        var waitingOfOneCaller = 256
        /// Calls of all callers that wait.
        var waiting = 1_024
    }

    enum Decision: Hashable {
        case run
        case wait
        /// Too many calls wait already.
        case full
        /// The engine still runs as many statements of ended calls as the caller may run, and it is unknown when one of them ends.
        case unstopped
    }

    /// One caller's part.
    private struct Part {
        var running = 0
        /// Statements of calls that have ended, which the engine did not stop.
        var unstopped = 0
        /// In the order in which they came.
        var waiting: [UInt64] = []

        /// The calls that count against the caller's limit.
        var count: Int { running + unstopped }
        var isEmpty: Bool { running == 0 && unstopped == 0 && waiting.isEmpty }
    }

    private let limits: Limits
    /// The calls of each caller on other nodes that this node knows of.
    private var elsewhere: [String: Int]
    private var parts: [String: Part] = [:]
    /// Callers with waiting calls; the first is the next to be served.
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
    ///   - id: names the call while it waits.
    ///   - slots: calls that may run on this source at a time.
    mutating func enter(_ id: UInt64, of caller: String, slots: Int) -> Decision {
        var part = parts[caller] ?? Part()
        guard part.unstopped < limits.ofOneCaller else { return .unstopped }
        // A call that waits and could run would be running already.
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

    /// A waiting call gives up. Returns false when it does not wait.
    mutating func withdraw(_ id: UInt64, of caller: String) -> Bool {
        guard let index = parts[caller]?.waiting.firstIndex(of: id) else { return false }
        parts[caller]?.waiting.remove(at: index)
        waiting -= 1
        tidy(caller)
        return true
    }

    /// A call has ended.
    /// - Parameter isUnstopped: the engine works on for it; counts for its caller until ``statementEnded(of:slots:)``, and takes no slot of other
    ///   callers.
    /// - Returns: calls that run from here on, and calls that cannot.
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

    /// The engine has done with a statement that it did not stop.
    /// - Returns: calls that run from here on.
    mutating func statementEnded(of caller: String, slots: Int) -> [UInt64] {
        parts[caller]?.unstopped -= 1
        tidy(caller)
        return start(slots)
    }

    /// The number of statements that each caller runs here.
    var counts: [String: Int] { parts.mapValues(\.count).filter { $0.value > 0 } }

    /// Other nodes run more or less than before.
    /// - Returns: calls that run from here on.
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

    /// Forgets what is empty.
    private mutating func tidy(_ caller: String) {
        guard let part = parts[caller] else { return }
        if part.waiting.isEmpty { order.removeAll { $0 == caller } }
        if part.isEmpty { parts[caller] = nil }
    }
}
