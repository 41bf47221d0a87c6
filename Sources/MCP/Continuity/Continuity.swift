/// The state that connects requests: sessions, resumable streams, questions and their answers, subscriptions, tasks.
///
/// A server without it serves every request on its own. By default every part is bounded and stored in this process. Replace the parts to
/// serve the same clients from several nodes.
public struct Continuity<Principal: Sendable>: Sendable {
    /// Identifies a principal by its user, its credential's client and its workspace. Principals with the same key may continue one
    /// another's sessions, streams, questions and tasks.
    ///
    /// Nil for a principal without an identity, which can have none of these.
    public var key: @Sendable (Principal) -> String?
    /// Identifies the account to which per-principal limits apply: all keys of one person share an account. Nil for a principal without an
    /// identity.
    public var account: @Sendable (Principal) -> String?
    /// The groups of the principal, such as a tenant or a role. Notifications can be addressed to groups, and their streams can be checked
    /// again (``MCPServer/reviewStreams(of:)``).
    public var audiences: @Sendable (Principal) -> Set<String>
    /// Whether the principal's credential is still valid. Called repeatedly while a stream is open; the stream ends on false.
    public var isCurrent: @Sendable (Principal) async -> Bool
    /// Seals the data that clients hold and send back.
    public var sealer: any Sealer
    /// Stores the part of sessions that is not in their ids.
    public var sessions: any SessionStore
    /// Stores the events of session streams for redelivery.
    public var events: any EventStore
    /// Connects this node to the other nodes.
    public var bus: any Bus
    /// Stores tasks. Nil: the server does not offer tasks.
    public var tasks: (any TaskStore)?
    /// Whether the legacy handshake begins a session.
    public var offersSessions: Bool
    /// The current time for the timestamps of tasks, in milliseconds since 1970.
    public var now: @Sendable () -> Int64

    /// - Parameter account: nil: every key is its own account.
    public init(
        key: @escaping @Sendable (Principal) -> String?,
        account: (@Sendable (Principal) -> String?)? = nil,
        audiences: @escaping @Sendable (Principal) -> Set<String> = { _ in [] },
        isCurrent: @escaping @Sendable (Principal) async -> Bool = { _ in true },
        sealer: any Sealer = MemorySealer(),
        sessions: any SessionStore = MemorySessionStore(),
        events: any EventStore = MemoryEventStore(),
        bus: any Bus = MemoryBus(),
        tasks: (any TaskStore)? = MemoryTaskStore(),
        offersSessions: Bool = true,
        now: @escaping @Sendable () -> Int64 = { UnixTime.now }
    ) {
        self.key = key
        self.account = account ?? key
        self.audiences = audiences
        self.isCurrent = isCurrent
        self.sealer = sealer
        self.sessions = sessions
        self.events = events
        self.bus = bus
        self.tasks = tasks
        self.offersSessions = offersSessions
        self.now = now
    }
}
