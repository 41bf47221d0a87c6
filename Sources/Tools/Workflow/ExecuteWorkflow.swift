import Access
import JSON
import Store
import Workflows

/// `workflows_execute`: starts a workflow, whatever its trigger, enabled or not.
struct ExecuteWorkflow: Tool {
    struct Input: ToolArguments {
        var id: Int64?
        var values: JSONValue?
    }

    let domains: Domains

    let name = "workflows_execute"
    let access = ToolAccess(.workflow, scope: .one(.write(.workflow)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let reachesOutside = true
    let title = "Execute a workflow"
    let description = """
        Sets a workflow off, enabled or not, with its role; read the result with executions_get. values {"data":{…}} is {{$context.data}}. Where a node \
        names you as one who approves, you are asked by this call if your client can be.
        """
    let arguments: [Argument<Input>] = [
        Argument.number("filterByTk", \.id, "The workflow's id.").required.naming("workflow"),
        .object("values", \.values, "{\"data\":…}: what it works on."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workflow = try await domains.workflows.find(WorkflowID(input.id ?? 0), in: call.caller.workspace.id)
        let content = try await domains.workflows.content(of: workflow.id, version: workflow.version)
        try await domains.workflowPermissions(of: call.caller).check(content)
        for (name, _) in input.values?.object ?? [:] where name != "data" {
            throw Refusal(.invalidArgument, "values: '\(name.prefix(40))' is not used; expected {\"data\":…}")
        }
        let question = ApprovalQuestion(domains: domains, call: call, content: content)
        let id: ExecutionID
        if let begun = question.begun {
            id = begun
        } else {
            let origin = "manual:\(String(UInt64.random(in: .min ... .max), radix: 36))"
            let new = NewExecution(of: workflow, origin: origin, data: input.values?["data"] ?? .null)
            id = try await domains.workflows.executions.add([new])[0]
            domains.workflows.wakeSignal.ring()
        }
        try await question.ask(about: id)
        let now = try await domains.workflows.executions.find(id, in: call.caller.workspace.id)
        return .object(changed: 1, objects: ["workflow/\(workflow.id.rawValue)"]) { writer in
            writer.object("data") { writer in
                writer.object("execution") { writer in
                    writer.member("id", id.rawValue)
                    writer.member("status", now.status?.rawValue)
                    writer.member("state", now.state.rawValue)
                }
            }
        }
    }
}
