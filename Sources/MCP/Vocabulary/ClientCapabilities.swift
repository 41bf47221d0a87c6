public import JSON

/// What a client declared that it can do, in this request (modern) or in its handshake (legacy).
public struct ClientCapabilities: Hashable, Sendable {
    /// The declared object, unchanged.
    public let declared: JSONObject

    /// - Parameter declared: empty for a client that declares nothing.
    public init(_ declared: JSONObject = JSONObject()) { self.declared = declared }

    /// Whether the named capability was declared.
    public func contains(_ name: String) -> Bool { declared[name]?.object != nil }

    /// Whether the client takes forms; an empty `elicitation` object means just that.
    public var elicitsForms: Bool {
        guard let elicitation = declared["elicitation"]?.object else { return false }
        return elicitation["form"] != nil || elicitation["url"] == nil
    }
}
