import Hummingbird
import NIOCore

/// What the edge knows of a request beside its head and body: the connection that it came on.
struct EdgeContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// The peer's address as text; empty for a peer without one.
    var peer: String { channel.remoteAddress?.ipAddress ?? "" }
}
