/// A request method that this library knows.
///
/// A method is served when a feature brings a handler for it; everything else is answered with -32601.
enum Method: String, CaseIterable, Hashable, Sendable {
    case initialize
    case ping
    case discover = "server/discover"
    case listTools = "tools/list"
    case callTool = "tools/call"
    case setLoggingLevel = "logging/setLevel"

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The method with exactly this name, in a revision that has it.
    init?(name: String, revision: Revision) {
        guard let method = Self.byName[name], method.exists(in: revision.era) else { return nil }
        self = method
    }

    /// Whether the revisions of an era have the method.
    func exists(in era: Era) -> Bool {
        switch self {
        case .initialize, .ping, .setLoggingLevel: era == .legacy
        case .discover: era == .modern
        case .listTools, .callTool: true
        }
    }

    /// The member of `params` that the `Mcp-Name` header repeats, if the method is routed by name.
    var nameParameter: String? { self == .callTool ? "name" : nil }

    /// Whether messages may precede the response, so that it may become an event stream.
    var mayStream: Bool { self == .callTool }
}
