import Access
import Identity
import JSON
import Store
import Workflows

/// `workflows_list`: the workflows of the workspace.
struct ListWorkflows: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
    }

    let domains: Domains

    let name = "workflows_list"
    let access = ToolAccess(.workflow, scope: .one(.read(.workflow)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let title = "List workflows"
    let description = "Lists the workspace's workflows: what sets each off, whether it is enabled, its role and when it runs next."
    let arguments: [Argument<Input>] = Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, domains.store.secrets)
        let all = try await domains.workflows.list(in: call.caller.workspace.id)
        return try .page(request.part(of: all, by: { .int($0.id.rawValue) }), of: request) { writer, workflow in workflow.write(to: &writer) }
    }
}
