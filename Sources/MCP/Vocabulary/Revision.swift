/// A revision of the Model Context Protocol, named by its date. Later dates compare greater.
public enum Revision: UInt8, CaseIterable, Comparable, Hashable, Sendable {
    case v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28

    /// The newest revision that has the `initialize` handshake.
    public static let newestLegacy = Revision.v2025_11_25

    /// The revision of a request that names none. It is the last one without a version header.
    public static let unnamed = Revision.v2025_03_26

    /// The wire names of all revisions, newest first.
    public static let supportedNames: [String] = allCases.reversed().map(\.name)

    /// The date that names the revision on the wire.
    public var name: String {
        switch self {
        case .v2024_11_05: "2024-11-05"
        case .v2025_03_26: "2025-03-26"
        case .v2025_06_18: "2025-06-18"
        case .v2025_11_25: "2025-11-25"
        case .v2026_07_28: "2026-07-28"
        }
    }

    /// The era of the revision.
    public var era: Era { self < .v2026_07_28 ? .legacy : .modern }

    /// The revision with exactly this name.
    public init?(name: String) {
        guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// The response to `initialize`: the requested revision if it has the handshake, otherwise the newest that has it.
    static func negotiated(asking name: String) -> Revision {
        guard let asked = Revision(name: name), asked.era == .legacy else { return newestLegacy }
        return asked
    }

    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}

/// The two generations of the protocol: with a handshake (legacy), or with an envelope in every request (modern).
public enum Era: Hashable, Sendable {
    case legacy, modern
}

/// A request method that this library knows.
///
/// A method is served when a feature provides a handler for it. Any other method gets -32601.
enum Method: String, CaseIterable, Hashable, Sendable {
    case initialize
    case ping
    case discover = "server/discover"
    case listTools = "tools/list"
    case callTool = "tools/call"
    case setLoggingLevel = "logging/setLevel"
    case listResources = "resources/list"
    case listResourceTemplates = "resources/templates/list"
    case readResource = "resources/read"
    case subscribe = "resources/subscribe"
    case unsubscribe = "resources/unsubscribe"
    case listPrompts = "prompts/list"
    case getPrompt = "prompts/get"
    case complete = "completion/complete"
    case listen = "subscriptions/listen"
    case getTask = "tasks/get"
    case updateTask = "tasks/update"
    case cancelTask = "tasks/cancel"

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The method with exactly this name, if the revision has it.
    init?(name: String, revision: Revision) {
        guard let method = Self.byName[name], method.exists(in: revision.era) else { return nil }
        self = method
    }

    /// Whether the revisions of an era have the method.
    func exists(in era: Era) -> Bool {
        switch self {
        case .initialize, .ping, .setLoggingLevel, .subscribe, .unsubscribe: era == .legacy
        case .discover, .listen, .getTask, .updateTask, .cancelTask: era == .modern
        case .listTools, .callTool, .listResources, .listResourceTemplates, .readResource, .listPrompts, .getPrompt, .complete: true
        }
    }

    /// The member of `params` that the `Mcp-Name` header repeats. Nil if the method is not routed by name.
    var nameParameter: String? {
        switch self {
        case .callTool, .getPrompt: "name"
        case .readResource: "uri"
        case .getTask, .updateTask, .cancelTask: "taskId"
        default: nil
        }
    }

    /// Whether messages may precede the response, which makes it an event stream.
    var mayStream: Bool {
        switch self {
        case .callTool, .getPrompt, .readResource: true
        default: false
        }
    }

    /// Whether the response of the modern revision may contain questions.
    var mayAsk: Bool { mayStream }
}
