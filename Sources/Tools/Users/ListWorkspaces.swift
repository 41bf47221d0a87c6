import Access
import Identity
import JSON
import Store

/// `workspaces_list`: the workspaces of an organization.
struct ListWorkspaces: Tool {
    struct Input: ToolArguments {
        var organization: String?
        var page = PageArguments()
    }

    let workspaces: Workspaces
    let organizations: Organizations
    let secrets: SecretBox

    let name = "workspaces_list"
    let access = ToolAccess(.users, scope: .one(.read(.organization)), audience: .organizationAdministrators, effect: .reads, secrets: .none)
    let title = "List workspaces"
    let description = "Lists the workspaces of an organization."
    let arguments: [Argument<Input>] =
        Argument.page(\.page) + [.text("organization", \.organization, "The organization; yours when absent.").naming("organization")]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let organization = try await call.caller.organization(named: input.organization, organizations)
        let request = try PageRequest(name, input.page, call, secrets)
        let page = try await workspaces.page(organization, try request.part())
        return try .page(page, of: request) { writer, workspace in
            writer.member("id", workspace.id.rawValue)
            writer.member("name", workspace.name)
            writer.member("title", workspace.title)
            writer.member("isStopped", workspace.isStopped)
            writer.member("mcp", workspace.servesMCP)
            writer.member("roleMode", workspace.roleMode.rawValue)
            writer.member("createdAt", workspace.createdAt)
        }
    }
}
