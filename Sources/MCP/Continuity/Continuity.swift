/// The state that connects one request with another: sessions, resumable streams, questions with answers, subscriptions, tasks.
///
/// A server without it serves every request on its own. By default every part is bounded and kept in this process; replace the parts to serve the
/// same clients from several nodes.
public struct Continuity<Principal: Sendable>: Sendable {
    /// Identifies a principal: user, the credential's client, and workspace. A principal with the same key may continue a session, a stream, a
    /// question or a task.
    ///
    /// Nil for a principal without an identity: it gets none of those.
    public var key: @Sendable (Principal) -> String?
    /// Who is counted where principals have a number of something: all keys of one person together. Nil for a principal without an identity.
    public var account: @Sendable (Principal) -> String?
    /// The groups that the principal is in, to which notifications may be addressed and whose streams are reviewed: a tenant, a role.
    public var audiences: @Sendable (Principal) -> Set<String>
    /// Whether the principal's credential is still good. Asked again and again while a stream is open; the stream ends when it is not.
    public var isCurrent: @Sendable (Principal) async -> Bool
    /// Protects what clients carry back and forth.
    public var sealer: any Sealer
    /// What is known of sessions beside their ids.
    public var sessions: any SessionStore
    /// Events of session streams, kept to be sent again.
    public var events: any EventStore
    /// The way to the other nodes.
    public var bus: any Bus
    /// Keeps tasks. Nil: the server offers none.
    public var tasks: (any TaskStore)?
    /// Whether the legacy handshake gives a session.
    public var offersSessions: Bool
    /// Milliseconds since 1970, for the times of tasks.
    public var now: @Sendable () -> Int64

    /// - Parameter account: each key by itself where none is given.
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
