public import JSON

/// The limits and switches of a server.
public struct MCPSettings: Sendable {
    /// The limits of a message.
    public var jsonLimits: JSONLimits
    /// Most bytes of a message over stdio. It replaces the limit in ``jsonLimits``, because the only client of a stdio process may use its
    /// memory.
    public var maximumLineByteCount: Int
    /// Most messages in a batch.
    public var maximumBatchCount: Int
    /// The time limit of a request, which handlers read as ``CallContext/deadline``. Nil: no limit.
    public var callTimeout: Duration?
    /// Most queued frames of a stream.
    public var streamBufferCount: Int
    /// Idle time after which a stream sends a keep-alive message.
    public var keepAliveInterval: Duration
    /// The clock for ``keepAliveInterval``.
    public var clock: any Clock<Duration>
    /// `clientInfo.name` of clients that may send a legacy revision in the version header of a request with a modern envelope.
    ///
    /// The protocol requires such requests to be refused, but Claude's connectors send them.
    public var mixedVersionClients: Set<String>
    /// Most concurrent requests on one stdio connection.
    public var maximumConcurrentCalls: Int
    /// How long calls may continue after the end of a stdio connection's input.
    public var drainTimeout: Duration
    /// The limits of everything that stays open or stored between requests.
    public var bounds: Bounds
    /// Receives the errors that clients see as -32603, with the method's name.
    public var reportFailure: @Sendable (any Error, String) -> Void

    public init(
        jsonLimits: JSONLimits = .default,
        maximumLineByteCount: Int = 16 * 1_048_576,
        maximumBatchCount: Int = 50,
        callTimeout: Duration? = .seconds(300),
        streamBufferCount: Int = 64,
        keepAliveInterval: Duration = .seconds(15),
        clock: any Clock<Duration> = ContinuousClock(),
        mixedVersionClients: Set<String> = [],
        maximumConcurrentCalls: Int = 64,
        drainTimeout: Duration = .seconds(1),
        bounds: Bounds = Bounds(),
        reportFailure: @escaping @Sendable (any Error, String) -> Void = { _, _ in }
    ) {
        self.jsonLimits = jsonLimits
        self.maximumLineByteCount = maximumLineByteCount
        self.maximumBatchCount = maximumBatchCount
        self.callTimeout = callTimeout
        self.streamBufferCount = streamBufferCount
        self.keepAliveInterval = keepAliveInterval
        self.clock = clock
        self.mixedVersionClients = mixedVersionClients
        self.maximumConcurrentCalls = maximumConcurrentCalls
        self.drainTimeout = drainTimeout
        self.bounds = bounds
        self.reportFailure = reportFailure
    }
}
