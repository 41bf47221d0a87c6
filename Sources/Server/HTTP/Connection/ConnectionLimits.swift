/// The limits on time and size that protect against slow and large peers.
package struct ConnectionLimits: Sendable {
    /// From the connection's start until its first request's head is whole.
    package var head: Duration = .seconds(10)
    /// From the end of one response until the next head is whole.
    package var idle: Duration = .seconds(60)
    /// From the head until the body is whole, beside what ``bodyRate`` allows.
    package var body: Duration = .seconds(10)
    /// A body may take one more second for each so many bytes declared. Unit: bytes.
    package var bodyRate = 50_000
    /// How long a peer may go on sending a body that was answered already, so that it can read the answer before the connection ends. It may also send
    /// no more than ``maximumBody``.
    package var linger: Duration = .seconds(1)
    /// How long bytes may wait for a peer that does not read.
    package var stalledWrite: Duration = .seconds(30)
    /// How long a peer may take to read its last answer when the server stops.
    package var ending: Duration = .seconds(5)
    /// Unit: bytes of one request's body.
    package var maximumBody = 1_048_576
    /// Unit: bytes of all bodies that come in at once, without the first 16 KB of each; a quarter for one address.
    package var maximumBodies = 268_435_456
    /// Connections at once; nil for as many as the process has descriptors, less a reserve. Those beyond wait to be taken.
    package var maximumConnections: Int?
    /// Unit: bytes of all header fields of one request.
    package var maximumHeaders = 32_768
    package var maximumHeaderCount = 100

    package init() {}
}
