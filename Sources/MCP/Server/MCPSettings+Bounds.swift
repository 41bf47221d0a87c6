extension MCPSettings {
    /// Bounds of what stays open or is kept between exchanges.
    public struct Bounds: Hashable, Sendable {
        /// Streams that stay open (subscriptions, sessions' own streams) of one account (``Continuity/account``), with those that
        /// ``MCPServer/countStreams(elsewhere:)`` reports.
        public var streamsPerPrincipal = 64
        /// Streams that stay open in this process.
        public var streams = 10_000
        /// Sessions that this process remembers; those beyond are read from their ids again.
        public var sessions = 10_000
        /// How long a session's id is good.
        public var sessionLifetime = Duration.seconds(24 * 3600)
        /// How long a call goes on without a reader of its stream, which may come back for it (legacy sessions).
        public var resumptionTime = Duration.seconds(60)
        /// When a client shall come back whose stream the server closes.
        public var retry = Duration.milliseconds(1000)
        /// How long a person may take to answer.
        public var answerTime = Duration.seconds(300)
        /// How long the state of an unfinished call is good (2026-07-28).
        public var stateLifetime = Duration.seconds(600)
        /// Resources that one client may subscribe to, and tasks that one stream may watch.
        public var subscriptions = 100
        /// Questions that one client has not answered.
        public var openQuestions = 32
        /// Tasks of one account that run.
        public var tasksPerPrincipal = 32
        /// How long a task is kept from its beginning.
        public var taskLifetime = Duration.seconds(3600)
        /// When a client shall look at its task again.
        public var taskPollInterval = Duration.milliseconds(1000)

        public init() {}
    }
}
