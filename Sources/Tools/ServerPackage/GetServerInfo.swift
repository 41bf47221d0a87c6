import Access
import JSON
import MCP

/// `server_info`: version, protocol revisions and uptime.
struct GetServerInfo: Tool {
    let information: ServerInformation

    let name = "server_info"
    let access = ToolAccess(.server, scope: .any, audience: .anyone, effect: .reads, secrets: .none)
    let title = "Server information"
    let description = "Tells the server's version, protocol revisions and uptime."
    let arguments: [Argument<NoArguments>] = []

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        .object { writer in
            writer.member("name", "gatehouse")
            writer.member("version", information.version)
            writer.member("protocolVersions", Revision.supportedNames)
            writer.member("uptimeSeconds", information.started.duration(to: .now).components.seconds)
        }
    }
}

/// The server's report about itself.
package struct ServerInformation: Sendable {
    package let version: String
    package let started: ContinuousClock.Instant

    package init(version: String, started: ContinuousClock.Instant = .now) {
        self.version = version
        self.started = started
    }
}
