import Access
import JSON
import Store

extension ToolDefinition {
    /// `whoami`: who the caller is to this server.
    static func whoami() -> ToolDefinition {
        ToolDefinition(
            "whoami", in: .auth, scope: nil, for: .anyone, .reads, title: "Who am I",
            description: "Tells as whom you call, in which workspace, with which roles and scopes.",
            aliases: ["auth_check": [:], "roles_check": [:]]
        ) { grant, _, _ in
            let caller = grant.caller
            return .object { writer in
                writer.member("kind", caller.kindName)
                writer.member("organization", caller.organization?.name)
                if let application = caller.application { writer.member("application", application.name) }
                if let user = caller.userLabel { writer.member("user", user) }
                writer.member("workspace", caller.workspace.name)
                writer.member("workspaceId", caller.workspace.id.rawValue)
                writer.member("roles", caller.roles)
                writer.member("scopes", caller.scopes.names)
                writer.member(
                    "packages", PackageName.allCases.filter { $0 != .always && grant.packages.contains($0) }.map { "@nocobase/\($0.rawValue)" })
                writer.member("isOperator", caller.isOperator)
                writer.member("isOrganizationAdministrator", caller.isOrganizationAdministrator)
            }
        }
    }
}

extension Caller {
    /// The kind of credential, as the wire has it.
    var kindName: String {
        switch kind {
        case .anonymous: "anonymous"
        case .userSession: "user_session"
        case .accessToken: "access_token"
        case .application: "application"
        case .apiKey: "api_key"
        case .questionToken: "question_token"
        case .terminal: "terminal"
        }
    }
}
