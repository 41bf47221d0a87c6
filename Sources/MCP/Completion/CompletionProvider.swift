/// The feature `completions`: suggests values for an argument while it is typed.
public protocol CompletionProvider<Principal>: Sendable {
    /// The calling party. Suggestions must not contain names that it may not see.
    associatedtype Principal: Sendable

    /// Throw ``MCPError/unknownReference`` for a prompt or a template that the principal cannot use.
    func complete(_ request: CompletionRequest, for principal: Principal, context: CallContext) async throws -> Completion
}

/// A request to complete an argument.
public struct CompletionRequest: Hashable, Sendable {
    /// The prompt or template that has the argument.
    public enum Reference: Hashable, Sendable {
        case prompt(name: String)
        /// The text of the template.
        case resource(uriTemplate: String)
    }

    /// The prompt or template that has the argument.
    public var reference: Reference
    /// Name of the argument, or of the template's variable.
    public var argument: String
    /// The text typed so far.
    public var value: String
    /// Values of the other arguments that are already set.
    public var known: [String: String]
}

/// Suggested values for an argument, best first.
public struct Completion: Hashable, Sendable {
    /// Most values in a response, as the protocol requires.
    public static let maximumCount = 100

    public var values: [String]
    /// Number of all matching values, if known.
    public var total: Int?

    /// - Parameter values: values beyond the maximum count towards the total but are not sent.
    public init(_ values: [String], total: Int? = nil) {
        self.values = Array(values.prefix(Self.maximumCount))
        self.total = total ?? values.count
    }

    /// Selects the candidates that begin with the typed text, then those that contain it. Case is ignored.
    public init(of candidates: [String], for typed: String) {
        let key = typed.lowercased()
        let keyed = candidates.map { ($0, $0.lowercased()) }
        let beginning = keyed.filter { $0.1.hasPrefix(key) }
        let containing = keyed.filter { !$0.1.hasPrefix(key) && $0.1.contains(key) }
        self.init((beginning + containing).map(\.0))
    }
}
