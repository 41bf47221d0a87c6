public import JSON

/// The capabilities that a client declared in this request (modern) or in its handshake (legacy).
public struct ClientCapabilities: Hashable, Sendable {
    /// The declared object, unchanged.
    public let declared: JSONObject

    /// - Parameter declared: empty for a client that declares nothing.
    public init(_ declared: JSONObject = JSONObject()) { self.declared = declared }

    /// Whether the client declared the named capability.
    public func contains(_ name: String) -> Bool { declared[name]?.object != nil }

    /// Whether the client supports forms. An empty `elicitation` object means forms only.
    public var elicitsForms: Bool {
        guard let elicitation = declared["elicitation"]?.object else { return false }
        return elicitation["form"] != nil || elicitation["url"] == nil
    }

    /// Whether the client declared the extension with this full name.
    public func declares(extension name: String) -> Bool { declared["extensions"]?[name]?.object != nil }

    /// Whether the client supports any kind of question.
    var canBeAsked: Bool { !declared.isEmpty && (contains("elicitation") || contains("sampling") || contains("roots")) }

    /// Whether the client declared all members of an object with the structure of capabilities, including its empty objects.
    func include(_ required: JSONObject) -> Bool { Self.include(declared, required) }

    private static func include(_ declared: JSONObject, _ required: JSONObject) -> Bool {
        required.allSatisfy { key, value in
            guard let member = declared[key]?.object else { return false }
            return include(member, value.object ?? JSONObject())
        }
    }
}

/// Severity of a log message to the client (names of RFC 5424), least severe first.
public enum LoggingLevel: String, CaseIterable, Comparable, Hashable, Sendable {
    case debug, info, notice, warning, error, critical, alert, emergency

    private var severity: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .notice: 2
        case .warning: 3
        case .error: 4
        case .critical: 5
        case .alert: 6
        case .emergency: 7
        }
    }

    public static func < (left: LoggingLevel, right: LoggingLevel) -> Bool { left.severity < right.severity }
}

/// The reserved keys of `_meta`.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    static let clientInfo = "io.modelcontextprotocol/clientInfo"
    static let logLevel = "io.modelcontextprotocol/logLevel"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    static let subscriptionID = "io.modelcontextprotocol/subscriptionId"
    static let progressToken = "progressToken"
}
