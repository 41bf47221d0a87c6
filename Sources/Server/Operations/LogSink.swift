import Glibc
package import JSON
import Logging
import Store
import Synchronization

/// The destination of log lines. One task writes a bounded buffer to a file descriptor, so that a slow or closed destination never delays a
/// request.
package final class LogSink: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        var dropped = 0
    }

    /// Size of the buffer. Lines beyond it are dropped and counted. Unit: bytes.
    static let maximumWaiting = 4_194_304

    private let descriptor: Int32
    private let state = Mutex(State())

    /// - Parameter descriptor: an open file descriptor, 2 for standard error.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The number of lines dropped since the start.
    package var dropped: Int { state.withLock(\.dropped) }

    /// Adds one JSON object as a line.
    package func line(_ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in body(&writer) }
        let bytes = writer.bytes
        state.withLock { state in
            guard state.buffer.count + bytes.count < Self.maximumWaiting else {
                state.dropped += 1
                return
            }
            state.buffer.append(contentsOf: bytes)
            state.buffer.append(UInt8(ascii: "\n"))
        }
    }

    /// A pipe that is ready accepts this many bytes without blocking (POSIX `PIPE_BUF`). Unit: bytes.
    private static let portion = 4_096

    /// Writes as many buffered bytes as the descriptor accepts now. The rest stays in the buffer; it is lost when the descriptor is closed.
    package func flush() {
        let waiting = state.withLock { state in
            defer { state.buffer = [] }
            return state.buffer
        }
        var offset = 0
        while offset < waiting.count {
            guard isReady else {
                state.withLock { $0.buffer.insert(contentsOf: waiting[offset...], at: 0) }
                return
            }
            let count = min(Self.portion, waiting.count - offset)
            let written = waiting.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + offset }, count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                let lost = waiting[offset...].count { $0 == UInt8(ascii: "\n") }
                state.withLock { $0.dropped += lost }
                return
            }
            offset += written
        }
    }

    /// Whether the descriptor accepts bytes, or has been closed by its reader.
    private var isReady: Bool {
        var asked = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&asked, 1, 0) != 0
    }
}

extension LogSink {
    /// Logs a failure. Clients do not see the cause.
    func failure(_ cause: String, request: String) {
        line { writer in
            writer.member("time", Timestamp.now.rfc3339)
            writer.member("level", "error")
            writer.member("request.id", request)
            writer.member("cause", cause)
        }
    }

    /// Logs an informational message.
    func notice(_ text: String) { message(text, level: "notice") }

    /// Logs a problem of the configuration.
    func warning(_ text: String) { message(text, level: "warning") }

    private func message(_ text: String, level: String) {
        line { writer in
            writer.member("time", Timestamp.now.rfc3339)
            writer.member("level", level)
            writer.member("message", text)
        }
    }

    /// Flushes the buffered lines ten times a second, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // Cancellation ends the sleep and then the loop.
            try? await Task.sleep(for: .milliseconds(100))
            flush()
        }
    }
}

/// Writes log messages of libraries as JSON lines to the only ``LogSink``.
struct JSONLogHandler: LogHandler {
    let label: String
    let sink: LogSink
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        sink.line { writer in
            writer.member("time", Timestamp.now.rfc3339)
            writer.member("level", event.level.rawValue)
            writer.member("logger", label)
            writer.member("message", "\(event.message)")
            for (key, value) in all.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                writer.string("\(value)")
            }
        }
    }
}
