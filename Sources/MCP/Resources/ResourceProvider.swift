/// The feature `resources`: what a principal may read, and which changes it is notified of.
public protocol ResourceProvider<Principal>: Sendable {
    /// Who asks; what it may do is the provider's business.
    associatedtype Principal: Sendable

    /// Whether ``topic(of:for:)`` ever answers. The capability `subscribe` is advertised when it does and the server has a ``Continuity``.
    var takesSubscriptions: Bool { get }

    /// A page of the principal's resources.
    /// - Parameter cursor: nil for the first page; else one that the provider gave. Throw ``MCPError/unknownCursor`` for any other.
    func listResources(for principal: Principal, after cursor: String?, context: CallContext) async throws -> ListPage<Resource>

    /// A page of the principal's templates.
    func listResourceTemplates(for principal: Principal, after cursor: String?, context: CallContext) async throws -> ListPage<ResourceTemplate>

    /// Throw ``MCPError/unknownResource(_:)`` for a URI that does not exist or that the principal may not read; the two look alike.
    func readResource(_ uri: String, for principal: Principal, context: CallContext) async throws -> ReadResourceResult

    /// The topic under which changes of a resource are announced (``Notice/updated(topic:)``); nil when the principal may not hear of them.
    ///
    /// Two principals for whom one URI means two things must get two topics.
    func topic(of uri: String, for principal: Principal) async throws -> String?

    /// Whether a principal that subscribed to a resource may hear of a change of it at this moment: asked before each notice, since rights may have gone.
    /// - Parameter topic: the one of its subscription.
    func tellsChanges(of uri: String, topic: String, to principal: Principal) async -> Bool
}

extension ResourceProvider {
    public var takesSubscriptions: Bool { false }

    /// No templates.
    public func listResourceTemplates(
        for principal: Principal, after cursor: String?, context: CallContext
    ) async throws -> ListPage<ResourceTemplate> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([])
    }

    /// Nothing is announced.
    public func topic(of uri: String, for principal: Principal) async throws -> String? { nil }

    /// What was subscribed to stays open.
    public func tellsChanges(of uri: String, topic: String, to principal: Principal) async -> Bool { true }
}
