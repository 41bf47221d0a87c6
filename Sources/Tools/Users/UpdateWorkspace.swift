import Access
import Identity

/// `workspaces_update`: the title of a workspace, whether its MCP endpoint is enabled, and whether roles are united.
struct UpdateWorkspace: Tool {
    struct Input: ToolArguments {
        var name = ""
        var title: String?
        var servesMCP: Bool?
        var roleMode: RoleMode?
    }

    let workspaces: Workspaces

    let name = "workspaces_update"
    let access = ToolAccess(.users, scope: .one(.write(.organization)), audience: .organizationAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    let title = "Change a workspace"
    let description = """
        Changes the title of a workspace, switches its MCP endpoint off and on (off it answers as one that does not exist), or says which roles count \
        together.
        """
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "The workspace's name.").required.naming("workspace"),
        .text("title", \.title, "A name for people."), .flag("mcp", \.servesMCP, "false: no MCP endpoint; REST and sign-in stay."),
        .choice("roleMode", \.roleMode, "default: one role at a time; allow-use-union: all, or the one of x-role; only-use-union: always all."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = try await call.caller.workspace(named: input.name, workspaces)
        guard input.title != nil || input.servesMCP != nil || input.roleMode != nil else {
            throw Refusal(.invalidArgument, "title, mcp, roleMode: expected at least one to change")
        }
        return .workspace(
            try await workspaces.update(
                workspace.organization, workspace.id, title: input.title, servesMCP: input.servesMCP, roleMode: input.roleMode))
    }
}
