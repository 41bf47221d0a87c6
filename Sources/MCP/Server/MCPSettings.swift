public import JSON

/// The limits and switches of a server.
public struct MCPSettings: Sendable {
    /// Bounds of a message.
    public var jsonLimits: JSONLimits
    /// Most bytes of a message over stdio, in place of those of ``jsonLimits``: its client is the only user of the process's memory.
    public var maximumLineByteCount: Int
    /// Most messages in a batch.
    public var maximumBatchCount: Int
    /// How long a request may take; handlers find it as ``CallContext/deadline``. Nil: no bound.
    public var callTimeout: Duration?
    /// Most frames that wait for the reader of a stream.
    public var streamBufferCount: Int
    /// Silence after which a stream shows a sign of life.
    public var keepAliveInterval: Duration
    /// Measures the silence.
    public var clock: any Clock<Duration>
    /// `clientInfo.name` of clients whose version header may name a legacy revision beside a modern envelope.
    ///
    /// The protocol wants such a request refused; connectors of Claude send it.
    public var mixedVersionClients: Set<String>
    /// Most requests of one stdio connection that run at the same time.
    public var maximumConcurrentCalls: Int
    /// How long calls may go on after the end of a stdio connection's input.
    public var drainTimeout: Duration
    /// Bounds of what stays open or is kept between exchanges.
    public var bounds: Bounds
    /// Hears of errors that clients see as -32603, with the method's name.
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
