import Access
import JSON
import Store
import Workflows

/// `workflows_get`: one workflow with its trigger and nodes.
struct GetWorkflow: Tool {
    struct Input: ToolArguments {
        var id: Int64?
    }

    let domains: Domains

    let name = "workflows_get"
    let access = ToolAccess(.workflow, scope: .one(.read(.workflow)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let title = "Get a workflow"
    let description = "Gives one workflow with its trigger and nodes as they are now; values of headers are hidden."
    let arguments: [Argument<Input>] = [Argument.number("filterByTk", \.id, "The workflow's id.").required.naming("workflow")]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workflow = try await domains.workflows.find(WorkflowID(input.id ?? 0), in: call.caller.workspace.id)
        let content = try await domains.workflows.content(of: workflow.id, version: workflow.version)
        return .object(objects: ["workflow/\(workflow.id.rawValue)"]) { writer in
            writer.object("data") { writer in workflow.write(content, to: &writer) }
        }
    }
}
