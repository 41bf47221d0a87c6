import JSON
import Store

extension LogSink {
    /// A failure whose cause no client sees.
    func failure(_ cause: String, request: String) {
        line { writer in
            writer.key("time")
            writer.string(Timestamp.now.rfc3339)
            writer.key("level")
            writer.string("error")
            writer.key("request.id")
            writer.string(request)
            writer.key("cause")
            writer.string(cause)
        }
    }

    /// What an operator asked to have logged.
    func notice(_ text: String) { message(text, level: "notice") }

    /// What an operator had better change.
    func warning(_ text: String) { message(text, level: "warning") }

    private func message(_ text: String, level: String) {
        line { writer in
            writer.key("time")
            writer.string(Timestamp.now.rfc3339)
            writer.key("level")
            writer.string(level)
            writer.key("message")
            writer.string(text)
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
