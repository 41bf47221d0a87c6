public import JSON

/// The capabilities that a client declared, in this request (modern) or in its handshake (legacy).
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

    /// Whether the client declared an extension by its full name.
    public func declares(extension name: String) -> Bool { declared["extensions"]?[name]?.object != nil }

    /// Whether the client takes any kind of question.
    var canBeAsked: Bool { !declared.isEmpty && (contains("elicitation") || contains("sampling") || contains("roots")) }

    /// Whether all members of an object in the shape of capabilities were declared, down to its empty objects.
    func include(_ required: JSONObject) -> Bool { Self.include(declared, required) }

    private static func include(_ declared: JSONObject, _ required: JSONObject) -> Bool {
        required.allSatisfy { key, value in
            guard let member = declared[key]?.object else { return false }
            return include(member, value.object ?? JSONObject())
        }
    }
}
