import Access
import JSON
import Store

/// `whoami`: the caller's identity on this server.
struct Whoami: Tool {
    typealias Input = NoArguments

    let name = "whoami"
    let access = ToolAccess(.auth, scope: .any, audience: .anyone, effect: .reads, secrets: .none)
    let title = "Who am I"
    let description = "Tells as whom you call, in which workspace, with which roles and scopes."
    let aliases: [String: JSONObject] = ["auth_check": [:], "roles_check": [:]]
    let arguments: [Argument<Input>] = []

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let caller = call.caller
        return .object { writer in
            writer.member("kind", caller.kindName)
            writer.member("organization", caller.organization?.name)
            if let application = caller.application { writer.member("application", application.name) }
            writer.given("user", caller.userLabel)
            writer.member("workspace", caller.workspace.name)
            writer.member("workspaceId", caller.workspace.id.rawValue)
            writer.member("roles", caller.roles)
            writer.member("scopes", caller.scopes.names)
            writer.member(
                "packages", PackageName.allCases.filter { $0 != .always && call.grant.packages.contains($0) }.map { "@nocobase/\($0.rawValue)" })
            writer.member("isOperator", caller.isOperator)
            writer.member("isOrganizationAdministrator", caller.isOrganizationAdministrator)
        }
    }
}

extension Caller {
    /// The kind of credential on the wire.
    var kindName: String {
        switch kind {
        case .anonymous: "anonymous"
        case .userSession: "user_session"
        case .accessToken: "access_token"
        case .application: "application"
        case .apiKey: "api_key"
        case .questionToken: "question_token"
        case .terminal: "terminal"
        case .workflow: "workflow"
        }
    }
}
