import JSON
import Store
import Tools

/// Tells the other nodes of one state what callers run here, and hears what they run there, once a second: no call asks the state for it. Calls that
/// begin on several nodes within that second do not count for each other.
struct RunningStatements: Sendable {
    private static let interval = Duration.seconds(1)
    /// A node that is silent for so long runs nothing any more.
    private static let lifetime = Duration.seconds(10)
    private static let owner = "running statements"
    /// Sources and callers that are told at most; a node runs more only where engines do not stop.
    private static let maximum = 1_000

    private let values: KeptValues
    private let queue: StatementQueue
    private let name = "running/" + String(UInt64.random(in: .min ... .max), radix: 36)

    init(_ store: Store, _ queue: StatementQueue) {
        values = KeptValues(store)
        self.queue = queue
    }

    /// Until the task is cancelled.
    /// - Parameter failed: is told once for each time that the state is away.
    func run(failed: @Sendable (any Error) -> Void) async {
        var told: (counts: [String: [String: Int]], at: ContinuousClock.Instant) = ([:], .now)
        var hasFailed = false
        while !Task.isCancelled {
            do {
                let counts = queue.counts
                // What lasts is told again before it expires.
                if counts != told.counts || (!counts.isEmpty && told.at.duration(to: .now) > Self.lifetime / 3) {
                    try await values.save(Self.text(counts), as: name, for: Self.lifetime, owner: Self.owner)
                    told = (counts, .now)
                }
                queue.setElsewhere(try await elsewhere())
                hasFailed = false
            } catch {
                if !hasFailed { failed(error) }
                hasFailed = true
            }
            // Cancellation ends the sleep, and the loop with it.
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func elsewhere() async throws -> [String: [String: Int]] {
        var sum: [String: [String: Int]] = [:]
        for (node, bytes) in try await values.values(of: Self.owner) where node != name {
            for (source, callers) in try JSONValue(parsing: bytes).object ?? [:] {
                for (caller, count) in callers.object ?? [:] { sum[source, default: [:]][caller, default: 0] += Int(count.int ?? 0) }
            }
        }
        return sum
    }

    private static func text(_ counts: [String: [String: Int]]) -> [UInt8] {
        var object: JSONObject = [:]
        for (source, callers) in counts.prefix(maximum) {
            var members: JSONObject = [:]
            for (caller, count) in callers.prefix(maximum) { members[caller] = .number(JSONNumber(Int64(count))) }
            object[source] = .object(members)
        }
        return JSONValue.object(object).serialized
    }
}
