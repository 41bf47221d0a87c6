import Access
package import Identity
import MCP
import Tools

/// The protocol over standard input and output, as one caller.
package enum StdioService {
    /// Who speaks: a key, or a user named at the terminal.
    package enum Identity: Sendable {
        case key(String)
        case user(QualifiedName)
    }

    /// Serves until the end of the input.
    package static func run(_ composition: Composition, as identity: Identity, workspace: String?) async throws {
        let unknown = Refusal(.notFound, "workspace: '\((workspace ?? "").prefix(64))' does not exist")
        let judge: @Sendable () async throws -> Caller = {
            switch identity {
            case .key(let key): return try await composition.callers.caller(for: .bearer(key), at: workspace)
            case .user(let name):
                guard let endpoint = try await composition.callers.workspace(workspace) else { throw unknown }
                return try await composition.callers.caller(named: name, in: endpoint, composition.domains)
            }
        }
        let principal = RequestPrincipal(
            caller: try await judge(), packages: .standard, requestID: "stdio-" + RequestIDs.one(),
            challenge: Challenge(origin: "stdio:", path: ""),
            isConnection: true, renewal: judge)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await composition.runBackground() }
            let connection = StdioConnection(composition.server, principal: principal)
            try await connection.run(StandardInput(), write: StandardOutput.write)
            group.cancelAll()
        }
    }
}
