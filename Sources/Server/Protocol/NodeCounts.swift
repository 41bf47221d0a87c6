import JSON
import Store

/// Shares how much each caller uses on this node with the other nodes of one state, and reads their numbers, once a second. So calls and
/// streams need not read the state for this. Calls that start on several nodes within the same second are not counted together.
struct NodeCounts: Sendable {
    typealias Counts = [String: [String: Int]]

    private static let interval = Duration.seconds(1)
    /// After this silence, the numbers of a node no longer count.
    private static let lifetime = Duration.seconds(10)
    /// Most shared counters, and most callers per counter. Those with the highest numbers are shared.
    private static let maximum = 1_000

    private let values: SharedValues
    private let subject: String
    private let name: String
    private let own: @Sendable () -> Counts
    private let hear: @Sendable (Counts) -> Void

    /// - Parameters:
    ///   - subject: what is counted. Nodes read only numbers of the same subject.
    ///   - own: the numbers of callers in this process.
    ///   - hear: receives the numbers of all other nodes after each read.
    init(_ store: Store, _ subject: String, own: @escaping @Sendable () -> Counts, hear: @escaping @Sendable (Counts) -> Void) {
        values = SharedValues(store)
        self.subject = subject
        name = "\(subject)/" + String(UInt64.random(in: .min ... .max), radix: 36)
        self.own = own
        self.hear = hear
    }

    /// The numbers that were shared last, and the time of sharing.
    struct SharedCounts {
        fileprivate var counts: Counts = [:]
        fileprivate var time = ContinuousClock.now
    }

    /// Shares and reads numbers until the task is cancelled.
    /// - Parameter failed: called once per outage of the state.
    func run(failed: @Sendable (any Error) -> Void) async {
        var told = SharedCounts()
        var hasFailed = false
        while !Task.isCancelled {
            do {
                try await share(&told)
                hasFailed = false
            } catch {
                if !hasFailed { failed(error) }
                hasFailed = true
            }
            // Cancellation ends the sleep and then the loop.
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Shares the numbers if they changed since the last call, and reads those of the other nodes.
    func share(_ told: inout SharedCounts) async throws {
        let counts = own()
        // Unchanged numbers are shared again before they expire.
        if counts != told.counts || (!counts.isEmpty && told.time.duration(to: .now) > Self.lifetime / 3) {
            try await values.save(Self.text(counts), as: name, for: Self.lifetime, owner: subject)
            told = SharedCounts(counts: counts)
        }
        hear(try await elsewhere())
    }

    private func elsewhere() async throws -> Counts {
        var sum: Counts = [:]
        for (node, bytes) in try await values.values(of: subject) where node != name {
            for (counter, callers) in try JSONValue(parsing: bytes).object ?? [:] {
                for (caller, count) in callers.object ?? [:] { sum[counter, default: [:]][caller, default: 0] += Int(count.int ?? 0) }
            }
        }
        return sum
    }

    private static func text(_ counts: Counts) -> [UInt8] {
        var object: JSONObject = [:]
        for (counter, callers) in counts.prefix(maximum) {
            var members: JSONObject = [:]
            let told = callers.count > maximum ? Array(callers.sorted { $0.value > $1.value }.prefix(maximum)) : Array(callers)
            for (caller, count) in told { members[caller] = .number(JSONNumber(Int64(count))) }
            object[counter] = .object(members)
        }
        return JSONValue.object(object).serialized
    }
}
