/// Limits on time and size that protect against slow peers and large requests.
package struct ConnectionLimits: Sendable {
    /// From the start of the connection until the head of the first request is complete.
    package var head: Duration = .seconds(10)
    /// From the end of a response until the next head is complete.
    package var idle: Duration = .seconds(60)
    /// From the head until the body is complete, in addition to the time that ``bodyRate`` permits.
    package var body: Duration = .seconds(10)
    /// A body may take one additional second per this many declared bytes. Unit: bytes.
    package var bodyRate = 50_000
    /// How long a peer may continue to send a body after its response, so that it can read the response before the connection ends. It may
    /// send at most ``maximumBody`` in that time.
    package var linger: Duration = .seconds(1)
    /// How long bytes may wait for a peer that does not read.
    package var stalledWrite: Duration = .seconds(30)
    /// How long a peer may take to read its last response when the server stops.
    package var ending: Duration = .seconds(5)
    /// Largest body of a request. Unit: bytes.
    package var maximumBody = 1_048_576
    /// Most bytes of all arriving bodies together, without the first 16 KB of each. One address may use a quarter. Unit: bytes.
    package var maximumBodies = 268_435_456
    /// Most open connections. Further ones wait to be accepted. Nil: the number of file descriptors of the process, less a reserve.
    package var maximumConnections: Int?
    /// Largest total of the header fields of a request. Unit: bytes.
    package var maximumHeaders = 32_768
    package var maximumHeaderCount = 100

    package init() {}
}
