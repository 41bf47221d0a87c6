import JSON
import Store

extension LogSink {
    /// A failure whose cause no client sees.
    func failure(_ cause: String, request: String) {
        line { writer in
            writer.member("time", Timestamp.now.rfc3339)
            writer.member("level", "error")
            writer.member("request.id", request)
            writer.member("cause", cause)
        }
    }

    /// What an operator asked to have logged.
    func notice(_ text: String) { message(text, level: "notice") }

    /// What an operator had better change.
    func warning(_ text: String) { message(text, level: "warning") }

    private func message(_ text: String, level: String) {
        line { writer in
            writer.member("time", Timestamp.now.rfc3339)
            writer.member("level", level)
            writer.member("message", text)
        }
    }

    /// Writes what waits ten times a second until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // Cancellation ends the sleep, and the loop with it.
            try? await Task.sleep(for: .milliseconds(100))
            flush()
        }
    }
}
