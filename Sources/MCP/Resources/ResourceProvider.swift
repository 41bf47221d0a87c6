/// The feature `resources`: the resources that a principal may read, and the changes of which it is notified.
public protocol ResourceProvider<Principal>: Sendable {
    /// The calling party. The provider decides what it may read.
    associatedtype Principal: Sendable

    /// Whether ``topic(of:for:)`` can return a topic. If it can, a server with a ``Continuity`` advertises the capability `subscribe`.
    var takesSubscriptions: Bool { get }

    /// A page of the principal's resources.
    /// - Parameter cursor: nil for the first page, otherwise a cursor that the provider issued. Throw ``MCPError/unknownCursor`` for any
    ///   other.
    func listResources(for principal: Principal, after cursor: String?, context: CallContext) async throws -> ListPage<Resource>

    /// A page of the principal's templates.
    func listResourceTemplates(for principal: Principal, after cursor: String?, context: CallContext) async throws -> ListPage<ResourceTemplate>

    /// Throw ``MCPError/unknownResource(_:)`` for a URI that does not exist or that the principal may not read. Clients cannot distinguish
    /// the two.
    func readResource(_ uri: String, for principal: Principal, context: CallContext) async throws -> ReadResourceResult

    /// The topic under which changes of a resource are announced (``ChangeNotification/updated(topic:)``). Nil if the principal may not be
    /// notified.
    ///
    /// If one URI means different resources to two principals, they must get different topics.
    func topic(of uri: String, for principal: Principal) async throws -> String?

    /// Whether a subscribed principal may still be notified of changes of a resource. Called before each notification, because the
    /// principal may have lost its rights.
    /// - Parameter topic: the topic of its subscription.
    func tellsChanges(of uri: String, topic: String, to principal: Principal) async -> Bool
}

extension ResourceProvider {
    public var takesSubscriptions: Bool { false }

    /// Returns no templates.
    public func listResourceTemplates(
        for principal: Principal, after cursor: String?, context: CallContext
    ) async throws -> ListPage<ResourceTemplate> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([])
    }

    /// Returns no topic: changes are not announced.
    public func topic(of uri: String, for principal: Principal) async throws -> String? { nil }

    /// Permits every notification.
    public func tellsChanges(of uri: String, topic: String, to principal: Principal) async -> Bool { true }
}
