import Synchronization

/// Counters and durations for Prometheus. Labels come from closed lists (tool names, error codes, routes), so the table is bounded.
package final class Metrics: Sendable {
    private struct CallKey: Hashable {
        let tool: String
        let outcome: String
    }

    private struct Durations {
        var buckets = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
        var count: UInt64 = 0
        var sum = 0.0

        mutating func add(_ seconds: Double, in bucket: Int) {
            buckets[bucket] += 1
            count += 1
            sum += seconds
        }
    }

    private struct State {
        var calls: [CallKey: UInt64] = [:]
        var durations: [String: Durations] = [:]
        var requests: [Int: UInt64] = [:]
    }

    /// Upper bounds of the duration buckets. Unit: seconds.
    static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

    private let state = Mutex(State())
    private let gauges: Mutex<[(name: String, help: String, value: @Sendable () -> Int)]> = Mutex([])

    package init() {}

    /// Counts a completed tool call.
    package func call(tool: String, outcome: String, duration: Duration) {
        let seconds = duration / .seconds(1)
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.calls[CallKey(tool: tool, outcome: outcome), default: 0] += 1
            state.durations[tool, default: Durations()].add(seconds, in: bucket)
        }
    }

    /// Counts a completed HTTP request.
    package func request(status: Int) { state.withLock { $0.requests[status, default: 0] += 1 } }

    /// Adds a value that is read whenever the metrics are requested.
    package func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable () -> Int) {
        gauges.withLock { $0.append((name, help, value)) }
    }

    /// The metrics in Prometheus text format, version 0.0.4.
    package func exposition() -> String {
        let snapshot = state.withLock { $0 }
        var out = "# HELP gatehouse_calls_total Tool calls by outcome.\n# TYPE gatehouse_calls_total counter\n"
        for (key, count) in snapshot.calls.sorted(by: { ($0.key.tool, $0.key.outcome) < ($1.key.tool, $1.key.outcome) }) {
            out += "gatehouse_calls_total{tool=\"\(key.tool)\",outcome=\"\(key.outcome)\"} \(count)\n"
        }
        out += "# HELP gatehouse_call_seconds Duration of tool calls.\n# TYPE gatehouse_call_seconds histogram\n"
        for (tool, durations) in snapshot.durations.sorted(by: { $0.key < $1.key }) {
            var running: UInt64 = 0
            for (index, count) in durations.buckets.enumerated() {
                running += count
                let bound = index < Self.bounds.count ? String(Self.bounds[index]) : "+Inf"
                out += "gatehouse_call_seconds_bucket{tool=\"\(tool)\",le=\"\(bound)\"} \(running)\n"
            }
            out +=
                "gatehouse_call_seconds_sum{tool=\"\(tool)\"} \(durations.sum)\ngatehouse_call_seconds_count{tool=\"\(tool)\"} \(durations.count)\n"
        }
        out += "# HELP gatehouse_http_requests_total HTTP requests by status.\n# TYPE gatehouse_http_requests_total counter\n"
        for (status, count) in snapshot.requests.sorted(by: { $0.key < $1.key }) {
            out += "gatehouse_http_requests_total{status=\"\(status)\"} \(count)\n"
        }
        for gauge in gauges.withLock({ $0 }) {
            out += "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) gauge\n\(gauge.name) \(gauge.value())\n"
        }
        return out
    }
}
