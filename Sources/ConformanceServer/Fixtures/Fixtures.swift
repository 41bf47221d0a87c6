import MCP
import Synchronization

/// The only principal, because the suite sends no credentials.
struct Visitor: Sendable {
    var name = "visitor"
}

/// The features that the suite tests.
enum Fixtures {
    static func server(settings: MCPSettings = MCPSettings(), continuity: Continuity<Visitor>? = nil) throws -> MCPServer<Visitor> {
        let announcer = Announcer()
        let server = MCPServer<Visitor>(
            Implementation(name: "conformance", version: "1.0.0", title: "Conformance"),
            instructions: "Fixtures of the conformance suite.",
            features: Features(
                tools: try FixtureTools(announcer), resources: FixtureResources(), prompts: FixturePrompts(), completions: FixtureCompletions(),
                logging: true, announcedLists: [.tools, .prompts, .resources]),
            settings: settings,
            continuity: continuity ?? Continuity(key: { $0.name }))
        announcer.set { [weak server] in await server?.announce($0) }
        return server
    }
}

/// Lets a tool announce a change on its server without retaining the server.
final class Announcer: Sendable {
    private let send = Mutex<@Sendable (ChangeNotification) async -> Void>({ _ in })

    func set(_ send: @escaping @Sendable (ChangeNotification) async -> Void) { self.send.withLock { $0 = send } }

    func announce(_ notice: ChangeNotification) async { await send.withLock { $0 }(notice) }
}
