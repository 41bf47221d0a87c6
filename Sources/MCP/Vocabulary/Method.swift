/// A request method that this library knows.
///
/// A method is served when a feature provides a handler for it; any other gets -32601.
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

    /// The method with exactly this name, in a revision that has it.
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

    /// The member of `params` that the `Mcp-Name` header repeats, if the method is routed by name.
    var nameParameter: String? {
        switch self {
        case .callTool, .getPrompt: "name"
        case .readResource: "uri"
        case .getTask, .updateTask, .cancelTask: "taskId"
        default: nil
        }
    }

    /// Whether messages may precede the response, so that it may become an event stream.
    var mayStream: Bool {
        switch self {
        case .callTool, .getPrompt, .readResource: true
        default: false
        }
    }

    /// Whether the modern revision lets the answer be questions.
    var mayAsk: Bool { mayStream }
}
