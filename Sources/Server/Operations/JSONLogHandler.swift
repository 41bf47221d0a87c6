import JSON
import Logging
import Store

/// Writes log messages of libraries as JSON lines into the one ``LogSink``.
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
