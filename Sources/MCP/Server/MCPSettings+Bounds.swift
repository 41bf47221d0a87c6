extension MCPSettings {
    /// The limits of everything that stays open or stored between requests.
    public struct Bounds: Hashable, Sendable {
        /// Most open streams (subscriptions, sessions' own streams) per account (``Continuity/account``), including those that
        /// ``MCPServer/countStreams(elsewhere:)`` reports.
        public var streamsPerPrincipal = 64
        /// Most open streams in this process.
        public var streams = 10_000
        /// Most sessions in the memory of this process. Any other session is restored from its id.
        public var sessions = 10_000
        /// How long a session's id is valid.
        public var sessionLifetime = Duration.seconds(24 * 3600)
        /// How long a call runs without a reader of its stream, which may reconnect (legacy sessions).
        public var resumptionTime = Duration.seconds(60)
        /// The time after which a client should reconnect when the server closes its stream.
        public var retry = Duration.milliseconds(1000)
        /// How long a person may take to answer a question.
        public var answerTime = Duration.seconds(300)
        /// How long the state of an unfinished call is valid (2026-07-28).
        public var stateLifetime = Duration.seconds(600)
        /// Most resources to which one client may subscribe, and most tasks that one stream may watch.
        public var subscriptions = 100
        /// Most unanswered questions per client.
        public var openQuestions = 32
        /// Most running tasks per account.
        public var tasksPerPrincipal = 32
        /// How long a task is stored, counted from its beginning.
        public var taskLifetime = Duration.seconds(3600)
        /// The time after which a client should poll its task again.
        public var taskPollInterval = Duration.milliseconds(1000)

        public init() {}
    }
}
