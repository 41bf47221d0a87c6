/// The feature `completions`: proposals for an argument that is being typed.
public protocol CompletionProvider<Principal>: Sendable {
    /// Who asks; names that it may not see must not be in an answer.
    associatedtype Principal: Sendable

    /// Throw ``MCPError/unknownReference`` for a prompt or a template that the principal does not have.
    func complete(_ request: CompletionRequest, for principal: Principal, context: CallContext) async throws -> Completion
}

/// An argument that is being typed.
public struct CompletionRequest: Hashable, Sendable {
    /// Whose argument it is.
    public enum Reference: Hashable, Sendable {
        case prompt(name: String)
        /// By the template's text.
        case resource(uriTemplate: String)
    }

    /// Whose argument is being typed.
    public var reference: Reference
    /// Name of the argument, or of the template's variable.
    public var argument: String
    /// What was typed so far.
    public var value: String
    /// Other arguments that have their values already.
    public var known: [String: String]
}

/// Proposals for an argument, best first.
public struct Completion: Hashable, Sendable {
    /// The protocol carries 100 at most.
    public static let maximumCount = 100

    public var values: [String]
    /// How many there are in all, when known.
    public var total: Int?

    /// - Parameter values: those beyond the maximum are counted and not sent.
    public init(_ values: [String], total: Int? = nil) {
        self.values = Array(values.prefix(Self.maximumCount))
        self.total = total ?? values.count
    }

    /// Those candidates that begin with what was typed, then those that contain it, whatever the case.
    public init(of candidates: [String], for typed: String) {
        let key = typed.lowercased()
        let keyed = candidates.map { ($0, $0.lowercased()) }
        let beginning = keyed.filter { $0.1.hasPrefix(key) }
        let containing = keyed.filter { !$0.1.hasPrefix(key) && $0.1.contains(key) }
        self.init((beginning + containing).map(\.0))
    }
}
