import JSON
import Store

/// One JSON line for each request: caller, route, outcome and duration. Never a credential, argument or row.
package struct RequestLog: Sendable {
    /// What becomes one line.
    struct Entry {
        let start: ContinuousClock.Instant
        let id: String
        var peer: String
        let method: String
        var route = ""
        var status = 0
        /// `api_key:built-in/admin`; empty when anonymous.
        var caller = ""
        var workspace = ""
        /// 32 hexadecimal digits, where traces are collected.
        var trace: String?
        /// Why the edge refused, by code.
        var error: String?
    }

    private let sink: LogSink
    private let isOn: Bool

    package init(_ sink: LogSink, isOn: Bool) {
        self.sink = sink
        self.isOn = isOn
    }

    func write(_ entry: Entry) {
        guard isOn else { return }
        let duration = entry.start.duration(to: .now).components
        sink.line { writer in
            writer.key("time")
            writer.string(Timestamp.now.rfc3339)
            writer.key("level")
            writer.string("info")
            writer.key("request.id")
            writer.string(entry.id)
            if let trace = entry.trace {
                writer.key("trace.id")
                writer.string(trace)
            }
            writer.key("peer")
            writer.string(entry.peer)
            writer.key("method")
            writer.string(entry.method)
            writer.key("route")
            writer.string(entry.route)
            writer.key("status")
            writer.int(entry.status)
            if !entry.caller.isEmpty {
                writer.key("principal")
                writer.string(entry.caller)
            }
            if !entry.workspace.isEmpty {
                writer.key("workspace")
                writer.string(entry.workspace)
            }
            if let error = entry.error {
                writer.key("error.code")
                writer.string(error)
            }
            writer.key("duration_us")
            writer.int(duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000)
        }
    }
}
