import JSON

/// The capabilities that a server advertises.
struct ServerCapabilities: Hashable, Sendable {
    var tools: Bool
    var logging: Bool

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            if tools {
                writer.key("tools")
                writer.object { _ in }
            }
            if logging {
                writer.key("logging")
                writer.object { _ in }
            }
        }
    }
}
