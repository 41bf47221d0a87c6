import JSON
import Store
import Synchronization

/// Writes one JSON line for each request: caller, route, outcome and duration. A line never contains a credential, an argument or a row.
package struct RequestLog: Sendable {
    /// The content of a line.
    struct Entry {
        let start: ContinuousClock.Instant
        let id: String
        var peer: String
        let method: String
        var route = ""
        var status = 0
        /// For example `api_key:built-in/admin`. Empty for anonymous callers.
        var caller = ""
        var workspace = ""
        /// The trace id, 32 hexadecimal digits. Nil when traces are not collected.
        var trace: String?
        /// The error code of a refusal.
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

/// Ids for the requests of one connection: 64 bits as 16 hexadecimal digits, generated without a system call. They distinguish requests and
/// are not secret.
///
/// SplitMix64 (Steele, Lea, Flood 2014) from a random start: no id repeats within 2^64.
final class RequestIDs: Sendable {
    private let state = Atomic<UInt64>(.random(in: .min ... .max))

    func next() -> String {
        var bits = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Self.text(bits ^ (bits >> 31))
    }

    /// An id for a request without a connection.
    static func one() -> String { text(.random(in: .min ... .max)) }

    private static func text(_ bits: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { text in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(60 - 4 * index)) & 0xF
                text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }
}
